import { eq } from "drizzle-orm";
import { reindexLater } from "#schema/derived-tables.ts";
import type { Db, Statement } from "../../db/connection.ts";

/**
 * These statements of one batch, with the index of each site that they change made once, at their end. Alone, they would
 * make it once for each row.
 */
export const deferReindex = (db: Db, statements: readonly Statement[]) =>
  [
    db.insert(reindexLater).values({ siteId: 0 }),
    ...statements,
    db.delete(reindexLater).where(eq(reindexLater.siteId, 0)),
  ] as const;
