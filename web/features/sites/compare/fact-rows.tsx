import { disagreements } from "#schema/facts/disagreements.ts";
import { type FactName, factOf } from "#schema/facts/facts.ts";
import type { ProductNames } from "#schema/facts/fact-texts.ts";
import { countText } from "../../../ui/counts.ts";
import { Row, RowGroup, WideRow } from "./comparison-row.tsx";
import type { Compared, Difference, SortedFacts } from "./fact-differences.ts";
import { FactSources, FactValue } from "./fact-value.tsx";

/** What matters most comes first. */
const GROUPS: [Difference, title: [one: string, many: string]][] = [
  ["different", ["fact differs", "facts differ"]],
  ["partly", ["fact is stated for some only", "facts are stated for some only"]],
  ["same", ["fact is the same", "facts are the same"]],
];

type Props = { facts: SortedFacts; columns: Compared[]; products: ProductNames };

export const FactRows = ({ facts, columns, products }: Props) =>
  GROUPS.filter(([difference]) => facts[difference].length > 0).map(([difference, title]) => (
    <RowGroup key={difference} title={countText(facts[difference].length, title)} columns={columns}>
      {facts[difference].map((name) =>
        difference === "same" ? (
          <WideRow key={name} label={factOf(name).label} columns={columns}>
            <Fact name={name} columns={columns} products={products} />
          </WideRow>
        ) : (
          <FactRow key={name} name={name} columns={columns} products={products} />
        ),
      )}
    </RowGroup>
  ));

type FactProps = { name: FactName; columns: Compared[]; products: ProductNames };

export const FactRow = ({ name, columns, products }: FactProps) => (
  <Row label={factOf(name).label} columns={columns}>
    {(column) => <Fact name={name} columns={[column]} products={products} />}
  </Row>
);

/** The value that the columns share, what contradicts it, and who states it. */
const Fact = ({ name, columns, products }: FactProps) => (
  <>
    <FactValue name={name} facts={columns[0]!.facts} products={products} />
    {contradictions(name, columns).map((text) => (
      <small key={text} className="comparison-note">
        {text}
      </small>
    ))}
    <FactSources name={name} columns={columns} />
  </>
);

function contradictions(name: FactName, columns: Compared[]): string[] {
  const found = columns.flatMap(({ facts, fact_sources: sources }) => disagreements(facts, sources));
  return [...new Set(found.filter(({ facts }) => facts[0] === name).map(({ text }) => text))];
}
