import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { run } from "../../db/raw.ts";

const REMOVED_AT_ONCE = 1000;

/**
 * For the cron: removes products that no site names, not even one that waits, some at a time. Staff's stay: those whose
 * link they set, and those to which they made another name or address lead.
 */
export async function removeUnnamedTargets(db: Db): Promise<void> {
  await run(
    db,
    sql`DELETE FROM targets WHERE id IN (
      SELECT id FROM targets WHERE site_count = 0 AND NOT is_link_fixed
        AND NOT EXISTS (SELECT 1 FROM alternatives WHERE target_id = targets.id)
        AND NOT EXISTS (SELECT 1 FROM target_aliases WHERE target_id = targets.id)
        AND NOT EXISTS (SELECT 1 FROM target_moves WHERE target_id = targets.id)
      LIMIT ${REMOVED_AT_ONCE})`,
  );
}
