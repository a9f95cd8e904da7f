import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { MAX_IMAGE_BYTES, IMAGE_MESSAGES } from "#schema/images/media.ts";
import { isSiteImageKind, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { mediaPath } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { queryOf } from "../../http/query.ts";
import { limitBody } from "../../http/body.ts";
import { requireUser } from "../sessions/guards.ts";
import { imageError, limitUploads, storeUpload } from "./store-upload.ts";

const FIELD = "image";
/** Bytes of a multipart request besides its file. */
const MULTIPART_BYTES_MAX = 64 * 1024;

/** POST /api/images/ stores an image of an article, or with `?kind=` a logo or a screenshot of a site. */
export const imageRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/",
  requireUser,
  limitUploads,
  limitBody(MAX_IMAGE_BYTES + MULTIPART_BYTES_MAX, IMAGE_MESSAGES.tooLarge),
  async (c) => {
    const kind = requireKind(c);
    const { key, width, height } = await storeUpload(c, await requireFile(c), { field: FIELD, kind });
    return c.json<Answers["POST images/"]>({ success: 1, file: { url: mediaPath(key), width, height } });
  },
);

function requireKind(c: Context<AppEnv>) {
  const kind = queryOf(c).get("kind") ?? "article";
  if (kind !== "article" && !isSiteImageKind(kind)) throw imageError("kind", SITE_IMAGE_MESSAGES.unknownKind);
  return kind;
}

async function requireFile(c: Context<AppEnv>): Promise<File> {
  if (!/^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "")) {
    throw new AppError("wrong_media_type", IMAGE_MESSAGES.missing);
  }
  const form = await c.req.formData().catch(() => {
    throw imageError(FIELD, IMAGE_MESSAGES.missing);
  });
  const [file, ...others] = form.getAll(FIELD);
  if (others.length > 0) throw imageError(FIELD, IMAGE_MESSAGES.onlyOne);
  if (!(file instanceof File)) throw imageError(FIELD, IMAGE_MESSAGES.missing);
  return file;
}
