import { type Context, Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { findKept, isUploadKey, keep, type Lifetimes, remoteImageKey } from "./fetched-pictures.ts";
import { imageResponse } from "./image-response.ts";
import { PICTURE_TYPES } from "./image-type.ts";
import { fetchRemoteImage, signedAddress } from "./remote-images.ts";
import { requireStorage } from "./storage.ts";

/** A key is never written twice, so what it names never changes. */
const UPLOAD_CACHE = "public, max-age=31536000, immutable";
const REMOTE_CACHE = "public, max-age=604800, stale-while-revalidate=2592000";
/** A picture stays as it was when it was first shown; one that could not be fetched is asked for again soon. */
const REMOTE_LIFETIMES: Lifetimes = { foundMs: Infinity, nothingMs: 300_000 };
const MISSING_CACHE = "public, max-age=300";
const OPAQUE_TYPE = "application/octet-stream";

/** Names as this product makes them. */
const UPLOAD_KEY = /^(?=.{1,300}$)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

const notFound = (c: Context<AppEnv>, cacheControl?: string) =>
  c.text("Not found", 404, cacheControl ? { "Cache-Control": cacheControl } : {});

export const mediaRoutes = new Hono<AppEnv>({ strict: false })
  .get("/remote/:signature/:address", async (c) => {
    const { signature, address: encoded } = c.req.param();
    const address = signedAddress(c.env.SECRET_KEY, { signature, encoded });
    if (address === undefined) return notFound(c);

    const key = remoteImageKey(address);
    const now = c.var.ports.now();
    const kept = await requireStorage(findKept(c.env.MEDIA, key, { ...REMOTE_LIFETIMES, now }));
    if (kept) {
      const type = kept.httpMetadata?.contentType;
      if (!type) return notFound(c, MISSING_CACHE);
      return imageResponse(c, { body: kept.body, type, etag: kept.httpEtag, cacheControl: REMOTE_CACHE });
    }
    const picture = await fetchRemoteImage(c.var.ports, address);
    const { httpEtag: etag } = await requireStorage(keep(c.env.MEDIA, key, { now, picture }));
    if (!picture) return notFound(c, MISSING_CACHE);
    return imageResponse(c, { body: picture.bytes, type: picture.type, etag, cacheControl: REMOTE_CACHE });
  })

  .get("/:key{.+}", async (c) => {
    const key = c.req.param("key");
    if (!UPLOAD_KEY.test(key) || !isUploadKey(key)) return notFound(c);

    const stored = await requireStorage(c.env.MEDIA.get(key));
    if (!stored) return notFound(c);
    const declared = stored.httpMetadata?.contentType ?? "";
    const isPicture = PICTURE_TYPES.has(declared);
    const type = isPicture ? declared : OPAQUE_TYPE;
    if (!isPicture) c.header("Content-Disposition", "attachment");
    return imageResponse(c, { body: stored.body, type, etag: stored.httpEtag, cacheControl: UPLOAD_CACHE });
  });
