import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import { remoteImages } from "#schema/tables/media.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { excluded } from "../../db/raw.ts";

const DAY_MS = 86_400_000;
const UNUSED_MS = 30 * DAY_MS;
/** As many as R2 deletes at once. */
const REMOVED_AT_ONCE = 1000;

type Use = { key: string; address: string; now: number };

/**
 * Notes that a picture from elsewhere is fetched, and how large it is once that is known; false where staff removed it.
 */
export async function recordFetch(
  db: Db,
  { key, address, now, bytes = 0 }: Use & { bytes?: number },
): Promise<boolean> {
  const { bytes: size, fetchedAt, usedAt } = remoteImages;
  const noted = await db
    .insert(remoteImages)
    .values({ key, address, bytes, fetchedAt: now, usedAt: now })
    .onConflictDoUpdate({
      target: remoteImages.key,
      set: { bytes: excluded(size), fetchedAt: excluded(fetchedAt), usedAt: excluded(usedAt) },
      setWhere: isNull(remoteImages.removedAt),
    })
    .returning({ key: remoteImages.key });
  return noted.length > 0;
}

/** Notes that one is shown today, also of one that lay there before uses were noted. */
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
 * For the cron: removes files that nobody was shown for 30 days, and those that staff removed, some at a time. Files go
 * first, so that what fails is tried again; one that is fetched at that moment keeps its row.
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
