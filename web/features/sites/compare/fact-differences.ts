import type { ComparePage } from "#schema/pages/pages.ts";
import { FACT_GROUPS, FACT_NAMES, type FactGroup, type FactName, factOf, GROUP_NAMES } from "#schema/facts/facts.ts";

export type Compared = ComparePage["sites"][number];

export type FactGroupRows = {
  group: FactGroup;
  title: string;
  rows: { name: FactName; difference: Difference }[];
  /** Facts that none of the sites states. */
  notStated: FactName[];
};

/** `partly`: only some of the sites state it, and these the same. Whether the others differ is unknown. */
export type Difference = "same" | "partly" | "different";

/** Undefined is not stated. The order of a list is no difference. */
export function differenceOf(values: unknown[]): Difference {
  const stated = values.filter((value) => value !== undefined);
  if (new Set(stated.map(sameText)).size > 1) return "different";
  return stated.length > 0 && stated.length < values.length ? "partly" : "same";
}

const sameText = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

export const factGroups = (sites: Compared[]): FactGroupRows[] =>
  GROUP_NAMES.map((group) => {
    const names = FACT_NAMES.filter((name) => factOf(name).group === group);
    const isStated = (name: FactName) => sites.some(({ facts }) => facts[name] !== undefined);
    return {
      group,
      title: FACT_GROUPS[group],
      rows: names
        .filter(isStated)
        .map((name) => ({ name, difference: differenceOf(sites.map(({ facts }) => facts[name])) })),
      notStated: names.filter((name) => !isStated(name)),
    };
  });
