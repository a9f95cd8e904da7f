import { Link } from "react-router";
import { countFacts, factOf, FACT_NAMES, type FactName, type Facts, KEY_FACTS } from "#schema/facts/facts.ts";
import { sourceName } from "#schema/facts/source-name.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { editSitePath } from "#schema/pages/paths.ts";
import { isStaff, useSession } from "../../../data/session.tsx";
import { DateText } from "../../../ui/date.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { useIsOwn } from "../card/likes.ts";
import { FactRows, type FactsProps, sourceAddresses } from "./fact-rows.tsx";

/** The first four of these that are known stand in the head of the page. */
const FIRST: readonly FactName[] = [
  "stars",
  "last_commit",
  "platforms",
  "licences",
  "pricing",
  "price_from",
  "hosting",
];
const firstOf = (facts: Facts) => FIRST.filter((name) => facts[name] !== undefined).slice(0, 4);

export function FirstFacts(props: FactsProps) {
  const names = firstOf(props.site.facts);
  return names.length > 0 && <FactRows {...props} names={names} />;
}

/** All other facts: the key ones, and below them the rest, which an article moves behind a press. */
export function KeyFacts({ hasArticle, ...props }: FactsProps & { hasArticle: boolean }) {
  const { site } = props;
  const { facts, facts_checked_at: checkedAt } = site;
  const first = firstOf(facts);
  // The head has a sentence about archived software.
  const stated = FACT_NAMES.filter((name) => facts[name] !== undefined && name !== "archived" && !first.includes(name));
  const isKey = (name: FactName) => KEY_FACTS.includes(name);
  const more = stated.filter((name) => !isKey(name));
  const isFolded = hasArticle && more.length > 0;
  const isFree = facts.pricing === "free";
  const unknown = KEY_FACTS.filter((name) => facts[name] === undefined && !(isFree && name === "price_from"));
  return (
    <section id="facts" className="key-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts about {site.name}</h2>
      {countFacts(facts) > 0 ? (
        <>
          <FactRows {...props} names={isFolded ? stated.filter(isKey) : stated} />
          {isFolded && (
            <details>
              <summary>More facts ({more.length})</summary>
              <FactRows {...props} names={more} />
            </details>
          )}
          {unknown.length > 0 && (
            <p className="fact-note">Not stated: {unknown.map((name) => factOf(name).label).join(", ")}.</p>
          )}
          <Sources site={site} />
        </>
      ) : (
        <NoFacts site={site} />
      )}
      {checkedAt && (
        <p className="fact-note">
          Checked on <DateText iso={checkedAt} />
        </p>
      )}
    </section>
  );
}

function Sources({ site }: Pick<SiteDetailPage, "site">) {
  const { facts, fact_sources: sources } = site;
  const addresses = sourceAddresses(site);
  const isOwnersWord = FACT_NAMES.some((name) => facts[name] !== undefined && !sources[name]);
  return (
    <>
      {addresses.length > 0 && (
        <ol className="fact-sources" aria-label="Sources">
          {addresses.map((address, index) => (
            <li key={address} id={`source-${index + 1}`}>
              {index + 1}{" "}
              <OutboundLink className="out-link" link={address} campaign="source">
                {sourceName(address, facts.source_code)}
              </OutboundLink>
            </li>
          ))}
        </ol>
      )}
      {isOwnersWord && <p className="fact-note">The owner states the facts without a number.</p>}
    </>
  );
}

function NoFacts({ site: { id, name } }: Pick<SiteDetailPage, "site">) {
  const user = useSession();
  const isOwn = useIsOwn(id);
  return (
    <>
      <p className="fact-note">No facts about {name} are stated yet.</p>
      {/* Has the height of its link, which appears after hydration. */}
      <p className="fact-note add-facts">{(isOwn || isStaff(user)) && <Link to={editSitePath(id)}>Add facts</Link>}</p>
    </>
  );
}
