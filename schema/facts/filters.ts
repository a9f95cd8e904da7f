import { countryName, COUNTRY_NAMES } from "../values/countries.ts";
import { FACTS, factOf, FILTERS } from "./facts.ts";
import { LICENCE_TYPES } from "./licence-types.ts";
import { ownValue } from "../values/records.ts";

/** Chosen values by filter, such as `{ platform: ["linux", "web"] }`. A filter without values is missing. */
export type Filters = Record<string, string[]>;

export const FILTER_NAMES = [...FILTERS.keys()];

/** A site must have all chosen values of this filter. Of others, it must have one. */
export const ALL_PLATFORMS = "runs_on";
export const LICENCE_TYPE = "licence_type";

const MAX_VALUES = 20;
/** "Yes" of a filter for a yes/no fact. */
export const YES = "1";

/** An unknown value is left out, and `invalid` maps its filter to an error message. */
export function parseFilters(params: URLSearchParams): { filters: Filters; invalid: Record<string, string> } {
  const filters: Filters = {};
  const invalid: Record<string, string> = {};
  for (const filter of FILTER_NAMES) {
    const given = [...new Set(params.getAll(filter).filter(Boolean))];
    const known = given.filter((value) => isFilterValue(filter, value)).slice(0, MAX_VALUES);
    if (known.length < given.length) invalid[filter] = `Unknown value of ${filter}.`;
    if (known.length > 0) filters[filter] = known.toSorted();
  }
  return { filters, invalid };
}

/** The values of a filter with a declared list, and their words. */
export function optionsOf(filter: string): Readonly<Record<string, string>> | undefined {
  if (filter === LICENCE_TYPE) return LICENCE_TYPES;
  const fact = factOf(FILTERS.get(filter)!);
  return "options" in fact ? fact.options : undefined;
}

function isFilterValue(filter: string, value: string): boolean {
  const options = optionsOf(filter);
  if (options) return Object.hasOwn(options, value);
  switch (factOf(FILTERS.get(filter)!).kind) {
    case "yes_no":
      return value === YES;
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
  const options = optionsOf(filter);
  if (options) return ownValue(options, value) ?? value;
  if (fact.kind === "country") return countryName(value);
  return fact.kind === "products" ? (ownValue(products, value) ?? value) : value;
}

/** The heading of a filter. */
export const filterLabel = (filter: string): string => LABELS[filter] ?? FACTS[FILTERS.get(filter)!].label;

const LABELS: Readonly<Record<string, string>> = { [ALL_PLATFORMS]: "Must run on", [LICENCE_TYPE]: "Licence type" };

/** Adds the value, or removes it if it is chosen. */
export function toggleFilter(filters: Filters, filter: string, value: string): Filters {
  const { [filter]: chosen = [], ...others } = filters;
  const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].toSorted();
  return values.length > 0 ? { ...others, [filter]: values } : others;
}
