import { and, desc, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { COMBINATIONS, MIN_COMBINED_SITES } from "#schema/facts/combinations.ts";
import { toIso } from "#schema/values/dates.ts";
import {
  aboutPath,
  blogPath,
  blogsPath,
  categoriesPath,
  categoryPath,
  combinationPath,
  comparePath,
  compareStartPath,
  contactPath,
  homePath,
  pricePath,
  productPath,
  productsPath,
  sitePath,
} from "#schema/pages/paths.ts";
import { CATEGORIES, type Category } from "#schema/sites/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { facetCounts } from "#schema/tables/facts.ts";
import { counters, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { queryRows } from "../db/raw.ts";
import { readySitesStatement, toPairs } from "../features/sites/compare/ready-pairs.ts";
import { isActive } from "../features/sites/rows/rows.ts";
import { postChangedAt } from "./posts.ts";
import { absolute, xml } from "../http/xml.ts";

/**
 * Ids per sitemap part. A part is a range of ids, so reading it is one scan of the primary key. A product has at most one
 * entry for each combination, and a sitemap has room for 50,000 entries.
 */
const IDS_PER_PART = { sites: 10_000, products: 1000 };
type Kind = keyof typeof IDS_PER_PART;

type SitemapEntry = {
  path: string;
  /** Unix ms. */
  changedAt?: number;
};

/** Only parts that are not empty. */
export async function listParts(db: Db): Promise<string[]> {
  const inPart = (id: SQLiteColumn, kind: Kind) =>
    sql`${id} > (n - 1) * ${IDS_PER_PART[kind]} AND ${id} <= n * ${IDS_PER_PART[kind]}`;
  const found = await queryRows(
    db,
    { name: sql`name`.mapWith(String) },
    (columns) => sql`WITH RECURSIVE
      site_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM site_parts
        WHERE n * ${IDS_PER_PART.sites} < (SELECT max(${sites.id}) FROM ${sites})),
      product_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM product_parts
        WHERE n * ${IDS_PER_PART.products} < (SELECT max(${products.id}) FROM ${products}))
      SELECT ${columns} FROM (
        SELECT 'sites-' || n AS name FROM site_parts
        WHERE EXISTS (SELECT 1 FROM ${sites} INDEXED BY sites_active WHERE ${isActive} AND ${inPart(sites.id, "sites")})
        UNION ALL
        SELECT 'products-' || n FROM product_parts
        WHERE EXISTS (SELECT 1 FROM ${products} WHERE ${products.siteCount} > 0 AND ${inPart(products.id, "products")})
      )`,
  );
  return ["pages", "comparisons", ...found.map(({ name }) => name)];
}

/** Returns undefined if the part does not exist or is empty. */
export async function findPart(db: Db, name: string, now: number): Promise<SitemapEntry[] | undefined> {
  if (name === "pages") return listPages(db, now);
  if (name === "comparisons") return listComparisons(db);
  const [, kind, number] = /^(sites|products)-([1-9]\d{0,8})$/.exec(name) ?? [];
  if (!kind) return undefined;
  const list = kind === "sites" ? listSites : listProducts;
  const entries = await list(db, Number(number));
  return entries.length > 0 ? entries : undefined;
}

const FIXED = [homePath, productsPath, categoriesPath, blogsPath, pricePath, aboutPath, contactPath].map((path) => ({
  path,
}));

/** All pages except those of sites, products and comparisons. */
async function listPages(db: Db, now: number): Promise<SitemapEntry[]> {
  const { name, value } = counters;
  const [categories, combinations, posts] = await db.batch([
    db
      .select({ category: sql<Category>`substr(${name}, 7)` })
      .from(counters)
      .where(and(gte(name, "sites."), lt(name, "sites/"), gt(value, 0))),
    combinationsStatement(db, sql`SELECT value AS scope, value AS slug FROM json_each(${JSON.stringify(CATEGORIES)})`),
    db
      .select({ slug: blogPosts.slug, changedAt: postChangedAt })
      .from(blogPosts)
      .where(lte(blogPosts.publishedAt, now))
      .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id)),
  ]);
  return [
    ...FIXED,
    ...categories.map(({ category }) => ({ path: categoryPath(category) })),
    ...combinations.map(({ slug, word }) => ({ path: combinationPath(categoryPath(slug as Category), word) })),
    ...posts.map(({ slug, ...post }) => ({ path: blogPath(slug), ...post })),
  ];
}

/**
 * At most 10,000 addresses and 61,000 rows, so one part is enough: of all pairs of sites, there would be more than search
 * engines read.
 */
const COMPARED = { productCount: 1000, sitesOfProduct: 5 };

/** The first page of comparisons is in this part, so that it is never empty. */
async function listComparisons(db: Db): Promise<SitemapEntry[]> {
  const pairs = toPairs(await readySitesStatement(db, COMPARED));
  return [
    { path: compareStartPath },
    ...pairs.map(([one, other]) => ({
      path: comparePath(one.slug, other.slug),
      changedAt: Math.max(one.updatedAt, other.updatedAt),
    })),
  ];
}

/** Selects the combinations that have enough sites. `scopes` is a query of `facet_counts.scope`, and the slug of each. */
const combinationsStatement = (db: Db, scopes: SQL) =>
  queryRows(
    db,
    { slug: sql`slug`.mapWith(String), word: sql`combined.value ->> 'word'`.mapWith(String) },
    (columns) => sql`
    SELECT ${columns} FROM (${scopes}) AS scopes CROSS JOIN json_each(${JSON.stringify(COMBINATIONS)}) AS combined
    CROSS JOIN ${facetCounts} ON ${facetCounts.scope} = scopes.scope
      AND ${facetCounts.filter} = combined.value ->> 'filter' AND ${facetCounts.value} = combined.value ->> 'value'
    WHERE ${facetCounts.siteCount} >= ${MIN_COMBINED_SITES}`,
  );

const isInPart = (id: SQLiteColumn, kind: Kind, part: number) =>
  and(gt(id, (part - 1) * IDS_PER_PART[kind]), lte(id, part * IDS_PER_PART[kind]));

async function listSites(db: Db, part: number): Promise<SitemapEntry[]> {
  const listed = await db
    .select({ slug: sites.slug, updatedAt: sites.updatedAt })
    .from(sites)
    .where(and(isInPart(sites.id, "sites", part), isActive))
    .orderBy(sites.id);
  return listed.map(({ slug, updatedAt }) => ({ path: sitePath(slug), changedAt: updatedAt }));
}

/** The products of a part, and their combinations. */
async function listProducts(db: Db, part: number): Promise<SitemapEntry[]> {
  const isHere = isInPart(products.id, "products", part);
  const [listed, combinations] = await db.batch([
    db
      .select({ slug: products.slug })
      .from(products)
      .where(and(isHere, gt(products.siteCount, 0)))
      .orderBy(products.id),
    combinationsStatement(
      db,
      sql`SELECT 'r' || ${products.id} AS scope, ${products.slug} AS slug FROM ${products}
        WHERE ${isHere} AND ${products.siteCount} >= ${MIN_COMBINED_SITES}`,
    ),
  ]);
  return [
    ...listed.map(({ slug }) => ({ path: productPath(slug) })),
    ...combinations.map(({ slug, word }) => ({ path: combinationPath(productPath(slug), word) })),
  ];
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export const renderSitemapIndex = (origin: string, parts: string[]) => xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map((name) => renderEntry("sitemap", absolute(origin, `/sitemaps/${name}.xml`)))}</sitemapindex>`;

export const renderSitemap = (origin: string, entries: SitemapEntry[]) => xml`<urlset xmlns="${NAMESPACE}">
${entries.map(({ path, changedAt }) => renderEntry("url", absolute(origin, path), changedAt))}</urlset>`;

const renderEntry = (element: "sitemap" | "url", address: string, changedAt?: number) =>
  xml`<${element}><loc>${address}</loc>${changedAt === undefined ? "" : xml`<lastmod>${toIso(changedAt)}</lastmod>`}</${element}>
`;
