import { and, eq, exists, inArray, sql } from "drizzle-orm";
import { alternatives, productAliases, productMoves, products, sites } from "#schema/tables/sites.ts";
import { moves, switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import { runQuery } from "../../db/raw.ts";
import { deferReindex } from "../search/defer-reindex.ts";
import { isUnknownHost } from "./links.ts";
import { inheritTextsStatements } from "./staff-texts.ts";

/**
 * Returns the statements of a batch that moves everything from the product `from` to the product `into` and deletes
 * `from`. The names and slugs of `from` become aliases and redirects. A site that named both products keeps only its
 * alternative for `into`. Texts by staff that `into` lacks are those of `from`. The batch violates
 * `products.created_at` if `from` does not exist.
 */
export function mergeStatements(db: Db, from: number, into: number) {
  const sitesNaming = (id: number) =>
    db.select({ id: alternatives.siteId }).from(alternatives).where(eq(alternatives.productId, id));
  const sitesNamingBoth = sitesNaming(from).intersect(sitesNaming(into));
  const fromProduct = db.select().from(products).where(eq(products.id, from));
  const isUnknown = isUnknownHost({ productId: sql`${into}`, host: sql`${alternatives.host}` });
  return deferReindex(db, [
    db
      .update(products)
      .set({ createdAt: failBatchUnless(exists(fromProduct), products.createdAt) })
      .where(eq(products.id, into)),
    // These sites lose an alternative, so their version changes. A concurrent save then fails.
    db
      .update(sites)
      .set({ updatedAt: sql`${sites.updatedAt} + 1` })
      .where(inArray(sites.id, sitesNamingBoth)),
    db.delete(alternatives).where(and(eq(alternatives.productId, from), inArray(alternatives.siteId, sitesNamingBoth))),
    // Links for `from` are not checked for `into`: those with an unknown host wait for staff.
    db
      .update(alternatives)
      .set({ isWaiting: true })
      .where(and(eq(alternatives.productId, from), isUnknown)),
    db.update(alternatives).set({ productId: into }).where(eq(alternatives.productId, from)),
    db.update(productAliases).set({ productId: into }).where(eq(productAliases.productId, from)),
    db.update(productMoves).set({ productId: into }).where(eq(productMoves.productId, from)),
    db
      .insert(productAliases)
      .select(
        db
          .select({ nameKey: products.nameKey, productId: sql`${into}`.as("product_id") })
          .from(products)
          .where(eq(products.id, from)),
      )
      .onConflictDoUpdate({ target: productAliases.nameKey, set: { productId: into } }),
    db
      .insert(productMoves)
      .select(
        db
          .select({ slug: products.slug, productId: sql`${into}`.as("product_id") })
          .from(products)
          .where(eq(products.id, from)),
      )
      .onConflictDoUpdate({ target: productMoves.slug, set: { productId: into } }),
    // Who answered about both keeps the answer for `into`.
    ...[switches, moves].map((table) =>
      runQuery(db, sql`UPDATE OR IGNORE ${table} SET product_id = ${into} WHERE product_id = ${from}`),
    ),
    // So does a mailbox: the first of its answers stays.
    db.delete(switches).where(sql`${switches.productId} = ${into} AND EXISTS (
      SELECT 1 FROM users AS own CROSS JOIN users AS twin ON twin.mailbox = own.mailbox
      CROSS JOIN switches AS other ON other.user_id = twin.id AND other.product_id = ${into}
      WHERE own.id = ${switches.userId} AND other.site_id = ${switches.siteId} AND other.id < ${switches.id})`),
    ...inheritTextsStatements(db, from, into),
    db.delete(products).where(eq(products.id, from)),
  ]);
}
