import { and, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { namedProducts } from "#schema/search/derived-tables.ts";
import { alternatives } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { excluded, jsonValue, columnName, runQuery } from "../../../db/raw.ts";
import { type PreparedAlternative, type NewAlternative, productIdOfName } from "../../products/insert.ts";
import { productKey } from "../../../names/products.ts";
import { isUnknownHost } from "../../products/links.ts";

/** If an alternative has an id, its row is kept, even if it names another product now. */
export type GivenAlternative = NewAlternative & { id?: number };

type Options = {
  /** True for owners who are not staff: a link with an unknown host waits for staff (`isUnknownHost`). */
  isUntrusted: boolean;
  /** Unix ms. */
  now: number;
};

/**
 * Returns a statement that inserts or updates alternatives, one row for each site and product. `given` is a query of
 * `site_id` and `value`, a `PreparedAlternative` as JSON. If a site names a product twice, the first name counts. The
 * products must exist.
 */
export function saveAlternatives(db: Db, given: SQL, { isUntrusted, now }: Options): Statement {
  const { siteId, productId, name, link, host, isWaiting, description, pair, pairChangedAt, position } = alternatives;
  const named = { site: sql.raw("named.site_id"), product: sql.raw("named.product_id"), host: jsonValue("host") };
  const stored = (column: SQLiteColumn) => sql`(
    SELECT ${column} FROM ${alternatives} WHERE ${siteId} = ${named.site} AND ${productId} = ${named.product}
  )`;
  const isPairGiven = sql`json_type(value, '$.pair') IS NOT NULL`;
  const givenPair = sql`nullif(value -> 'pair', 'null')`;
  const values = {
    siteId: named.site,
    productId: named.product,
    name: jsonValue("name"),
    link: jsonValue("link"),
    host: named.host,
    isWaiting: isUntrusted ? isUnknownHost({ productId: named.product, host: named.host }) : sql`false`,
    description: sql`coalesce(${jsonValue("description")}, ${stored(description)}, '')`,
    pair: sql`iif(${isPairGiven}, ${givenPair}, ${stored(pair)})`,
    pairChangedAt: sql`iif(${isPairGiven} AND ${givenPair} IS NOT ${stored(pair)}, ${now}, ${stored(pairChangedAt)})`,
    // SQLite takes the other columns of a group from the row that has the minimum.
    position: sql`min(${jsonValue("position")})`,
  };
  const from = sql`FROM (
      SELECT given.site_id, given.value, ${productIdOfName(sql`given.value ->> 'productKey'`)} AS product_id FROM (${given}) AS given
    ) AS named GROUP BY named.site_id, named.product_id`;
  // `isWaiting` stays if an owner keeps the host, or if staff keep the link. A link that staff changed does not wait.
  const compared = isUntrusted ? host : link;
  const set = (column: SQLiteColumn, value: SQL = excluded(column)) => sql`${columnName(column)} = ${value}`;
  return runQuery(
    db,
    sql`${insertFrom(alternatives, values, from)}
      ON CONFLICT (${columnName(productId)}, ${columnName(siteId)}) DO UPDATE SET
        ${set(name)}, ${set(link)}, ${set(host)}, ${set(description)}, ${set(pair)}, ${set(pairChangedAt)}, ${set(position)},
        ${set(isWaiting, sql`iif(${compared} = ${excluded(compared)}, ${isWaiting}, ${excluded(isWaiting)})`)}
      WHERE (${name}, ${link}, ${description}, ${pair}, ${position})
        IS NOT (${excluded(name)}, ${excluded(link)}, ${excluded(description)}, ${excluded(pair)}, ${excluded(position)})`,
  );
}

type Change = Options & { siteId: number; given: GivenAlternative[]; named: PreparedAlternative[] };

/**
 * Returns the statements of a batch that replace all alternatives of a site. `named` is `prepareAlternatives(given)`.
 * The products must exist.
 */
export function changeAlternatives(db: Db, { siteId, given, named, isUntrusted, now }: Change): Statement[] {
  const kept = given.filter(({ id }) => id !== undefined);
  const productIds = sql`(SELECT ${namedProducts.productId} FROM ${namedProducts}
    WHERE ${namedProducts.nameKey} IN ${jsonList(named.map((product) => product.productKey))})`;
  return [
    // The unique index refuses this if another row of the site has the product.
    ...kept.map(({ id, name }) =>
      db
        .update(alternatives)
        .set({ productId: productIdOfName(sql`${productKey(name)}`) })
        .where(and(eq(alternatives.id, id!), ne(alternatives.productId, productIdOfName(sql`${productKey(name)}`)))),
    ),
    db.delete(alternatives).where(and(eq(alternatives.siteId, siteId), notInArray(alternatives.productId, productIds))),
    saveAlternatives(db, sql`SELECT ${siteId} AS site_id, value FROM json_each(${JSON.stringify(named)})`, {
      isUntrusted,
      now,
    }),
  ];
}
