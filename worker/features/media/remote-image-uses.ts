import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import { remoteImages } from "#schema/tables/media.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { excluded } from "../../db/raw.ts";

const UNUSED_MS = 30 * DAY_MS;
/** R2 deletes at most this many objects in one call. Further images are removed by the next run. */
const REMOVED_AT_ONCE = 1000;

type Use = { key: string; address: string; now: number };

/**
 * Call it before a fetch, and after it with the number of bytes. Returns false if staff removed the image: it must not
 * be fetched or shown.
 */
export async function recordFetch(
  db: Db,
  { key, address, now, bytes = 0 }: Use & { bytes?: number },
): Promise<boolean> {
  const { bytes: size, fetchedAt, usedAt } = remoteImages;
  const recorded = await db
    .insert(remoteImages)
    .values({ key, address, bytes, fetchedAt: now, usedAt: now })
    .onConflictDoUpdate({
      target: remoteImages.key,
      set: { bytes: excluded(size), fetchedAt: excluded(fetchedAt), usedAt: excluded(usedAt) },
      setWhere: isNull(remoteImages.removedAt),
    })
    .returning({ key: remoteImages.key });
  return recorded.length > 0;
}

/** Records that a cached image is shown, at most once a day. Adds the row for older files that have none. */
export async function recordUse(db: Db, { key, address, now, bytes }: Use & { bytes: number }): Promise<void> {
  await db
    .insert(remoteImages)
    .values({ key, address, bytes, fetchedAt: now, usedAt: now })
    .onConflictDoUpdate({
      target: remoteImages.key,
      set: { usedAt: excluded(remoteImages.usedAt) },
      setWhere: sql`${remoteImages.usedAt} <= ${now - DAY_MS} AND ${remoteImages.removedAt} IS NULL`,
    });
}

/**
 * For the cron: deletes at most 1,000 files that were not shown for 30 days or that staff removed. Rows are deleted
 * after the files, so that the next run retries what failed. The row stays if staff removed the image, or if the image
 * was fetched again in between.
 */
export async function removeUnusedRemoteImages(db: Db, bucket: R2Bucket, now: number): Promise<void> {
  const isUnused = lte(remoteImages.usedAt, now - UNUSED_MS);
  const unused = await db
    .select({ key: remoteImages.key })
    .from(remoteImages)
    .where(isUnused)
    .orderBy(remoteImages.usedAt)
    .limit(REMOVED_AT_ONCE);
  if (unused.length === 0) return;
  const keys = unused.map(({ key }) => key);
  await bucket.delete(keys);
  const isGone = and(inArray(remoteImages.key, jsonList(keys)), isUnused);
  await db.batch([
    db.delete(remoteImages).where(and(isGone, isNull(remoteImages.removedAt))),
    db.update(remoteImages).set({ usedAt: null }).where(isGone),
  ]);
}
