import { countFacts } from "../facts/facts.ts";
import type { Alternative, SiteDetail } from "./sites.ts";

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/** Search engines index a comparison if each site has so many facts, and all replace the same product. */
export const MIN_FACTS_TO_INDEX = 8;

/** An entry of GET /api/compare/. Each alternative has the slug of its product. */
export type ComparedSite = Omit<SiteDetail, "title" | "content" | "blog" | "alternatives"> & {
  alternatives: (Alternative & { slug: string })[];
};

type Replacing = { alternatives: { slug: string; name: string }[] };

/** The products that at least two of the sites replace, those that most of them replace first. */
export function sharedProducts(sites: Replacing[]): { slug: string; name: string; count: number }[] {
  const found = new Map<string, { slug: string; name: string; count: number }>();
  for (const { slug, name } of sites.flatMap(({ alternatives }) => alternatives)) {
    const known = found.get(slug);
    found.set(slug, known ? { ...known, count: known.count + 1 } : { slug, name, count: 1 });
  }
  return [...found.values()].filter(({ count }) => count > 1).toSorted((a, b) => b.count - a.count);
}

/** Returns the product that all of the sites replace, if there is one: the one with the slug `leaving`, or the first one. */
export function productOfAll(sites: Replacing[], leaving?: string | null) {
  const ofAll = sharedProducts(sites).filter(({ count }) => count === sites.length);
  return ofAll.find(({ slug }) => slug === leaving) ?? ofAll[0];
}

export const isIndexed = (sites: (Replacing & Pick<ComparedSite, "facts">)[]): boolean =>
  productOfAll(sites) !== undefined && sites.every(({ facts }) => countFacts(facts) >= MIN_FACTS_TO_INDEX);
