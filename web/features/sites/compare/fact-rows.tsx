import { type FactName, factOf } from "#schema/facts/facts.ts";
import type { ProductNames } from "#schema/facts/fact-texts.ts";
import { pageName } from "#schema/facts/source-name.ts";
import { countText } from "../../../ui/counts.ts";
import { FactValue } from "../site/fact-value.tsx";
import { NotStated, Row, RowGroup } from "./comparison-row.tsx";
import type { Column, Difference, SortedFacts } from "./fact-differences.ts";

/** What matters most comes first. */
const GROUPS: [Difference, title: [one: string, many: string]][] = [
  ["different", ["fact differs", "facts differ"]],
  ["partly", ["fact is stated for some only", "facts are stated for some only"]],
  ["same", ["fact is the same", "facts are the same"]],
];

type Props = { facts: SortedFacts; columns: Column[]; products: ProductNames };

export const FactRows = ({ facts, columns, products }: Props) =>
  GROUPS.filter(([difference]) => facts[difference].length > 0).map(([difference, title]) => (
    <RowGroup key={difference} title={countText(facts[difference].length, title)} columns={columns}>
      {facts[difference].map((name) => (
        <FactRow key={name} name={name} columns={columns} products={products} />
      ))}
    </RowGroup>
  ));

type RowProps = { name: FactName; columns: Column[]; products: ProductNames };

/** A source of all values stands beside the label. */
export function FactRow({ name, columns, products }: RowProps) {
  const stated = columns.filter(({ facts }) => facts[name] !== undefined);
  const [shared, ...others] = new Set(stated.map((column) => column.fact_sources[name]));
  const isShared = others.length === 0 && stated.length > 1;
  return (
    <Row label={factOf(name).label} columns={columns} source={isShared && <Source address={shared} />}>
      {({ facts, fact_sources, disagreements }) => (
        <>
          {facts[name] === true && name !== "archived" && (
            <b className="is-yes" aria-hidden>
              ✓{" "}
            </b>
          )}
          {facts[name] === undefined ? <NotStated /> : <FactValue name={name} facts={facts} products={products} />}
          {disagreements
            .filter((disagreement) => disagreement.facts.includes(name))
            .map(({ text }) => (
              <small key={text} className="comparison-note">
                {text}
              </small>
            ))}
          {!isShared && facts[name] !== undefined && <Source address={fact_sources[name]} />}
        </>
      )}
    </Row>
  );
}

/** A list or page that states a fact. What has none is stated by the owner. */
const Source = ({ address }: { address: string | undefined }) =>
  address && (
    <>
      {" "}
      <a className="comparison-source" href={address} rel="ugc nofollow noopener" target="_blank">
        {pageName(address)}
      </a>
    </>
  );
