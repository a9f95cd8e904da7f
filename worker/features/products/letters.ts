import { and, gt, gte, lt, sql } from "drizzle-orm";
import { PRODUCTS_PER_PAGE } from "#schema/sites/sites.ts";
import { counters, products } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { queryRows } from "../../db/raw.ts";

const { nameKey } = products;

/** SQL for the first letter of a product's name, as the trigger `count_letter` in the migrations has it. */
export const firstLetter = sql<string>`iif(${nameKey} < 'a', '0', iif(${nameKey} < '{', substr(${nameKey}, 1, 1), '~'))`;

/** Selects the letters that names of products begin with, in the order of names. */
export const lettersStatement = (db: Db) =>
  db
    .select({ letter: sql<string>`substr(${counters.name}, 10)`, count: counters.value })
    .from(counters)
    // "/" follows "." in ASCII, so this is every name that begins with "products.".
    .where(and(gte(counters.name, "products."), lt(counters.name, "products/"), gt(counters.value, 0)))
    .orderBy(counters.name);

/** Selects a page of the products with active sites, by name. It reads one index up to the end of the page. */
export function productsByNameStatement(db: Db, page: number) {
  const skipped = pageOffset(page, PRODUCTS_PER_PAGE);
  return queryRows(
    db,
    { letter: firstLetter, name: products.name, slug: products.slug, count: products.siteCount },
    (columns) => sql`SELECT ${columns} FROM ${products} WHERE ${products.siteCount} > 0 ORDER BY ${nameKey}
      -- Without this limit, a page after the last one would read the whole index and find nothing.
      LIMIT iif(${skipped} < (SELECT value FROM ${counters} WHERE name = 'products'), ${PRODUCTS_PER_PAGE}, 0) OFFSET ${skipped}`,
  );
}
