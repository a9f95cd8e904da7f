import { sql } from "drizzle-orm";
import {
  aboutPath,
  blogPath,
  blogsPath,
  categoryPath,
  contactPath,
  homePath,
  pricePath,
  sitePath,
  targetPath,
} from "#schema/paths.ts";
import type { Category } from "#schema/sites.ts";
import { toIso } from "../db/time.ts";
import type { Db } from "../db/connection.ts";
import { all } from "../db/raw.ts";
import { absolute, xml } from "./xml.ts";

/** A part holds the rows of this many ids, so that each is one walk along the primary key, however many there are. */
const IDS_A_PART = 10_000;

export type Place = {
  path: string;
  /** Milliseconds since 1970, when what the page shows last changed. */
  changedAt?: number;
};

/** Names of the parts that hold something. */
export async function listParts(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`
    WITH RECURSIVE
      site_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM site_parts WHERE n * ${IDS_A_PART} < (SELECT max(id) FROM sites)),
      target_parts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM target_parts WHERE n * ${IDS_A_PART} < (SELECT max(id) FROM targets))
    SELECT 'sites-' || n AS name FROM site_parts
    WHERE EXISTS (SELECT 1 FROM sites INDEXED BY sites_active WHERE review = 'active' AND id > (n - 1) * ${IDS_A_PART} AND id <= n * ${IDS_A_PART})
    UNION ALL
    SELECT 'targets-' || n FROM target_parts
    WHERE EXISTS (SELECT 1 FROM targets WHERE site_count > 0 AND id > (n - 1) * ${IDS_A_PART} AND id <= n * ${IDS_A_PART})`);
  return ["pages", ...rows.map(({ name }) => name)];
}

/** What a part lists; undefined where there is no such part. */
export async function findPart(db: Db, name: string, now: number): Promise<Place[] | undefined> {
  if (name === "pages") return listPages(db, now);
  const [, kind, number] = /^(sites|targets)-([1-9]\d{0,8})$/.exec(name) ?? [];
  if (!kind) return undefined;
  const last = Number(number) * IDS_A_PART;
  const ids = sql`id > ${last - IDS_A_PART} AND id <= ${last}`;
  const places = kind === "sites" ? await listSites(db, ids) : await listTargets(db, ids);
  return places.length > 0 ? places : undefined;
}

const FIXED = [homePath, blogsPath, pricePath, aboutPath, contactPath].map((path) => ({ path }));

/** Pages that are neither sites nor products. */
async function listPages(db: Db, now: number): Promise<Place[]> {
  const [categories, posts] = await db.batch([
    all<{ category: Category }>(
      db,
      sql`SELECT substr(name, 7) AS category FROM counters WHERE name >= 'sites.' AND name < 'sites/' AND value > 0`,
    ),
    all<{ slug: string; changedAt: number }>(
      db,
      sql`
      SELECT slug, max(published_at, updated_at) AS changedAt FROM blog_posts
      WHERE published_at <= ${now} ORDER BY published_at DESC, id DESC`,
    ),
  ]);
  return [
    ...FIXED,
    ...categories.map(({ category }) => ({ path: categoryPath(category) })),
    ...posts.map(({ slug, changedAt }) => ({ path: blogPath(slug), changedAt })),
  ];
}

type Ids = ReturnType<typeof sql>;

async function listSites(db: Db, ids: Ids): Promise<Place[]> {
  const rows = await db.all<{ slug: string; changedAt: number }>(sql`
    SELECT slug, updated_at AS changedAt FROM sites WHERE ${ids} AND review = 'active' ORDER BY id`);
  return rows.map(({ slug, changedAt }) => ({ path: sitePath(slug), changedAt }));
}

async function listTargets(db: Db, ids: Ids): Promise<Place[]> {
  const rows = await db.all<{ slug: string }>(
    sql`SELECT slug FROM targets WHERE ${ids} AND site_count > 0 ORDER BY id`,
  );
  return rows.map(({ slug }) => ({ path: targetPath(slug) }));
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export const sitemapIndex = (origin: string, parts: string[]) => xml`<sitemapindex xmlns="${NAMESPACE}">
${parts.map((name) => toEntry("sitemap", absolute(origin, `/sitemaps/${name}.xml`)))}</sitemapindex>`;

export const sitemap = (origin: string, places: Place[]) => xml`<urlset xmlns="${NAMESPACE}">
${places.map(({ path, changedAt }) => toEntry("url", absolute(origin, path), changedAt))}</urlset>`;

const toEntry = (element: "sitemap" | "url", address: string, changedAt?: number) =>
  xml`<${element}><loc>${address}</loc>${changedAt === undefined ? "" : xml`<lastmod>${toIso(changedAt)}</lastmod>`}</${element}>
`;
