import { FACT_GROUPS, FACT_NAMES, factOf, type FactGroup, type FactName, GROUP_NAMES } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { OutboundLink } from "../../../ui/outbound-link.tsx";
import { faviconHost } from "../logo/logo.tsx";
import { FactValue } from "./fact-value.tsx";

type Props = Pick<SiteDetailPage, "site" | "products">;

/** The stated facts by group, each with the place where it is stated. */
export function AllFacts({ site, products }: Props) {
  const stated = (group: FactGroup) =>
    FACT_NAMES.filter((name) => site.facts[name] !== undefined && factOf(name).group === group);
  const groups = GROUP_NAMES.map((group) => ({ group, names: stated(group) })).filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return (
    <section id="facts" className="section" aria-labelledby="facts-title">
      <h2 id="facts-title">Facts about {site.name}</h2>
      {groups.map(({ group, names }) => (
        <div key={group} className="fact-group">
          <h3>{FACT_GROUPS[group]}</h3>
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{factOf(name).label}</dt>
                <dd>
                  {group === "opinion" ? (
                    <ul>
                      {[site.facts[name]].flat().map((point) => (
                        <li key={String(point)}>{String(point)}</li>
                      ))}
                    </ul>
                  ) : (
                    <FactValue name={name} value={site.facts[name]!} products={products} />
                  )}
                </dd>
                <dd className="fact-source">
                  <FactSource site={site} name={name} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}

function FactSource({ site, name }: Pick<SiteDetailPage, "site"> & { name: FactName }) {
  const source = site.fact_sources[name];
  const label = <span className="visually-hidden">Source: </span>;
  if (!source) return <>{label}The owner</>;
  return (
    <OutboundLink className="out-link" link={source} campaign="source">
      {label}
      {faviconHost(source) ?? source}
    </OutboundLink>
  );
}
