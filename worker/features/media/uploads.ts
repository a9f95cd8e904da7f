import type { ImageType } from "#schema/media.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import {
  markUploadRemovedByStaff,
  markUnusedUploadsRemoved,
  markUploadsOfUserRemoved,
  removeUploadRows,
} from "./queries.ts";

export const uploadPrefix = (userId: number) => `users/${userId}/`;

/** The key ends with the size in pixels, which `parseImageSize` reads: `users/7/…-640x480.png`. */
export function newUploadKey(
  userId: number,
  { type, width, height }: { type: ImageType; width: number; height: number },
) {
  return `${uploadPrefix(userId)}${randomToken()}-${width}x${height}.${type.replace("image/", "")}`;
}

async function* uploadsOf(bucket: R2Bucket, userId: number): AsyncGenerator<R2Object[]> {
  let cursor: string | undefined;
  do {
    // Each page has the cursor of the next.
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
 * Deletes a user's uploads, except the images of blog posts. If it fails half-way, the cron deletes the rest, and also
 * uploads that arrive during the call.
 */
export async function removeUploadsOf(db: Db, bucket: R2Bucket, { userId, now }: { userId: number; now: number }) {
  const kept = await markUploadsOfUserRemoved(db, userId, now);
  for await (const batch of uploadsOf(bucket, userId)) {
    const keys = batch.map(({ key }) => key).filter((key) => !kept.has(key));
    if (keys.length > 0) await bucket.delete(keys);
  }
}

/** For staff. If it fails half-way, the cron finishes it. */
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
 * For the cron. Uploads are first marked as removed, so that no document can use them any more. Then their files are
 * deleted, and their rows last, so that the next run retries what failed.
 */
export async function removeUnusedUploads(db: Db, bucket: R2Bucket, now: number): Promise<void> {
  const keys = await markUnusedUploadsRemoved(db, now);
  if (keys.length === 0) return;
  await bucket.delete(keys);
  await removeUploadRows(db, keys);
}
