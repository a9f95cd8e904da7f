import { type FactName, type Facts, KEY_FACTS } from "#schema/facts/facts.ts";
import type { ListQuery } from "#schema/pages/pages.ts";
import type { CardPage, CardSite, PlaceSite, SitePage, SiteSummary } from "#schema/sites/sites.ts";
import { shownValues } from "./shown-values.ts";

const SHOWN: readonly FactName[] = [...KEY_FACTS, "free_plan", "stars", "last_commit"];

/** Cards show few facts, and no sources. Pages without the others load faster. */
export const forCard = ({
  fact_sources: _sources,
  facts_checked_at: _checked,
  created_at: _created,
  updated_at: _updated,
  verified: _verified,
  link,
  alternatives,
  ...site
}: SiteSummary): CardSite => ({
  ...site,
  ...iconLinkOf(site.logo, link),
  alternatives: alternatives.map(({ name }) => ({ name })),
  facts: shownOf(site.facts),
});

export const forPlace = ({ id, slug, name, link, description, logo }: SiteSummary): PlaceSite => ({
  id,
  slug,
  name,
  ...iconLinkOf(logo, link),
  description,
  logo,
});

const iconLinkOf = (logo: string | null, link: string) => (logo === null ? { link } : {});

export const forCards = (list: SitePage, query: ListQuery): CardPage => ({
  ...list,
  ...shownValues(list, query),
  results: list.results.map(forCard),
  featured: list.featured.map(forPlace),
});

const shownOf = (facts: Facts): Facts => ({
  ...Object.fromEntries(SHOWN.flatMap((name) => (name in facts ? [[name, facts[name]]] : []))),
  ...(facts.archived && { archived: true }),
});
