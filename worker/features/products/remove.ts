import { and, eq, exists, inArray, not } from "drizzle-orm";
import { alternatives, productAliases, productMoves, products } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { Db } from "../../db/connection.ts";
import { hasNoStaffText } from "./staff-texts.ts";

const REMOVED_PER_RUN = 1000;

/**
 * For the cron job: deletes at most 1,000 products that no site names, not even a pending one. It keeps products that
 * staff edited: those with a link or a text by staff, an alias or a former slug. It keeps those that people say they left.
 */
export async function removeUnnamedProducts(db: Db): Promise<void> {
  const hasNo = (table: typeof alternatives | typeof productAliases | typeof productMoves | typeof switches) =>
    not(exists(db.select().from(table).where(eq(table.productId, products.id))));
  const unnamed = db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        eq(products.siteCount, 0),
        eq(products.isLinkFixed, false),
        hasNoStaffText,
        hasNo(alternatives),
        hasNo(productAliases),
        hasNo(productMoves),
        hasNo(switches),
      ),
    )
    .limit(REMOVED_PER_RUN);
  await db.delete(products).where(inArray(products.id, unnamed));
}
