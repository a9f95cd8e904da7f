import { COUNTRY_NAMES } from "#schema/countries.ts";

export const COUNTRIES = Object.entries(COUNTRY_NAMES)
  .map(([code, name]) => ({ code, name }))
  .toSorted((a, b) => a.name.localeCompare(b.name, "en"));

/** The country of the browser's language: a proposal. "" if it names none. */
export function proposedCountry(): string {
  const [, region = ""] = /-([A-Z]{2})$/.exec(navigator.language) ?? [];
  return region in COUNTRY_NAMES ? region : "";
}
