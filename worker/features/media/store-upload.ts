import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DAY_SECONDS } from "#schema/values/dates.ts";
import { MAX_IMAGE_BYTES, IMAGE_MESSAGES } from "#schema/images/media.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../http/limits.ts";
import { isStaff } from "../../signed-in.ts";
import { type ImageKind, makeImage, UnusableImage } from "./make-image.ts";
import { findDayQuotaEnd } from "./queries.ts";
import { readImage } from "./read-image.ts";
import { putImage } from "./uploads.ts";

/**
 * Counts an upload of the signed-in user before a byte of it is read, so that refused files count, too: they cost time,
 * and Cloudflare charges for each file that Images makes.
 * @throws AppError 429
 */
export const limitUploads = createMiddleware<AppEnv>(async function limitUploads(c, next) {
  const { db, ports, user } = c.var;
  if (!isStaff(user)) {
    await countAttempt(c, [LIMITS.imageUploadsOfUser, user.id]);
    if ((await findDayQuotaEnd(db, user.id, ports.now())) !== undefined) await throwLimitError(c);
  }
  await next();
});

/**
 * Stores an image of the signed-in user. Returns the R2 key of the widest file and its size in pixels.
 * @throws AppError 400 for the form's `field`, 413 if the file is too large, 415 for another format, 429 if a limit is
 * reached, 503 if R2 or Cloudflare's Images fails.
 */
export async function storeUpload(
  c: Context<AppEnv>,
  file: File,
  { field, kind = "article" }: { field: string; kind?: ImageKind },
) {
  const { db, ports, user } = c.var;
  if (file.size === 0) throw imageError(field, IMAGE_MESSAGES.missing);
  if (file.size > MAX_IMAGE_BYTES) throw new AppError("too_large", IMAGE_MESSAGES.tooLarge);
  const source = readImage(new Uint8Array(await file.arrayBuffer()));
  if (source === "wrongType") throw new AppError("wrong_media_type", IMAGE_MESSAGES.wrongType);
  if (typeof source === "string") throw imageError(field, IMAGE_MESSAGES[source]);
  const image = await makeImage({ images: c.env.IMAGES, ports }, kind, source).catch((error: unknown) => {
    if (!(error instanceof UnusableImage)) throw error;
    throw error.isTemporary ? new AppError("unavailable", error.message) : imageError(field, error.message);
  });
  const owner = { userId: user.id, isExempt: isStaff(user), now: ports.now() };
  const key = await putImage({ db, bucket: c.env.MEDIA }, image, owner).catch((error: unknown) => {
    logError(error);
    throw new AppError("unavailable", IMAGE_MESSAGES.notStored);
  });
  if (key === undefined) return throwLimitError(c);
  return { key, width: image.width, height: image.height };
}

export const imageError = (field: string, message: string) =>
  new AppError("bad_input", message, { fields: { [field]: message } });

async function throwLimitError(c: Context<AppEnv>): Promise<never> {
  const { db, ports, user } = c.var;
  const now = ports.now();
  const dayEnd = await findDayQuotaEnd(db, user.id, now);
  if (dayEnd) {
    throw new AppError("too_many", IMAGE_MESSAGES.dailyLimitReached, { retryAfter: Math.ceil((dayEnd - now) / 1000) });
  }
  throw new AppError("too_many", IMAGE_MESSAGES.userQuotaReached, { retryAfter: DAY_SECONDS });
}
