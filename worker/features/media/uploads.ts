import type { Context } from "hono";
import type { ImageType } from "#schema/images/media.ts";
import { filesOf, narrowerFile } from "#schema/images/site-image-files.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../http/deadline.ts";
import type { Db, Statement } from "../../db/connection.ts";
import type { AppEnv } from "../../env.ts";
import { changes } from "../../http/edge-scope.ts";
import { randomToken } from "../../http/signing.ts";
import { logError } from "../../log.ts";
import type { ImageKind, NewImage } from "./make-image.ts";
import {
  insertUpload,
  isStored,
  markUploadRemoved,
  markUploadRemovedByStaff,
  markUnusedUploadsRemoved,
  removeUploadRows,
} from "./queries.ts";

/** Images that imports fetched for sites without an owner have the user id 0. */
export const uploadPrefix = (userId: number) => `users/${userId}/`;

/** The key ends with the size in pixels, which `parseImageSize` reads: `users/7/…-640x480.png`. */
function newUploadKey(userId: number, { type, width, height }: { type: ImageType; width: number; height: number }) {
  return `${uploadPrefix(userId)}${randomToken()}-${width}x${height}.${type.replace("image/", "")}`;
}

type Storage = { db: Db; bucket: R2Bucket };
type UploadOptions = { userId: number | null; isExempt: boolean; now: number };

/**
 * Stores all files of an image. Returns the key of the widest file, or undefined if a limit of the user is reached. If it
 * throws, cron deletes the files that R2 may have.
 * @throws Error if R2 fails, or if the account was deleted at the same time.
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
        file.width === width
          ? bucket.put(key, file.bytes, { httpMetadata: { contentType: type } })
          : bucket.put(narrowerFile(key, file.width), file.bytes, { httpMetadata: { contentType: "image/webp" } }),
      ),
    );
  } catch (error) {
    await markUploadRemoved(db, key, now);
    throw error;
  }
  // A deletion during the write found no files, and may have deleted the row.
  if (await isStored(db, key)) return key;
  await bucket.delete(keysOf({ key, kind, listWidth }));
  throw new Error("The upload was removed while it was written.");
}

/** `listWidth` matters for a cover only. */
export type StoredImage = { key: string; kind: ImageKind; listWidth?: number };

function keysOf({ key, kind, listWidth }: StoredImage): string[] {
  if (kind === "article") return [key];
  if (kind !== "cover") return filesOf(key);
  return listWidth ? [key, narrowerFile(key, listWidth)] : [key];
}

/** Says that files are deleted, so that the edge stops serving them. */
const changesFiles = (keys: string[]) => changes(...keys.map((key) => `file:${key}` as const));

/** Removes an upload that nothing uses yet. If it fails half-way, the cron finishes it. */
export async function discardUpload({ db, bucket }: Storage, image: StoredImage, now: number): Promise<void> {
  await markUploadRemoved(db, image.key, now);
  await deleteImages({ db, bucket }, [image]);
}

/** For staff. If it fails half-way, the cron finishes it. */
export async function removeUpload(
  { db, bucket }: Storage,
  { key, ...decision }: { key: string; now: number; audit: Statement },
): Promise<void> {
  await deleteImages({ db, bucket }, await markUploadRemovedByStaff(db, key, decision));
}

/** R2 deletes at most 1,000 objects in one call, and an upload has at most three files. */
const DELETED_AT_ONCE = 300;

const keysIn = (marked: StoredImage[]) => marked.map(({ key }) => key);

async function deleteFiles(bucket: R2Bucket, marked: StoredImage[]): Promise<void> {
  for (let start = 0; start < marked.length; start += DELETED_AT_ONCE) {
    await bucket.delete(marked.slice(start, start + DELETED_AT_ONCE).flatMap(keysOf));
  }
}

/** Deletes the files and then the rows of uploads that are marked as removed. */
async function deleteImages({ db, bucket }: Storage, marked: StoredImage[]): Promise<void> {
  if (marked.length === 0) return;
  await deleteFiles(bucket, marked);
  await removeUploadRows(db, keysIn(marked));
}

/**
 * Deletes the files of uploads that are marked as removed, and purges them from the edge. Their rows are deleted after
 * the response. A failure is only logged: the cron deletes what is left.
 */
export async function deleteImagesNow(c: Context<AppEnv>, marked: StoredImage[]): Promise<void> {
  if (marked.length === 0) return;
  const { db, ports } = c.var;
  try {
    changesFiles(marked.flatMap(keysOf));
    await withDeadline(deleteFiles(c.env.MEDIA, marked), ports.timeout(SERVICE_TIMEOUT_MS));
    c.executionCtx.waitUntil(removeUploadRows(db, keysIn(marked)).catch(logError));
  } catch (error) {
    logError(error);
  }
}

/**
 * For the cron. Uploads are first marked as removed, so that no page can use them any more. Then their files are deleted,
 * and their rows last, so that the next run retries what failed. Images that an earlier call failed to delete are purged
 * from the edge. Pages have not shown the others for a day.
 */
export async function removeUnusedUploads({ db, bucket }: Storage, now: number): Promise<void> {
  const marked = await markUnusedUploadsRemoved(db, now);
  changesFiles(marked.filter(({ removedAt }) => removedAt !== null && removedAt < now).flatMap(keysOf));
  await deleteImages({ db, bucket }, marked);
}
