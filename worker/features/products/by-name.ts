import { sql } from "drizzle-orm";
import { PRODUCTS_PER_PAGE } from "#schema/sites/sites.ts";
import { counters, products } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { queryRows } from "../../db/raw.ts";

/** SQL for the number of products with active sites. */
const total = sql`coalesce((SELECT value FROM ${counters} WHERE name = 'products'), 0)`;

export const countProductsStatement = (db: Db) =>
  queryRows(db, { count: total.mapWith(Number) }, (columns) => sql`SELECT ${columns}`);

/** Selects a page of the products with active sites, by name. It reads one index up to the end of the page. */
export function productsByNameStatement(db: Db, page: number) {
  const { nameKey, name, slug, siteCount } = products;
  const skipped = pageOffset(page, PRODUCTS_PER_PAGE);
  return queryRows(
    db,
    { nameKey, name, slug, count: siteCount },
    (columns) => sql`SELECT ${columns} FROM ${products} WHERE ${siteCount} > 0 ORDER BY ${nameKey}
      -- Without this limit, a page after the last one would read the whole index and find nothing.
      LIMIT iif(${skipped} < ${total}, ${PRODUCTS_PER_PAGE}, 0) OFFSET ${skipped}`,
  );
}
