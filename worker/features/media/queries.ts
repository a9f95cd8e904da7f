import { sql } from "drizzle-orm";
import { IMAGES_A_DAY, IMAGES_MAX_MB } from "#schema/media.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";

const DAY_MS = 86_400_000;
/** As many as R2 deletes at once. */
const REMOVED_AT_ONCE = 1000;

type NewUpload = { key: string; userId: number; bytes: number; isExempt: boolean; now: number };

/** Counts an upload before it is stored; false where a quota is used up. One statement, so none slips through together. */
export async function insertUpload(db: Db, { key, userId, bytes, isExempt, now }: NewUpload): Promise<boolean> {
  const counted = sql`FROM uploads WHERE user_id = ${userId} AND removed_at IS NULL`;
  const inserted = await all(
    db,
    sql`INSERT INTO uploads (key, user_id, bytes, created_at, unused_since)
      SELECT ${key}, ${userId}, ${bytes}, ${now}, ${now}
      WHERE ${isExempt}
        OR (SELECT count(*) ${counted} AND created_at > ${now - DAY_MS}) < ${IMAGES_A_DAY}
        AND (SELECT coalesce(sum(bytes), 0) ${counted}) + ${bytes} <= ${IMAGES_MAX_MB * 1024 * 1024}
      RETURNING key`,
  );
  return inserted.length > 0;
}

/** When one of today's uploads stops to count; undefined where there are fewer than a day allows. */
export async function findDayQuotaEnd(db: Db, userId: number, now: number): Promise<number | undefined> {
  const [row] = await all<{ count: number; first: number }>(
    db,
    sql`SELECT count(*) AS count, min(created_at) AS first FROM uploads
      WHERE user_id = ${userId} AND removed_at IS NULL AND created_at > ${now - DAY_MS}`,
  );
  return row && row.count >= IMAGES_A_DAY ? row.first + DAY_MS : undefined;
}

/** For an upload that could not be stored: it counts no more, and the cron removes what there may be of it. */
export async function abandonUpload(db: Db, key: string, now: number): Promise<void> {
  await run(db, sql`UPDATE uploads SET removed_at = ${now} WHERE key = ${key}`);
}

/** Decides that an upload goes whoever shows it, together with `audit`. Of a post it may be the featured image. */
export async function abandonShown(
  db: Db,
  key: string,
  { now, audit }: { now: number; audit: Statement },
): Promise<void> {
  await db.batch([
    audit,
    run(
      db,
      sql`UPDATE blog_posts SET featured_image = NULL
        WHERE id IN (SELECT post_id FROM image_uses WHERE upload_key = ${key}) AND featured_image = ${key}`,
    ),
    run(db, sql`UPDATE uploads SET removed_at = ${now} WHERE key = ${key}`),
  ]);
}

/** Decides over a person's uploads, for an account that is deleted: those that a blog post shows stay. Returns their keys. */
export async function abandonUploadsOf(db: Db, userId: number, now: number): Promise<Set<string>> {
  const [, kept] = await db.batch([
    run(
      db,
      sql`UPDATE uploads SET removed_at = ${now} WHERE user_id = ${userId}
        AND NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = uploads.key AND post_id IS NOT NULL)`,
    ),
    all<{ key: string }>(db, sql`SELECT key FROM uploads WHERE user_id = ${userId} AND removed_at IS NULL`),
  ]);
  return new Set(kept.map(({ key }) => key));
}

/**
 * Decides that uploads which nothing has shown for a day are to be removed, and says which are, also of earlier decisions.
 * From then on no save can use them.
 */
export async function abandonUnused(db: Db, now: number): Promise<string[]> {
  const [, abandoned] = await db.batch([
    run(
      db,
      sql`UPDATE uploads SET removed_at = ${now} WHERE key IN (
        SELECT key FROM uploads WHERE unused_since <= ${now - DAY_MS} AND removed_at IS NULL LIMIT ${REMOVED_AT_ONCE})`,
    ),
    all<{ key: string }>(db, sql`SELECT key FROM uploads WHERE removed_at IS NOT NULL LIMIT ${REMOVED_AT_ONCE}`),
  ]);
  return abandoned.map(({ key }) => key);
}

export async function removeUploadRows(db: Db, keys: string[]): Promise<void> {
  await run(db, sql`DELETE FROM uploads WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
}
