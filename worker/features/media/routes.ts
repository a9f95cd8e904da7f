import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientAddress } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { findKept, isOld, isUploadKey, keep, type Lifetimes, remoteImageKey } from "./fetched-pictures.ts";
import { imageResponse } from "./image-response.ts";
import { PICTURE_TYPES } from "./image-type.ts";
import { noteFetch, noteUse } from "./remote-image-uses.ts";
import { fetchRemoteImage, signedAddress } from "./remote-images.ts";
import { requireStorage } from "./storage.ts";

/** A key is never written twice, so what it names never changes. */
const UPLOAD_CACHE = "public, max-age=31536000, immutable";
/** As long as it has that address, and no longer than staff want to wait for one that they removed. */
const REMOTE_CACHE = "public, max-age=86400";
/** A picture stays as it was when it was first shown; one that could not be fetched is asked for again soon. */
const REMOTE_LIFETIMES: Lifetimes = { foundMs: Infinity, nothingMs: 300_000 };
/** The period of the limit in wrangler.toml. */
const FETCH_LIMIT_SECONDS = 60;
const MISSING_CACHE = "public, max-age=300";
const OPAQUE_TYPE = "application/octet-stream";

/** Names as this product makes them. */
const UPLOAD_KEY = /^(?=.{1,300}$)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

const notFound = (c: Context<AppEnv>, cacheControl?: string) =>
  c.text("Not found", 404, cacheControl ? { "Cache-Control": cacheControl } : {});

export const mediaRoutes = new Hono<AppEnv>({ strict: false })
  .get("/remote/:signature/:address", async (c) => {
    const { signature, address: encoded } = c.req.param();
    const { db, ports } = c.var;
    const now = ports.now();
    const address = signedAddress({ secretKey: c.env.SECRET_KEY, now, signature, encoded });
    if (address === undefined) return notFound(c);

    const key = remoteImageKey(address);
    const use = { key, address, now };
    const kept = await requireStorage(findKept(c.env.MEDIA, key, { ...REMOTE_LIFETIMES, now }));
    if (kept) {
      const type = kept.httpMetadata?.contentType;
      if (!type) return notFound(c, MISSING_CACHE);
      // One without a note of its use would only be fetched again.
      if (isOld(kept, now)) c.executionCtx.waitUntil(noteUse(db, { ...use, bytes: kept.size }).catch(logError));
      return imageResponse(c, { body: kept.body, type, etag: kept.httpEtag, cacheControl: REMOTE_CACHE });
    }
    const { success } = await c.env.FETCH_LIMIT.limit({ key: clientAddress(c) });
    if (!success) throw new AppError("too_many", ACCOUNT_MESSAGES.tooMany, undefined, FETCH_LIMIT_SECONDS);
    // Noted first: a file without a note would never go.
    if (!(await noteFetch(db, use))) return notFound(c, MISSING_CACHE);
    const picture = await fetchRemoteImage(ports, address);
    const { httpEtag: etag } = await requireStorage(keep(c.env.MEDIA, key, { now, picture }));
    if (!(await noteFetch(db, { ...use, bytes: picture?.bytes.length ?? 0 }))) {
      // Staff removed it while it was fetched.
      await requireStorage(c.env.MEDIA.delete(key));
      return notFound(c, MISSING_CACHE);
    }
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
