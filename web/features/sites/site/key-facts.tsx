import { Link } from "react-router";
import { NOT_STATED } from "#schema/facts/fact-texts.ts";
import { countFacts, factOf, FACT_NAMES, KEY_FACTS } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { editSitePath } from "#schema/pages/paths.ts";
import { isStaff, useSession } from "../../../data/session.tsx";
import { Age } from "../../../ui/age.tsx";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { useIsOwn } from "../card/likes.ts";
import { addressText } from "./address-text.ts";
import { FactValue } from "./fact-value.tsx";

type Props = Pick<SiteDetailPage, "site" | "products">;

export function KeyFacts({ site, products }: Props) {
  const { facts, facts_checked_at: checkedAt } = site;
  return (
    <section className="key-facts" aria-labelledby="key-facts-title">
      <h2 id="key-facts-title">Key facts</h2>
      {countFacts(facts) > 0 ? <KeyFactRows site={site} products={products} /> : <NoFacts site={site} />}
      {checkedAt && (
        <p className="fact-note">
          Checked <Age iso={checkedAt} />
        </p>
      )}
    </section>
  );
}

/** A number beside a value leads to the address below the table where the value is stated. */
function KeyFactRows({ site: { facts, fact_sources: sources }, products }: Props) {
  const addresses = [...new Set(KEY_FACTS.flatMap((name) => sources[name] ?? []))];
  const rest = FACT_NAMES.filter((name) => name in facts && !KEY_FACTS.includes(name)).length;
  return (
    <>
      <dl>
        {KEY_FACTS.map((name) => {
          const value = facts[name];
          const source = sources[name];
          const number = source && addresses.indexOf(source) + 1;
          return (
            <div key={name}>
              <dt>{factOf(name).label}</dt>
              {value === undefined ? (
                <dd className="not-stated">{NOT_STATED}</dd>
              ) : (
                <dd>
                  <span>
                    <FactValue name={name} value={value} products={products} />
                  </span>
                  {number && (
                    <a className="footnote" href={`#source-${number}`}>
                      <span className="visually-hidden">Source </span>
                      {number}
                    </a>
                  )}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      {addresses.length > 0 && (
        <ol className="fact-sources" aria-label="Sources">
          {addresses.map((address, index) => (
            <li key={address} id={`source-${index + 1}`}>
              {index + 1}{" "}
              <OutboundLink className="out-link" link={address} campaign="source">
                {addressText(address)}
              </OutboundLink>
            </li>
          ))}
        </ol>
      )}
      <p className="fact-note">
        <a href="#facts">{rest > 0 ? "All facts and their sources" : "Where each fact is stated"}</a>
      </p>
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
