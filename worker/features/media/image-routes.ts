import { type Context, Hono } from "hono";
import { IMAGE_MAX_BYTES, IMAGE_MAX_SIDE, IMAGE_MESSAGES, type UploadedImage } from "#schema/media.ts";
import { mediaPath } from "#schema/paths.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { limitBody } from "../../http/body.ts";
import { requireUser } from "../../http/session.ts";
import { cleanPicture } from "./formats/clean-picture.ts";
import { abandonUpload, findDayQuotaEnd, insertUpload } from "./queries.ts";
import { newUploadKey } from "./uploads.ts";

const DAY_SECONDS = 86_400;
/** What a form adds to its file. */
const FORM_BYTES_MAX = 64 * 1024;

/** POST /api/images/ */
export const imageRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/",
  requireUser,
  limitBody(IMAGE_MAX_BYTES + FORM_BYTES_MAX, IMAGE_MESSAGES.tooLarge),
  async (c) => {
    const { db, ports, user } = c.var;
    const picture = requirePicture(await requireFile(c));
    const key = newUploadKey(user.id, picture);
    const now = ports.now();
    const isExempt = user.isStaff || user.isSuperuser;
    // Counted first: a file without a row would never be removed.
    const isCounted = await insertUpload(db, { key, userId: user.id, bytes: picture.bytes.length, isExempt, now });
    if (!isCounted) await refuse(c);
    try {
      await c.env.MEDIA.put(key, picture.bytes, { httpMetadata: { contentType: picture.type } });
    } catch (error) {
      console.error(error);
      await abandonUpload(db, key, now);
      throw new AppError("unavailable", IMAGE_MESSAGES.notStored);
    }
    const { width, height } = picture;
    return c.json({ success: 1, file: { url: mediaPath(key), width, height } } satisfies UploadedImage);
  },
);

async function requireFile(c: Context<AppEnv>): Promise<Uint8Array> {
  if (!/^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "")) {
    throw new AppError("wrong_media_type", IMAGE_MESSAGES.missing);
  }
  const form = await c.req.formData().catch(() => badInput(IMAGE_MESSAGES.missing));
  const [file, ...others] = form.getAll("image");
  if (others.length > 0) badInput(IMAGE_MESSAGES.several);
  if (!(file instanceof File) || file.size === 0) badInput(IMAGE_MESSAGES.missing);
  if (file.size > IMAGE_MAX_BYTES) throw new AppError("too_large", IMAGE_MESSAGES.tooLarge);
  return new Uint8Array(await file.arrayBuffer());
}

function requirePicture(bytes: Uint8Array) {
  const picture = cleanPicture(bytes);
  if (picture === "unknown") throw new AppError("wrong_media_type", IMAGE_MESSAGES.wrongType);
  if (picture === "damaged") badInput(IMAGE_MESSAGES.damaged);
  if (Math.max(picture.width, picture.height) > IMAGE_MAX_SIDE) badInput(IMAGE_MESSAGES.tooManyPixels);
  return picture;
}

function badInput(message: string): never {
  throw new AppError("bad_input", message, { image: message });
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
