import { sql } from "drizzle-orm";
import type { Db, Statement } from "../../db/connection.ts";
import { run } from "../../db/raw.ts";

/**
 * These statements of one batch, with the index of each site that they change made once, at their end. Alone, they would
 * make it once for each row.
 */
export const indexOnce = (db: Db, statements: readonly Statement[]) =>
  [
    run(db, sql`INSERT INTO reindex_later (site_id) VALUES (0)`),
    ...statements,
    run(db, sql`DELETE FROM reindex_later WHERE site_id = 0`),
  ] as const;
