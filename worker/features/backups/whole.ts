import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";

/** There from the first thing that a restore deletes to its end: it keeps the triggers that are away. */
export const UNFINISHED = "restore_triggers";

const SENTENCE =
  "A restore of this database was broken off, so rows and triggers are missing. Run it again: npm run restore -- FILE.jsonl.gz --replace";

/** @throws Error with the way on, if a restore was broken off or is under way. */
export async function requireWhole(db: Db): Promise<void> {
  const found = await all(db, sql`SELECT 1 FROM sqlite_master WHERE name = ${UNFINISHED}`);
  if (found.length > 0) throw new Error(SENTENCE);
}
