import { and, eq, exists, inArray, not } from "drizzle-orm";
import { alternatives, targetAliases, targetMoves, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { hasNoStaffText } from "./staff-texts.ts";

const REMOVED_PER_RUN = 1000;

/**
 * For the cron job: deletes at most 1,000 targets that no site names, not even a pending one. It keeps targets that staff
 * edited: those with a link or a text by staff, an alias or a former slug.
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
        hasNoStaffText,
        hasNo(alternatives),
        hasNo(targetAliases),
        hasNo(targetMoves),
      ),
    )
    .limit(REMOVED_PER_RUN);
  await db.delete(targets).where(inArray(targets.id, unnamed));
}
