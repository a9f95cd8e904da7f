import { eq } from "drizzle-orm";
import { reindexLater } from "#schema/search/derived-tables.ts";
import type { Db, Statement } from "../../db/connection.ts";

/**
 * Wraps the statements of a batch so that each changed site is reindexed once, after the last statement. Without this,
 * triggers reindex a site for each changed row (migrations/0001_derived.sql).
 */
export const deferReindex = (db: Db, statements: readonly Statement[]) =>
  [
    db.insert(reindexLater).values({ siteId: 0 }),
    ...statements,
    db.delete(reindexLater).where(eq(reindexLater.siteId, 0)),
  ] as const;
