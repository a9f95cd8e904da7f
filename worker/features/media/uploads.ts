import type { ImageType } from "#schema/media.ts";
import { filesOf, narrowerFile, type SiteImageKind } from "#schema/site-images.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { randomToken } from "../../http/signing.ts";
import { makeSiteImage, type SiteImageFiles } from "./make-site-image.ts";
import {
  insertUpload,
  markUploadRemoved,
  markUploadRemovedByStaff,
  markUnusedUploadsRemoved,
  markUploadsOfUserRemoved,
  removeUploadRows,
} from "./queries.ts";

/** Images that imports fetched for sites without an owner have the user id 0. */
export const uploadPrefix = (userId: number) => `users/${userId}/`;

/** The key ends with the size in pixels, which `parseImageSize` reads: `users/7/…-640x480.png`. */
export function newUploadKey(
  userId: number,
  { type, width, height }: { type: ImageType; width: number; height: number },
) {
  return `${uploadPrefix(userId)}${randomToken()}-${width}x${height}.${type.replace("image/", "")}`;
}

export type NewImage = SiteImageFiles & { type: ImageType; kind: SiteImageKind | "article" };

/** @throws UnusableImage */
export async function prepareSiteImage(
  images: ImagesBinding,
  kind: SiteImageKind,
  source: { bytes: Uint8Array; width: number; height: number },
): Promise<NewImage> {
  return { ...(await makeSiteImage(images, kind, source)), kind, type: "image/webp" };
}

type Storage = { db: Db; bucket: R2Bucket };
type UploadOptions = { userId: number | null; isExempt: boolean; now: number };

/**
 * Stores all files of an image. Returns the key of the widest file, or undefined if a limit of the user is reached. If it
 * throws, cron deletes the files that R2 may have.
 */
export async function putImage(
  { db, bucket }: Storage,
  { type, kind, width, height, files, listWidth }: NewImage,
  { userId, isExempt, now }: UploadOptions,
): Promise<string | undefined> {
  const key = newUploadKey(userId ?? 0, { type, width, height });
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  // The row comes first: the cron finds files by their rows only.
  if (!(await insertUpload(db, { key, userId, kind, bytes, listWidth, isExempt, now }))) return undefined;
  try {
    await Promise.all(
      files.map((file) =>
        bucket.put(file.width === width ? key : narrowerFile(key, file.width), file.bytes, {
          httpMetadata: { contentType: type },
        }),
      ),
    );
  } catch (error) {
    await markUploadRemoved(db, key, now);
    throw error;
  }
  return key;
}

type StoredImage = { key: string; kind: SiteImageKind | "article" };

const keysOf = ({ key, kind }: StoredImage): string[] => (kind === "article" ? [key] : filesOf(key));

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
  const marked = await markUploadRemovedByStaff(db, key, decision);
  await deleteImages(db, bucket, marked);
}

/** Deletes the files and then the rows of uploads that are marked as removed. */
export async function deleteImages(db: Db, bucket: R2Bucket, marked: StoredImage[]): Promise<void> {
  if (marked.length === 0) return;
  await bucket.delete(marked.flatMap(keysOf));
  await removeUploadRows(
    db,
    marked.map(({ key }) => key),
  );
}

/**
 * For the cron. Uploads are first marked as removed, so that no document can use them any more. Then their files are
 * deleted, and their rows last, so that the next run retries what failed.
 */
export async function removeUnusedUploads(db: Db, bucket: R2Bucket, now: number): Promise<void> {
  await deleteImages(db, bucket, await markUnusedUploadsRemoved(db, now));
}
