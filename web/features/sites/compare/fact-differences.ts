import type { ComparePage } from "#schema/pages/pages.ts";
import { pricingText } from "#schema/facts/fact-texts.ts";
import { FACT_NAMES, type FactName, type Facts, factOf } from "#schema/facts/facts.ts";
import { ageInWords } from "#schema/values/dates.ts";

/** `isLeft`: the product to leave. */
export type Column = ComparePage["sites"][number] & { isLeft?: boolean };

/** `partly`: only some state it, and these the same. Whether the others differ is unknown. `unknown`: nobody states it. */
export type Difference = "different" | "partly" | "same" | "unknown";

/** Undefined is not stated. The order of a list is no difference. */
function differenceOf(values: unknown[]): Difference {
  const stated = values.filter((value) => value !== undefined);
  if (stated.length === 0) return "unknown";
  if (new Set(stated.map(sameText)).size > 1) return "different";
  return stated.length < values.length ? "partly" : "same";
}

const sameText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

export type SortedFacts = Record<Difference | "aside", FactName[]>;

/** They nearly always differ, which says little. Links, too. */
const ASIDE: ReadonlySet<FactName> = new Set(["built_with", "tags"]);

function shownValue(name: FactName, facts: Facts, today: number) {
  if (facts.pricing && name === "pricing") return pricingText(facts.pricing, facts.hosting);
  if (facts.last_commit && name === "last_commit") return ageInWords(Date.parse(facts.last_commit), today);
  return facts[name];
}

/** What is unknown of the product to leave alone is no difference. */
export function sortFacts(columns: Column[], today: number): SortedFacts {
  const sorted: SortedFacts = { different: [], partly: [], same: [], aside: [], unknown: [] };
  for (const name of FACT_NAMES) {
    const counted = columns.filter(({ isLeft, facts }) => !isLeft || facts[name] !== undefined);
    const difference = differenceOf(counted.map(({ facts }) => shownValue(name, facts, today)));
    const isAside = factOf(name).kind === "link" || ASIDE.has(name);
    sorted[difference !== "unknown" && isAside ? "aside" : difference].push(name);
  }
  return sorted;
}
