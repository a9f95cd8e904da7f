import { COUNTRY_NAMES } from "#schema/values/countries.ts";

export const COUNTRIES = Object.entries(COUNTRY_NAMES)
  .map(([code, name]) => ({ code, name }))
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
