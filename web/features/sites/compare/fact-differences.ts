import type { ComparePage } from "#schema/pages/pages.ts";
import { pricingText } from "#schema/facts/fact-texts.ts";
import { FACT_NAMES, type FactName, type Facts, factOf } from "#schema/facts/facts.ts";

export type Compared = ComparePage["sites"][number];

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

export type SortedFacts = Record<Difference | "link", FactName[]>;

const shownValue = (name: FactName, facts: Facts) =>
  name === "pricing" && facts.pricing ? pricingText(facts.pricing, facts.hosting) : facts[name];

/** Links always differ, which says nothing. */
export function sortFacts(columns: Compared[]): SortedFacts {
  const sorted: SortedFacts = { different: [], partly: [], same: [], link: [], unknown: [] };
  for (const name of FACT_NAMES) {
    const difference = differenceOf(columns.map(({ facts }) => shownValue(name, facts)));
    sorted[difference !== "unknown" && factOf(name).kind === "link" ? "link" : difference].push(name);
  }
  return sorted;
}
