import type { Context } from "hono";
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX, IMAGE_MESSAGES } from "#schema/media.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { isStaff } from "../sessions/signed-in.ts";
import { cleanImage } from "./formats/clean-image.ts";
import { markUploadRemoved, findDayQuotaEnd, insertUpload } from "./queries.ts";
import { newUploadKey } from "./uploads.ts";

const DAY_SECONDS = 86_400;

/**
 * Stores an image of the signed-in user without its metadata. Returns its R2 key and its size in pixels.
 * @throws AppError 400 for the form's `field`, 413 if the file is too large, 415 for another format, 429 if a limit is
 * reached, 503 if R2 fails.
 */
export async function storeUpload(c: Context<AppEnv>, file: File, field: string) {
  const { db, ports, user } = c.var;
  if (file.size === 0) throw imageError(field, IMAGE_MESSAGES.missing);
  if (file.size > MAX_IMAGE_BYTES) throw new AppError("too_large", IMAGE_MESSAGES.tooLarge);
  const image = requireImage(new Uint8Array(await file.arrayBuffer()), field);
  const key = newUploadKey(user.id, image);
  const now = ports.now();
  const isExempt = isStaff(user);
  // The row comes first: the cron finds files by their rows only.
  const isInserted = await insertUpload(db, { key, userId: user.id, bytes: image.bytes.length, isExempt, now });
  if (!isInserted) await throwLimitError(c);
  try {
    await c.env.MEDIA.put(key, image.bytes, { httpMetadata: { contentType: image.type } });
  } catch (error) {
    logError(error);
    await markUploadRemoved(db, key, now);
    throw new AppError("unavailable", IMAGE_MESSAGES.notStored);
  }
  return { key, width: image.width, height: image.height };
}

export const imageError = (field: string, message: string) => new AppError("bad_input", message, { [field]: message });

function requireImage(bytes: Uint8Array, field: string) {
  const image = cleanImage(bytes);
  if (image === "unknown") throw new AppError("wrong_media_type", IMAGE_MESSAGES.wrongType);
  if (image === "damaged") throw imageError(field, IMAGE_MESSAGES.damaged);
  if (Math.max(image.width, image.height) > MAX_IMAGE_SIDE_PX) throw imageError(field, IMAGE_MESSAGES.tooManyPixels);
  if (image.pixels > MAX_IMAGE_PIXELS) throw imageError(field, IMAGE_MESSAGES.tooManyFrames);
  return image;
}

async function throwLimitError(c: Context<AppEnv>): Promise<never> {
  const { db, ports, user } = c.var;
  const now = ports.now();
  const dayEnd = await findDayQuotaEnd(db, user.id, now);
  if (dayEnd) {
    throw new AppError("too_many", IMAGE_MESSAGES.dailyLimitReached, undefined, Math.ceil((dayEnd - now) / 1000));
  }
  throw new AppError("too_many", IMAGE_MESSAGES.userQuotaReached, undefined, DAY_SECONDS);
}
