import { and, desc, gt, gte, lt, lte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  aboutPath,
  blogPath,
  blogsPath,
  categoryPath,
  comparePath,
  compareStartPath,
  contactPath,
  homePath,
  pricePath,
  sitePath,
  targetPath,
} from "#schema/paths.ts";
import type { Category } from "#schema/sites.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { counters, sites, targets } from "#schema/tables/sites.ts";
import type { Db } from "../db/connection.ts";
import { queryRows } from "../db/raw.ts";
import { toIso } from "../db/time.ts";
import { readySitesStatement, toPairs } from "../features/sites/compare/ready-pairs.ts";
import { isActive } from "../features/sites/rows.ts";
import { postChangedAt } from "./posts.ts";
import { absolute, xml } from "./xml.ts";

/** Ids per sitemap part. A part is a range of ids, so reading it is one scan of the primary key. */
const IDS_PER_PART = 10_000;

export type SitemapEntry = {
  path: string;
  /** Unix ms. */
  changedAt?: number;
};

/** Only parts that are not empty. */
export async function listParts(db: Db): Promise<string[]> {
  const inPart = (id: SQLiteColumn) => sql`${id} > (n - 1) * ${IDS_PER_PART} AND ${id} <= n * ${IDS_PER_PART}`;
  const found = await queryRows(
    db,
    { name: sql`name`.mapWith(String) },
    (columns) => sql`WITH RECURSIVE
      site_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM site_parts
        WHERE n * ${IDS_PER_PART} < (SELECT max(${sites.id}) FROM ${sites})),
      target_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM target_parts
        WHERE n * ${IDS_PER_PART} < (SELECT max(${targets.id}) FROM ${targets}))
      SELECT ${columns} FROM (
        SELECT 'sites-' || n AS name FROM site_parts
        WHERE EXISTS (SELECT 1 FROM ${sites} INDEXED BY sites_active WHERE ${isActive} AND ${inPart(sites.id)})
        UNION ALL
        SELECT 'targets-' || n FROM target_parts
        WHERE EXISTS (SELECT 1 FROM ${targets} WHERE ${targets.siteCount} > 0 AND ${inPart(targets.id)})
      )`,
  );
  return ["pages", "comparisons", ...found.map(({ name }) => name)];
}

/** Returns undefined if the part does not exist or is empty. */
export async function findPart(db: Db, name: string, now: number): Promise<SitemapEntry[] | undefined> {
  if (name === "pages") return listPages(db, now);
  if (name === "comparisons") return listComparisons(db);
  const [, kind, number] = /^(sites|targets)-([1-9]\d{0,8})$/.exec(name) ?? [];
  if (!kind) return undefined;
  const list = kind === "sites" ? listSites : listTargets;
  const entries = await list(db, Number(number) * IDS_PER_PART);
  return entries.length > 0 ? entries : undefined;
}

const FIXED = [homePath, blogsPath, pricePath, aboutPath, contactPath].map((path) => ({ path }));

/** All pages except those of sites, products and comparisons. */
async function listPages(db: Db, now: number): Promise<SitemapEntry[]> {
  const { name, value } = counters;
  const [categories, posts] = await db.batch([
    db
      .select({ category: sql<Category>`substr(${name}, 7)` })
      .from(counters)
      .where(and(gte(name, "sites."), lt(name, "sites/"), gt(value, 0))),
    db
      .select({ slug: blogPosts.slug, changedAt: postChangedAt })
      .from(blogPosts)
      .where(lte(blogPosts.publishedAt, now))
      .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id)),
  ]);
  return [
    ...FIXED,
    ...categories.map(({ category }) => ({ path: categoryPath(category) })),
    ...posts.map(({ slug, ...post }) => ({ path: blogPath(slug), ...post })),
  ];
}

/**
 * At most 10,000 addresses and 61,000 rows, so one part is enough: of all pairs of sites, there would be more than search
 * engines read.
 */
const COMPARED = { products: 1000, sitesOfProduct: 5 };

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

const isInPart = (id: SQLiteColumn, last: number) => and(gt(id, last - IDS_PER_PART), lte(id, last));

async function listSites(db: Db, last: number): Promise<SitemapEntry[]> {
  const listed = await db
    .select({ slug: sites.slug, updatedAt: sites.updatedAt })
    .from(sites)
    .where(and(isInPart(sites.id, last), isActive))
    .orderBy(sites.id);
  return listed.map(({ slug, updatedAt }) => ({ path: sitePath(slug), changedAt: updatedAt }));
}

async function listTargets(db: Db, last: number): Promise<SitemapEntry[]> {
  const listed = await db
    .select({ slug: targets.slug })
    .from(targets)
    .where(and(isInPart(targets.id, last), gt(targets.siteCount, 0)))
    .orderBy(targets.id);
  return listed.map(({ slug }) => ({ path: targetPath(slug) }));
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export const renderSitemapIndex = (origin: string, parts: string[]) => xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map((name) => renderEntry("sitemap", absolute(origin, `/sitemaps/${name}.xml`)))}</sitemapindex>`;

export const renderSitemap = (origin: string, entries: SitemapEntry[]) => xml`<urlset xmlns="${NAMESPACE}">
${entries.map(({ path, changedAt }) => renderEntry("url", absolute(origin, path), changedAt))}</urlset>`;

const renderEntry = (element: "sitemap" | "url", address: string, changedAt?: number) =>
  xml`<${element}><loc>${address}</loc>${changedAt === undefined ? "" : xml`<lastmod>${toIso(changedAt)}</lastmod>`}</${element}>
`;
