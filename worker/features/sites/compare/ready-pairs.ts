import { sql } from "drizzle-orm";
import { MIN_FACTS_TO_INDEX } from "#schema/sites/comparisons.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { isPast } from "../../search/merit.ts";
import { isActive } from "../rows/rows.ts";

/** So many sites of each product are considered, the newest ones. */
const NEWEST_OF_PRODUCT = 30;

type Limits = { productCount: number; sitesOfProduct: number };

const ready = {
  productId: sql`product_id`.mapWith(Number),
  product: sql`product`.mapWith(String),
  name: sql`name`.mapWith(String),
  slug: sql`slug`.mapWith(String),
  updatedAt: sql`updated_at`.mapWith(Number),
};

/**
 * Selects the sites with the most facts of each of the products with the most sites. `toPairs` pairs them. It reads at
 * most 61 rows a product, however large the directory is.
 */
export const readySitesStatement = (db: Db, { productCount, sitesOfProduct }: Limits) =>
  queryRows(
    db,
    ready,
    (columns) => sql`
    WITH product AS MATERIALIZED (
      SELECT ${products.id} AS id, ${products.name} AS name, ${products.siteCount} AS site_count FROM ${products}
      WHERE ${products.siteCount} > 1 ORDER BY ${products.siteCount} DESC, ${products.id} LIMIT ${productCount}
    ), ranked AS (
      SELECT product.id AS product_id, product.name AS product, product.site_count AS site_count,
        ${sites.name} AS name, ${sites.slug} AS slug, ${sites.updatedAt} AS updated_at,
        row_number() OVER (PARTITION BY product.id ORDER BY ${sites.factCount} DESC, ${sites.id} DESC) AS place
      FROM product CROSS JOIN json_each((
        SELECT json_group_array(site_id) FROM (
          SELECT ${alternatives.siteId} AS site_id FROM ${alternatives} WHERE ${alternatives.productId} = product.id
          ORDER BY ${alternatives.siteId} DESC LIMIT ${NEWEST_OF_PRODUCT}
        )
      )) AS newest CROSS JOIN ${sites} ON ${sites.id} = newest.value
      WHERE ${isActive} AND NOT ${isPast} AND ${sites.factCount} >= ${MIN_FACTS_TO_INDEX}
    )
    SELECT ${columns} FROM ranked WHERE place <= ${sitesOfProduct} ORDER BY site_count DESC, product_id, place`,
  );

type ReadySite = Awaited<ReturnType<typeof readySitesStatement>>[number];

/** Two sites that share several products are one pair. */
export function toPairs(found: ReadySite[]): [ReadySite, ReadySite][] {
  const pairs = new Map<string, [ReadySite, ReadySite]>();
  for (const [index, one] of found.entries())
    for (const other of found.slice(index + 1)) {
      if (other.productId !== one.productId) break;
      const pair: [ReadySite, ReadySite] = one.slug < other.slug ? [one, other] : [other, one];
      const key = JSON.stringify(pair.map(({ slug }) => slug));
      if (!pairs.has(key)) pairs.set(key, pair);
    }
  return [...pairs.values()];
}
