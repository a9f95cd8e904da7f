import { factText } from "#schema/facts/fact-texts.ts";
import { FACT_NAMES, factOf, type FactName } from "#schema/facts/facts.ts";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { formatDate } from "#schema/values/dates.ts";
import { FactValue } from "./fact-value.tsx";

export type FactsProps = Pick<SiteDetailPage, "site" | "products" | "disagreements" | "changes">;

/** The addresses where the site's facts are stated, in the order of their numbers. */
export const sourceAddresses = ({ fact_sources: sources }: FactsProps["site"]): string[] => [
  ...new Set(FACT_NAMES.flatMap((name) => sources[name] ?? [])),
];

/** Facts that are stated. A number beside a value leads to the source below the table. */
export function FactRows({
  names,
  site,
  products,
  disagreements,
  changes,
}: FactsProps & { names: readonly FactName[] }) {
  const { facts, fact_sources: sources } = site;
  const addresses = sourceAddresses(site);
  return (
    <dl className="fact-rows">
      {names.map((name) => {
        const source = sources[name];
        const number = source && addresses.indexOf(source) + 1;
        // The latest one of a fact that the owner states now.
        const change = source ? undefined : changes.find(({ fact }) => fact === name);
        const notes = [
          disagreements.find((one) => one.facts.includes(name))?.text,
          change && change.before !== null && `Until ${formatDate(change.day)}: ${factText(name, change.before)}.`,
        ];
        return (
          <div key={name}>
            <dt>{factOf(name).label}</dt>
            <dd>
              <FactValue name={name} facts={facts} products={products} />
              {number && (
                <a className="footnote" href={`#source-${number}`}>
                  <span className="visually-hidden">Source </span>
                  {number}
                </a>
              )}
              {notes.map((note) => note && <p key={note}>{note}</p>)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
