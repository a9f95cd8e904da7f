import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";

const DAY_MS = 86_400_000;
const UNUSED_MS = 30 * DAY_MS;
/** As many as R2 deletes at once. */
const REMOVED_AT_ONCE = 1000;

type Use = { key: string; address: string; now: number };

/**
 * Notes that a picture from elsewhere is fetched, and how large it is once that is known; false where staff removed it.
 */
export async function noteFetch(db: Db, { key, address, now, bytes = 0 }: Use & { bytes?: number }): Promise<boolean> {
  const noted = await all(
    db,
    sql`INSERT INTO remote_images (key, address, bytes, fetched_at, used_at)
      VALUES (${key}, ${address}, ${bytes}, ${now}, ${now})
      ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, fetched_at = excluded.fetched_at, used_at = excluded.used_at
      WHERE removed_at IS NULL RETURNING key`,
  );
  return noted.length > 0;
}

/** Notes that one is shown today, also of one that lay there before uses were noted. */
export async function noteUse(db: Db, { key, address, now, bytes }: Use & { bytes: number }): Promise<void> {
  await run(
    db,
    sql`INSERT INTO remote_images (key, address, bytes, fetched_at, used_at)
      VALUES (${key}, ${address}, ${bytes}, ${now}, ${now})
      ON CONFLICT (key) DO UPDATE SET used_at = excluded.used_at
      WHERE used_at <= ${now - DAY_MS} AND removed_at IS NULL`,
  );
}

/**
 * For the cron: removes files that nobody was shown for 30 days, and those that staff removed, some at a time. Files go
 * first, so that what fails is tried again; one that is fetched at that moment keeps its row.
 */
export async function removeUnusedRemoteImages(db: Db, bucket: R2Bucket, now: number): Promise<void> {
  const rows = await all<{ key: string }>(
    db,
    sql`SELECT key FROM remote_images WHERE used_at <= ${now - UNUSED_MS} ORDER BY used_at LIMIT ${REMOVED_AT_ONCE}`,
  );
  if (rows.length === 0) return;
  const keys = rows.map(({ key }) => key);
  await bucket.delete(keys);
  const gone = sql`key IN (SELECT value FROM json_each(${JSON.stringify(keys)})) AND used_at <= ${now - UNUSED_MS}`;
  await db.batch([
    run(db, sql`DELETE FROM remote_images WHERE ${gone} AND removed_at IS NULL`),
    run(db, sql`UPDATE remote_images SET used_at = NULL WHERE ${gone}`),
  ]);
}
