import { type FactName, type Facts, KEY_FACTS } from "#schema/facts.ts";
import type { SitePage, SiteSummary } from "#schema/sites.ts";

const SHOWN: readonly FactName[] = [...KEY_FACTS, "free_plan"];

/** Cards show few facts, and no sources. Pages without the others load faster. */
export const forCard = (site: SiteSummary): SiteSummary => ({ ...site, facts: shownOf(site.facts), fact_sources: {} });

export const forCards = (list: SitePage): SitePage => ({
  ...list,
  results: list.results.map(forCard),
  featured: list.featured.map(forCard),
});

const shownOf = (facts: Facts): Facts =>
  Object.fromEntries(SHOWN.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
