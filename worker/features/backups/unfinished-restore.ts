import { eq, getTableName } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { restoreTriggers, sqliteMaster } from "./system-tables.ts";

const UNFINISHED =
  "A restore of this database has not finished, so data is missing. If it was interrupted, run it again: npm run restore -- FILE.jsonl.gz --replace";

/** @throws Error with the next step if a restore of this database is running or was interrupted. */
export async function requireNoUnfinishedRestore(db: Db): Promise<void> {
  const found = await db
    .select({ name: sqliteMaster.name })
    .from(sqliteMaster)
    .where(eq(sqliteMaster.name, getTableName(restoreTriggers)));
  if (found.length > 0) throw new Error(UNFINISHED);
}
