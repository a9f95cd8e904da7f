import { factOf, isFactName } from "#schema/facts/facts.ts";
import { Age } from "../../../ui/age.tsx";
import { Row } from "./comparison-row.tsx";
import type { Compared } from "./fact-differences.ts";
import { NotStated, shortAddress } from "./fact-value.tsx";

/** When the facts of each site were checked, and where they are stated. */
export const SourceRows = ({ sites }: { sites: Compared[] }) => (
  <>
    <Row label="Last checked" sites={sites}>
      {({ facts_checked_at }) => (facts_checked_at ? <Age iso={facts_checked_at} /> : <NotStated />)}
    </Row>
    <Row label="Sources of facts" sites={sites}>
      {(site) => <Sources site={site} />}
    </Row>
  </>
);

/** Each source with the facts that it states. The owner states the others. */
function Sources({ site: { facts, fact_sources } }: { site: Compared }) {
  const labels = Map.groupBy(Object.keys(facts).filter(isFactName), (name) => fact_sources[name] ?? "");
  if (labels.size === 0) return <NotStated />;
  return (
    <ul className="comparison-sources">
      {[...labels].map(([source, names]) => (
        <li key={source}>
          {source ? (
            <a className="touch-link" href={source} rel="ugc nofollow noopener" target="_blank">
              {shortAddress(source)}
            </a>
          ) : (
            "The owner"
          )}
          <small className="comparison-note">{names.map((name) => factOf(name).label).join(", ")}</small>
        </li>
      ))}
    </ul>
  );
}
