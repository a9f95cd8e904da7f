import type { Context } from "hono";
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE, IMAGE_MESSAGES } from "#schema/media.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { isStaff } from "../sessions/signed-in.ts";
import { cleanPicture } from "./formats/clean-picture.ts";
import { abandonUpload, findDayQuotaEnd, insertUpload } from "./queries.ts";
import { newUploadKey } from "./uploads.ts";

const DAY_SECONDS = 86_400;

/**
 * Takes an upload of whoever is signed in: checks what it is, drops what it says about its making, counts and stores it.
 * @throws AppError with the sentence at the form's `field`.
 */
export async function storePicture(c: Context<AppEnv>, file: File, field: string) {
  const { db, ports, user } = c.var;
  if (file.size === 0) throw badPicture(field, IMAGE_MESSAGES.missing);
  if (file.size > IMAGE_MAX_BYTES) throw new AppError("too_large", IMAGE_MESSAGES.tooLarge);
  const picture = requirePicture(new Uint8Array(await file.arrayBuffer()), field);
  const key = newUploadKey(user.id, picture);
  const now = ports.now();
  const isExempt = isStaff(user);
  // Counted first: a file without a row would never be removed.
  const isCounted = await insertUpload(db, { key, userId: user.id, bytes: picture.bytes.length, isExempt, now });
  if (!isCounted) await refuse(c);
  try {
    await c.env.MEDIA.put(key, picture.bytes, { httpMetadata: { contentType: picture.type } });
  } catch (error) {
    logError(error);
    await abandonUpload(db, key, now);
    throw new AppError("unavailable", IMAGE_MESSAGES.notStored);
  }
  return { key, width: picture.width, height: picture.height };
}

export const badPicture = (field: string, message: string) => new AppError("bad_input", message, { [field]: message });

function requirePicture(bytes: Uint8Array, field: string) {
  const picture = cleanPicture(bytes);
  if (picture === "unknown") throw new AppError("wrong_media_type", IMAGE_MESSAGES.wrongType);
  if (picture === "damaged") throw badPicture(field, IMAGE_MESSAGES.damaged);
  if (Math.max(picture.width, picture.height) > IMAGE_MAX_SIDE) throw badPicture(field, IMAGE_MESSAGES.tooManyPixels);
  if (picture.pixels > IMAGE_MAX_PIXELS) throw badPicture(field, IMAGE_MESSAGES.tooManyFrames);
  return picture;
}

/** @throws AppError 429 with the quota that is used up. */
async function refuse(c: Context<AppEnv>): Promise<never> {
  const { db, ports, user } = c.var;
  const now = ports.now();
  const dayEnd = await findDayQuotaEnd(db, user.id, now);
  if (dayEnd) {
    throw new AppError("too_many", IMAGE_MESSAGES.tooManyToday, undefined, Math.ceil((dayEnd - now) / 1000));
  }
  throw new AppError("too_many", IMAGE_MESSAGES.tooManyBytes, undefined, DAY_SECONDS);
}
