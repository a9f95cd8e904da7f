import { countryName, COUNTRY_NAMES } from "../values/countries.ts";
import { type FactName, FACTS, factOf, FILTERS } from "./facts.ts";
import { ownValue } from "../values/records.ts";

/** Chosen values by filter, such as `{ platform: ["linux", "web"] }`. A filter without values is missing. */
export type Filters = Record<string, string[]>;

export const FILTER_NAMES = [...FILTERS.keys()];

const MAX_VALUES = 20;
/** "Yes" of a filter for a yes/no fact. */
export const YES = "1";

/** An unknown value is left out, and `invalid` maps its filter to an error message. */
export function parseFilters(params: URLSearchParams): { filters: Filters; invalid: Record<string, string> } {
  const filters: Filters = {};
  const invalid: Record<string, string> = {};
  for (const [filter, fact] of FILTERS) {
    const given = [...new Set(params.getAll(filter).filter(Boolean))];
    const known = given.filter((value) => isFilterValue(fact, value)).slice(0, MAX_VALUES);
    if (known.length < given.length) invalid[filter] = `Unknown value of ${filter}.`;
    if (known.length > 0) filters[filter] = known.toSorted();
  }
  return { filters, invalid };
}

function isFilterValue(name: FactName, value: string): boolean {
  const fact = factOf(name);
  switch (fact.kind) {
    case "yes_no":
      return value === YES;
    case "choice":
    case "choices":
      return Object.hasOwn(fact.options, value);
    case "country":
      return Object.hasOwn(COUNTRY_NAMES, value);
    default:
      // Only the form knows all licences, and the database all products.
      return /^[^\s/?#]{1,100}$/.test(value);
  }
}

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;

/** The words of a value beside its checkbox. `products` has the names of products by slug. */
export function filterValueText(
  filter: string,
  value: string,
  products: Readonly<Record<string, string>> = {},
): string {
  const fact = factOf(FILTERS.get(filter)!);
  if (fact.kind === "yes_no") return fact.label;
  if ("options" in fact) return ownValue(fact.options, value) ?? value;
  if (fact.kind === "country") return countryName(value);
  return fact.kind === "products" ? (ownValue(products, value) ?? value) : value;
}

/** The heading of a filter. */
export const filterLabel = (filter: string): string => FACTS[FILTERS.get(filter)!].label;

/** Adds the value, or removes it if it is chosen. */
export function toggleFilter(filters: Filters, filter: string, value: string): Filters {
  const { [filter]: chosen = [], ...others } = filters;
  const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].toSorted();
  return values.length > 0 ? { ...others, [filter]: values } : others;
}
