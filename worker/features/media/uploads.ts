import type { ImageType } from "#schema/media.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import {
  markUploadRemovedByStaff,
  markUnusedUploadsRemoved,
  markUploadsOfUserRemoved,
  removeUploadRows,
} from "./queries.ts";

/** What a person uploads lies in R2 below this; the rest of a key is random. */
export const uploadPrefix = (userId: number) => `users/${userId}/`;

/** A key that says the size of the picture, as `parseImageSize` reads it. */
export function newUploadKey(
  userId: number,
  { type, width, height }: { type: ImageType; width: number; height: number },
) {
  return `${uploadPrefix(userId)}${randomToken()}-${width}x${height}.${type.replace("image/", "")}`;
}

/** Uploads of a person, in batches as R2 lists them. */
async function* uploadsOf(bucket: R2Bucket, userId: number): AsyncGenerator<R2Object[]> {
  let cursor: string | undefined;
  do {
    // Each batch names the next.
    // oxlint-disable-next-line no-await-in-loop
    const listed = await bucket.list({ prefix: uploadPrefix(userId), ...(cursor && { cursor }) });
    yield listed.objects;
    cursor = listed.truncated ? listed.cursor : undefined;
  } while (cursor);
}

export async function listUploads(bucket: R2Bucket, userId: number): Promise<R2Object[]> {
  const uploads: R2Object[] = [];
  for await (const batch of uploadsOf(bucket, userId)) uploads.push(...batch);
  return uploads;
}

/**
 * Removes what a person uploaded, but for the pictures of blog posts, which stay. Where it fails half-way, and for an
 * upload that is under way, the cron does the rest.
 */
export async function removeUploadsOf(db: Db, bucket: R2Bucket, { userId, now }: { userId: number; now: number }) {
  const kept = await markUploadsOfUserRemoved(db, userId, now);
  for await (const batch of uploadsOf(bucket, userId)) {
    const keys = batch.map(({ key }) => key).filter((key) => !kept.has(key));
    if (keys.length > 0) await bucket.delete(keys);
  }
}

/** For staff, in the order that the cron keeps, which does the rest where this fails half-way. */
export async function removeUpload(
  db: Db,
  bucket: R2Bucket,
  { key, ...decision }: { key: string; now: number; audit: Statement },
): Promise<void> {
  await markUploadRemovedByStaff(db, key, decision);
  await bucket.delete(key);
  await removeUploadRows(db, [key]);
}

/**
 * For the cron. First D1 decides, so that no save uses what is about to go; then the files go; the rows that name them go
 * last, so that what fails is tried again.
 */
export async function removeUnusedUploads(db: Db, bucket: R2Bucket, now: number): Promise<void> {
  const keys = await markUnusedUploadsRemoved(db, now);
  if (keys.length === 0) return;
  await bucket.delete(keys);
  await removeUploadRows(db, keys);
}
