import { sql } from "drizzle-orm";
import { disagreements } from "#schema/facts/disagreements.ts";
import { type ComparedSite, MAX_COMPARED } from "#schema/sites/comparisons.ts";
import type { ComparePage, CompareStartPage } from "#schema/pages/pages.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { queryRows } from "../db/raw.ts";
import { findComparison } from "../features/sites/compare/queries.ts";
import { readySitesStatement, toPairs } from "../features/sites/compare/ready-pairs.ts";
import { isActive } from "../features/sites/rows/rows.ts";
import { ofComparison, shareImageOf } from "../features/share-images/share-page.ts";
import { shows } from "../http/edge-scope.ts";
import { nameKey } from "../names/keys.ts";

type Options = { now: number; directory: string; query: URLSearchParams };

/** @throws AppError 404 or 410, see `findComparison`. */
export async function findComparePage(db: Db, slugs: string, { now, directory, query }: Options): Promise<ComparePage> {
  const comparison = await findComparison(db, slugs, now, query.get("leaving"));
  return {
    sites: comparison.sites.map(toColumn),
    product: comparison.product,
    leaves: comparison.leaves && toColumn(comparison.leaves),
    choices: comparison.choices,
    products: comparison.products,
    moved: comparison.moved,
    share_image: shareImageOf(ofComparison(comparison.sites, directory)),
  };
}

const toColumn = ({ screenshots: _, interactions: __, ...site }: ComparedSite) => ({
  ...site,
  disagreements: disagreements(site.facts, site.fact_sources),
});

const MAX_NAME_LENGTH = 100;
/** One pair of each of the products with the most sites. */
const PAIRS = { productCount: 12, sitesOfProduct: 2 };

export async function findCompareStartPage(db: Db, params: URLSearchParams): Promise<CompareStartPage> {
  const asked = params
    .getAll("site")
    .map((text) => text.slice(0, MAX_NAME_LENGTH).trim())
    .filter(Boolean)
    .slice(0, MAX_COMPARED);
  const [found, ready] = await db.batch([namedSitesStatement(db, asked), readySitesStatement(db, PAIRS)]);
  const pairs = toPairs(ready);
  shows("list", ...[...found, ...pairs.flat()].map(({ slug }) => `site:${slug}` as const));
  return {
    asked: asked.map((text, index) => {
      const site = found.find(({ at }) => at === index);
      return { text, site: site ? { name: site.name, slug: site.slug } : null };
    }),
    pairs: pairs.map(([one, other]) => ({
      product: one.product,
      sites: [
        { name: one.name, slug: one.slug },
        { name: other.name, slug: other.slug },
      ],
    })),
  };
}

/** Selects an active site for each text that is its slug or its name. Of several with this name, the most liked. */
export const namedSitesStatement = (db: Db, texts: string[]) =>
  queryRows(
    db,
    { at: sql`entry.key`.mapWith(Number), name: sites.name, slug: sites.slug },
    (columns) => sql`
    SELECT ${columns} FROM json_each(${JSON.stringify(texts.map((text) => ({ text, key: nameKey(text) })))}) AS entry
    CROSS JOIN ${sites} ON ${sites.id} = coalesce(
      (SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = entry.value ->> 'text' AND ${isActive}),
      (SELECT ${sites.id} FROM ${sites} WHERE ${sites.nameKey} = entry.value ->> 'key' AND ${isActive}
        ORDER BY ${sites.likeCount} DESC, ${sites.id} LIMIT 1)
    )`,
  );
