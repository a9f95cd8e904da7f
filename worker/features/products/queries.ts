import { and, desc, eq, gt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_POPULAR_SITES, MOST_REPLACED_MAX, POPULAR_PER_PAGE } from "#schema/sites/sites.ts";
import type { Page, PopularAlternative } from "#schema/sites/sites.ts";
import { alternatives, counters, productMoves, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { toPage, pageOffset } from "../../db/paging.ts";
import { queryRows, withTableNames } from "../../db/raw.ts";
import { shows } from "../../http/edge-scope.ts";
import { isPast, isUnusual, meritAt } from "../search/merit.ts";
import { productLink } from "./links.ts";

const popularSites = (now: number) =>
  withTableNames(sql<string>`(
  SELECT json_group_array(json_object('name', name, 'blog_slug', slug) ORDER BY past, unusual, merit DESC, id DESC) FROM (
    SELECT ${sites.id} AS id, ${sites.name} AS name, ${sites.slug} AS slug, ${isPast} AS past,
      ${isUnusual(sql`${products.id}`)} AS unusual, ${meritAt(now)} AS merit
    FROM ${alternatives} JOIN ${sites} ON ${sites.id} = ${alternatives.siteId}
    WHERE ${alternatives.productId} = ${products.id} AND ${sites.review} = 'active'
    ORDER BY ${alternatives.siteId} DESC LIMIT ${MAX_POPULAR_SITES}
  )
)`);

/** Selects a page of the products, most active sites first. `toPopularPage` converts the rows. */
export function popularStatement(db: Db, page: number, now: number) {
  const listed = db
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      count: products.siteCount,
      sites: popularSites(now).as("sites"),
    })
    .from(products)
    .where(gt(products.siteCount, 0))
    .orderBy(desc(products.siteCount), products.id)
    .limit(POPULAR_PER_PAGE)
    .offset(pageOffset(page, POPULAR_PER_PAGE))
    .as("page");
  const total = db.select({ value: counters.value }).from(counters).where(eq(counters.name, "products"));
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

/** Returns the rows, and says that the response shows these products. */
export function toProductLinks<Product extends { slug: string }>(rows: Product[]): Product[] {
  shows(...rows.map(({ slug }) => `product:${slug}` as const));
  return rows;
}

const linked = { name: products.name, slug: products.slug, count: products.siteCount };

/** Selects the products of the tiles on the home page. */
export const mostReplacedStatement = (db: Db) =>
  db
    .select(linked)
    .from(products)
    .where(gt(products.siteCount, 0))
    .orderBy(desc(products.siteCount), products.id)
    .limit(MOST_REPLACED_MAX);

/** Returns SQL for the id of the product that has or had this slug. */
export const productIdOfSlug = (slug: string | SQL): SQL<number> => sql`(
  SELECT ${products.id} FROM ${products} WHERE ${products.slug} = ${slug}
  UNION ALL SELECT ${productMoves.productId} FROM ${productMoves} WHERE ${productMoves.slug} = ${slug} LIMIT 1
)`;

/** Selects a product, if an active site names it. */
export const productStatement = (db: Db, slug: string, now: number) =>
  db
    .select({ id: products.id, ...linked, link: productLink(now) })
    .from(products)
    .where(and(eq(products.id, productIdOfSlug(slug)), gt(products.siteCount, 0)));

/** Selects the products with a page that the sites import from. `stated` is the slug in the facts of a site. */
export const importedProductsStatement = (db: Db, ...siteSlugs: string[]) =>
  queryRows(
    db,
    { stated: sql`stated.value`.mapWith(String), name: products.name, slug: products.slug },
    (columns) => sql`
    SELECT DISTINCT ${columns} FROM ${sites}
    CROSS JOIN json_each(json_insert(coalesce(${sites.facts} -> '$.imports_from', '[]'), '$[#]', ${sites.slug})) AS stated
    JOIN ${products} ON ${products.id} = ${productIdOfSlug(sql`stated.value`)}
    WHERE ${sites.slug} IN ${jsonList(siteSlugs)} AND ${products.siteCount} > 0`,
  );

const RELATING_SITES = 50;
const RELATED_MAX = 8;

/** Selects the other products that the newest sites of this product also name, the most frequent first. */
export function relatedProductsStatement(db: Db, slug: string) {
  const own = alias(alternatives, "own");
  return queryRows(
    db,
    linked,
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${own.siteId} AS listed_id FROM ${alternatives} AS ${sql.identifier("own")} CROSS JOIN ${sites} ON ${sites.id} = ${own.siteId}
      WHERE ${own.productId} = ${productIdOfSlug(slug)} AND ${sites.review} = 'active'
      ORDER BY ${own.siteId} DESC LIMIT ${RELATING_SITES}
    ) JOIN ${alternatives} ON ${alternatives.siteId} = listed_id JOIN ${products} ON ${products.id} = ${alternatives.productId}
    WHERE ${products.id} <> ${productIdOfSlug(slug)} AND ${products.siteCount} > 0
    GROUP BY ${products.id} ORDER BY count(*) DESC, ${products.siteCount} DESC, ${products.id} LIMIT ${RELATED_MAX}`,
  );
}
