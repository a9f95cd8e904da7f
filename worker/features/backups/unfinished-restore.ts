import { eq, getTableName } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { restoreTriggers, sqliteMaster } from "./system-tables.ts";

const SENTENCE =
  "A restore of this database was broken off, so rows and triggers are missing. Run it again: npm run restore -- FILE.jsonl.gz --replace";

/** @throws Error with the way on, if a restore was broken off or is under way. */
export async function requireNoUnfinishedRestore(db: Db): Promise<void> {
  const found = await db
    .select({ name: sqliteMaster.name })
    .from(sqliteMaster)
    .where(eq(sqliteMaster.name, getTableName(restoreTriggers)));
  if (found.length > 0) throw new Error(SENTENCE);
}
