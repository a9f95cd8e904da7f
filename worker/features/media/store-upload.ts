import type { Context } from "hono";
import { MAX_IMAGE_BYTES, IMAGE_MESSAGES } from "#schema/media.ts";
import type { SiteImageKind } from "#schema/site-images.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { logError } from "../../log.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { LIMITS } from "../../limits.ts";
import { isStaff } from "../sessions/signed-in.ts";
import { makeCover, UnusableImage } from "./make-site-image.ts";
import { findDayQuotaEnd } from "./queries.ts";
import { readImage } from "./read-image.ts";
import { type NewImage, prepareSiteImage, putImage } from "./uploads.ts";

const DAY_SECONDS = 86_400;

/**
 * Stores an image of the signed-in user without its metadata: as it is for an article, else with narrower files.
 * Returns the R2 key of the widest file and its size in pixels.
 * @throws AppError 400 for the form's `field`, 413 if the file is too large, 415 for another format, 429 if a limit is
 * reached, 503 if R2 or Cloudflare's Images fails.
 */
export async function storeUpload(
  c: Context<AppEnv>,
  file: File,
  { field, kind = "article" }: { field: string; kind?: SiteImageKind | "article" | "cover" },
) {
  const { db, ports, user } = c.var;
  if (file.size === 0) throw imageError(field, IMAGE_MESSAGES.missing);
  if (file.size > MAX_IMAGE_BYTES) throw new AppError("too_large", IMAGE_MESSAGES.tooLarge);
  const source = requireImage(new Uint8Array(await file.arrayBuffer()), field);
  const isExempt = isStaff(user);
  const now = ports.now();
  let image: NewImage;
  if (kind === "article") {
    image = { ...source, kind, files: [{ width: source.width, bytes: source.bytes }], listWidth: 0 };
  } else if (kind === "cover") {
    image = { ...(await makeCover(c.env.IMAGES, source)), kind, type: source.type };
  } else {
    if (!isExempt) await countAttempt(c, [LIMITS.siteImagesOfUser, user.id]);
    if (!isExempt && (await findDayQuotaEnd(db, user.id, now)) !== undefined) await throwLimitError(c);
    image = await prepareSiteImage(c.env.IMAGES, kind, source).catch((error: unknown) => {
      throw error instanceof UnusableImage ? toAppError(error, field) : error;
    });
  }
  let key: string | undefined;
  try {
    key = await putImage({ db, bucket: c.env.MEDIA }, image, { userId: user.id, isExempt, now });
  } catch (error) {
    logError(error);
    throw new AppError("unavailable", IMAGE_MESSAGES.notStored);
  }
  if (key === undefined) return throwLimitError(c);
  return { key, width: image.width, height: image.height };
}

export const imageError = (field: string, message: string) => new AppError("bad_input", message, { [field]: message });

const toAppError = ({ message, isTemporary }: UnusableImage, field: string) =>
  isTemporary ? new AppError("unavailable", message) : imageError(field, message);

function requireImage(bytes: Uint8Array, field: string) {
  const image = readImage(bytes);
  if (image === "wrongType") throw new AppError("wrong_media_type", IMAGE_MESSAGES.wrongType);
  if (typeof image === "string") throw imageError(field, IMAGE_MESSAGES[image]);
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
