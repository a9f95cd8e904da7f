import { factOf, type Facts, KEY_FACTS } from "#schema/facts/facts.ts";
import "./site-facts.css";

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** How many of the key facts are stated, and who does not see the site without the others. */
export function FactsMeter({ facts }: { facts: Facts }) {
  const missing = KEY_FACTS.filter((name) => !(name in facts)).map(factOf);
  const filters = missing.flatMap(({ filter, label }) => (filter ? [label] : []));
  const stated = KEY_FACTS.length - missing.length;
  return (
    <div className="facts-meter">
      <p>
        <strong>{`${stated} of ${KEY_FACTS.length} key facts.`}</strong>{" "}
        <span>{filters.length > 0 && `People who filter by ${anyOf.format(filters)} do not see your site yet.`}</span>
      </p>
      {/* The text says the same. */}
      <meter aria-hidden="true" max={KEY_FACTS.length} value={stated} />
    </div>
  );
}
