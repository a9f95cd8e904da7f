import { type Context, Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { FAVICONS_PREFIX } from "../favicons/store.ts";
import { imageResponse, requireStorage } from "./image-response.ts";
import { PICTURE_TYPES } from "./image-type.ts";
import { fetchRemoteImage, REMOTE_PREFIX, remoteImageKey, signedAddress } from "./remote-images.ts";

/** A key is never written twice, so what it names never changes. */
const UPLOAD_CACHE = "public, max-age=31536000, immutable";
const REMOTE_CACHE = "public, max-age=604800, stale-while-revalidate=2592000";
/** So long a picture that cannot be fetched is not asked for again. */
const MISSING_CACHE = "public, max-age=300";
const OPAQUE_TYPE = "application/octet-stream";

/** Names as this product makes them. */
const UPLOAD_KEY = /^(?=.{1,300}$)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

const notFound = (c: Context<AppEnv>) => c.text("Not found", 404);

export const mediaRoutes = new Hono<AppEnv>({ strict: false })
  .get("/remote/:signature/:address", async (c) => {
    const { signature, address: encoded } = c.req.param();
    const address = signedAddress(c.env.SECRET_KEY, { signature, encoded });
    if (address === undefined) return notFound(c);

    const key = remoteImageKey(address);
    const stored = await requireStorage(c.env.MEDIA.get(key));
    if (stored) {
      const type = stored.httpMetadata?.contentType ?? OPAQUE_TYPE;
      return imageResponse(c, { body: stored.body, type, etag: stored.httpEtag, cacheControl: REMOTE_CACHE });
    }
    const image = await fetchRemoteImage(c.var.ports, address);
    if (!image) return c.text("Not found", 404, { "Cache-Control": MISSING_CACHE });
    const { httpEtag } = await requireStorage(
      c.env.MEDIA.put(key, image.bytes, { httpMetadata: { contentType: image.type } }),
    );
    return imageResponse(c, { body: image.bytes, type: image.type, etag: httpEtag, cacheControl: REMOTE_CACHE });
  })

  .get("/:key{.+}", async (c) => {
    const key = c.req.param("key");
    const isInternal = [FAVICONS_PREFIX, REMOTE_PREFIX].some((prefix) => key.startsWith(prefix));
    if (isInternal || !UPLOAD_KEY.test(key)) return notFound(c);

    const stored = await requireStorage(c.env.MEDIA.get(key));
    if (!stored) return notFound(c);
    const declared = stored.httpMetadata?.contentType ?? "";
    const isPicture = PICTURE_TYPES.has(declared);
    const type = isPicture ? declared : OPAQUE_TYPE;
    if (!isPicture) c.header("Content-Disposition", "attachment");
    return imageResponse(c, { body: stored.body, type, etag: stored.httpEtag, cacheControl: UPLOAD_CACHE });
  });
