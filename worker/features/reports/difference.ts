import { type Facts, type FactSources, inFactOrder, isFactName } from "#schema/facts/facts.ts";
import type { Category } from "#schema/sites/sites.ts";
import type { Difference } from "#schema/sites/reports.ts";
import { productKey } from "../../names/products.ts";

type Product = { name: string; link: string };
/** What a listing or a product says now. */
export type Present = Product & { facts?: Facts; alternatives?: Product[] };

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns which of the suggested values are not there now, and what they replace. */
export function differenceOf(present: Present, suggested: Record<string, unknown>): Difference {
  const changed = Object.entries(suggested).flatMap(([key, after]) => {
    const [before, wanted] = compared(present, key, after);
    return isSame(before, wanted) ? [] : [[key, before, after] as const];
  });
  return {
    before: Object.fromEntries(changed.map(([key, before]) => [key, before])),
    after: Object.fromEntries(changed.map(([key, , after]) => [key, after])),
  };
}

/** Returns the value now and the suggested one. A product to add or to remove is there or not. */
function compared(present: Present, key: string, value: unknown): [before: unknown, after: unknown] {
  const find = (name: string) => present.alternatives?.find((one) => productKey(one.name) === productKey(name));
  if (key === "add_alternative") return [find((value as Product).name) ? value : null, value];
  if (key === "remove_alternative") return [find(value as string)?.name ?? null, null];
  const fact = factIn(key);
  return [fact ? (present.facts?.[fact] ?? null) : (present as Record<string, unknown>)[key], value];
}

function factIn(key: string) {
  const name = key.replace("facts.", "");
  return name !== key && isFactName(name) ? name : undefined;
}

type Listing<P> = { facts: Facts; fact_sources: FactSources; alternatives: P[] };

/** Returns the patch of a listing. Its other facts and the rows of its other products stay. */
export function patchOf<P extends Product>(after: Difference["after"], listing: Listing<P>, source: string) {
  const { add_alternative: added, remove_alternative: removed, ...others } = after;
  const facts: Record<string, unknown> = { ...listing.facts };
  const sources: Record<string, string> = { ...listing.fact_sources };
  const texts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(others)) {
    const fact = factIn(key);
    if (fact === undefined) texts[key] = value;
    else if (value === null) delete facts[fact];
    else [facts[fact], sources[fact]] = [value, source];
  }
  const kept = listing.alternatives.filter(({ name }) => productKey(name) !== productKey(String(removed ?? "")));
  return {
    ...(texts as Partial<Record<"name" | "link" | "description", string>> & { category?: Category }),
    ...(Object.keys(others).some(factIn) && {
      facts: inFactOrder(facts) as Facts,
      fact_sources: sources as FactSources,
    }),
    ...((added !== undefined || removed !== undefined) && {
      alternatives: [...kept, ...(added ? [added as Product] : [])],
    }),
  };
}
