import { and, eq, exists, inArray, not } from "drizzle-orm";
import { alternatives, targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";

const REMOVED_AT_ONCE = 1000;

/**
 * For the cron: removes products that no site names, not even one that waits, some at a time. Staff's stay: those whose
 * link they set, and those to which they made another name or address lead.
 */
export async function removeUnnamedTargets(db: Db): Promise<void> {
  const hasNo = (table: typeof alternatives | typeof targetAliases | typeof targetMoves) =>
    not(exists(db.select().from(table).where(eq(table.targetId, targets.id))));
  const unnamed = db
    .select({ id: targets.id })
    .from(targets)
    .where(
      and(
        eq(targets.siteCount, 0),
        eq(targets.isLinkFixed, false),
        hasNo(alternatives),
        hasNo(targetAliases),
        hasNo(targetMoves),
      ),
    )
    .limit(REMOVED_AT_ONCE);
  await db.delete(targets).where(inArray(targets.id, unnamed));
}
