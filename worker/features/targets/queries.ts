import { and, desc, eq, gt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_POPULAR_SITES, MOST_REPLACED_MAX, POPULAR_PER_PAGE } from "#schema/sites.ts";
import type { Page, PopularAlternative } from "#schema/sites.ts";
import { alternatives, counters, sites, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { toPage, pageOffset } from "../../db/paging.ts";
import { queryRows, withTableNames } from "../../db/raw.ts";
import { shows } from "../../http/edge-scope.ts";
import { productLink } from "./links.ts";

const popularSites = withTableNames(sql<string>`(
  SELECT json_group_array(json_object('name', name, 'blog_slug', slug)) FROM (
    SELECT ${sites.name} AS name, ${sites.slug} AS slug FROM ${alternatives} JOIN ${sites} ON ${sites.id} = ${alternatives.siteId}
    WHERE ${alternatives.targetId} = ${targets.id} AND ${sites.review} = 'active'
    ORDER BY ${alternatives.siteId} DESC LIMIT ${MAX_POPULAR_SITES}
  )
)`);

/** Selects a page of the targets, most active sites first. `toPopularPage` converts the rows. */
export function popularStatement(db: Db, page: number) {
  const listed = db
    .select({
      id: targets.id,
      name: targets.name,
      slug: targets.slug,
      count: targets.siteCount,
      sites: popularSites.as("sites"),
    })
    .from(targets)
    .where(gt(targets.siteCount, 0))
    .orderBy(desc(targets.siteCount), targets.id)
    .limit(POPULAR_PER_PAGE)
    .offset(pageOffset(page, POPULAR_PER_PAGE))
    .as("page");
  const total = db.select({ value: counters.value }).from(counters).where(eq(counters.name, "targets"));
  const totals = db
    .select({ total: sql<number>`coalesce(${total}, 0)`.as("total") })
    .from(sql`(SELECT 1)`)
    .as("totals");
  return db
    .select({
      total: totals.total,
      listed: { name: listed.name, slug: listed.slug, count: listed.count, sites: listed.sites },
    })
    .from(totals)
    .leftJoin(listed, sql`true`)
    .orderBy(desc(listed.count), listed.id);
}

type PopularRow = Awaited<ReturnType<typeof popularStatement>>[number];

export function toPopularPage(found: PopularRow[], page: number): Page<PopularAlternative> {
  const results = found.flatMap(({ listed }) =>
    listed ? [{ ...listed, sites: JSON.parse(listed.sites) as PopularAlternative["sites"] }] : [],
  );
  toProductLinks(results);
  for (const { sites: replacing } of results) shows(...replacing.map((site) => `site:${site.blog_slug}` as const));
  return toPage(results, { count: found[0]?.total ?? 0, page, perPage: POPULAR_PER_PAGE });
}

export async function listPopular(db: Db, page: number): Promise<Page<PopularAlternative>> {
  return toPopularPage(await popularStatement(db, page), page);
}

/** Returns the rows, and says that the response shows these products. */
export function toProductLinks<Product extends { slug: string }>(rows: Product[]): Product[] {
  shows(...rows.map(({ slug }) => `product:${slug}` as const));
  return rows;
}

const linked = { name: targets.name, slug: targets.slug, count: targets.siteCount };

/** Selects the products of the tiles on the home page. */
export const mostReplacedStatement = (db: Db) =>
  db
    .select(linked)
    .from(targets)
    .where(gt(targets.siteCount, 0))
    .orderBy(desc(targets.siteCount), targets.id)
    .limit(MOST_REPLACED_MAX);

/** Returns SQL for the id of the target that has or had this slug. */
export const targetIdOfSlug = (slug: string | SQL): SQL<number> => sql`(
  SELECT ${targets.id} FROM ${targets} WHERE ${targets.slug} = ${slug}
  UNION ALL SELECT ${targetMoves.targetId} FROM ${targetMoves} WHERE ${targetMoves.slug} = ${slug} LIMIT 1
)`;

/** Selects a target, if an active site names it. */
export const targetStatement = (db: Db, slug: string, now: number) =>
  db
    .select({ id: targets.id, ...linked, link: productLink(now) })
    .from(targets)
    .where(and(eq(targets.id, targetIdOfSlug(slug)), gt(targets.siteCount, 0)));

/** Selects the products with a page that the sites import from. `stated` is the slug in the facts of a site. */
export const importedProductsStatement = (db: Db, ...siteSlugs: string[]) =>
  queryRows(
    db,
    { stated: sql`stated.value`.mapWith(String), name: targets.name, slug: targets.slug },
    (columns) => sql`
    SELECT DISTINCT ${columns} FROM ${sites} CROSS JOIN json_each(${sites.facts}, '$.imports_from') AS stated
    JOIN ${targets} ON ${targets.id} = ${targetIdOfSlug(sql`stated.value`)}
    WHERE ${sites.slug} IN ${jsonList(siteSlugs)} AND ${targets.siteCount} > 0`,
  );

const RELATING_SITES = 50;
const RELATED_MAX = 8;

/** Selects the other targets that the newest sites of this target also name, the most frequent first. */
export function relatedTargetsStatement(db: Db, slug: string) {
  const own = alias(alternatives, "own");
  return queryRows(
    db,
    linked,
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${own.siteId} AS listed_id FROM ${alternatives} AS ${sql.identifier("own")} CROSS JOIN ${sites} ON ${sites.id} = ${own.siteId}
      WHERE ${own.targetId} = ${targetIdOfSlug(slug)} AND ${sites.review} = 'active'
      ORDER BY ${own.siteId} DESC LIMIT ${RELATING_SITES}
    ) JOIN ${alternatives} ON ${alternatives.siteId} = listed_id JOIN ${targets} ON ${targets.id} = ${alternatives.targetId}
    WHERE ${targets.id} <> ${targetIdOfSlug(slug)} AND ${targets.siteCount} > 0
    GROUP BY ${targets.id} ORDER BY count(*) DESC, ${targets.siteCount} DESC, ${targets.id} LIMIT ${RELATED_MAX}`,
  );
}
