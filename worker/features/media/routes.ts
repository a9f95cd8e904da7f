import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { IMAGE_TYPES } from "#schema/images/media.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import {
  readImageCache,
  isFetchedOverDayAgo,
  writeImageCache,
  type CacheLifetimes,
  remoteImageKey,
} from "./fetched-image-cache.ts";
import { imageResponse, REMOTE_FILE, UNCHANGING_FILE } from "./image-response.ts";
import { recordFetch, recordUse } from "./remote-image-uses.ts";
import { fetchRemoteImage, verifySignedUrl } from "./remote-images.ts";
import { requireStorage } from "./storage.ts";

/** A cached image does not expire. A failed fetch is retried after five minutes. */
const REMOTE_LIFETIMES: CacheLifetimes = { foundMs: Infinity, missingMs: 300_000 };
/** The period of the rate limit `FETCH_LIMIT` in wrangler.toml. */
export const FETCH_LIMIT_SECONDS = 60;
const MISSING_CACHE = "public, max-age=300";
const OPAQUE_TYPE = "application/octet-stream";

/** Of stored files: older uploads are AVIF, too. SVG is not among them: it can contain scripts. */
const SAFE_IMAGE_TYPES: ReadonlySet<string> = new Set([...IMAGE_TYPES, "image/avif"]);

/** Nothing else in R2 has a URL of its own here: other folders have caches, and backups with people's data. */
const UPLOAD_KEY = /^(?=.{1,300}$)(?:users|demo)(?:\/[\w-][\w.-]*)+$/;

const notFound = (c: Context<AppEnv>, cacheControl?: string) =>
  c.text("Not found", 404, cacheControl ? { "Cache-Control": cacheControl } : {});

export const mediaRoutes = new Hono<AppEnv>({ strict: false })
  .get("/remote/:signature/:address", async (c) => {
    const { signature, address: encoded } = c.req.param();
    const { db, ports } = c.var;
    const now = ports.now();
    const url = verifySignedUrl({ secretKey: c.env.SECRET_KEY, now, signature, encoded });
    if (url === undefined) return notFound(c);

    const key = remoteImageKey(url);
    const use = { key, address: url, now };
    const cached = await requireStorage(readImageCache(c.env.MEDIA, key, { ...REMOTE_LIFETIMES, now }));
    if (cached) {
      const type = cached.httpMetadata?.contentType;
      if (!type) return notFound(c, MISSING_CACHE);
      // A failure is harmless: at worst the cron deletes the file too early, and the next request fetches it again.
      if (isFetchedOverDayAgo(cached, now))
        c.executionCtx.waitUntil(recordUse(db, { ...use, bytes: cached.size }).catch(logError));
      return imageResponse(c, { body: cached.body, type, etag: cached.httpEtag, shows: `file:${key}`, ...REMOTE_FILE });
    }
    const { success } = await c.env.FETCH_LIMIT.limit({ key: clientIp(c) });
    if (!success) throw new AppError("too_many", ACCOUNT_MESSAGES.tooMany, { retryAfter: FETCH_LIMIT_SECONDS });
    // Recorded before the fetch: the cron finds files by their rows only.
    if (!(await recordFetch(db, use))) return notFound(c, MISSING_CACHE);
    const image = await fetchRemoteImage(ports, url);
    const { httpEtag: etag } = await requireStorage(writeImageCache(c.env.MEDIA, key, { now, image }));
    if (!(await recordFetch(db, { ...use, bytes: image?.bytes.length ?? 0 }))) {
      // Staff removed the image during the fetch.
      await requireStorage(c.env.MEDIA.delete(key));
      return notFound(c, MISSING_CACHE);
    }
    if (!image) return notFound(c, MISSING_CACHE);
    return imageResponse(c, { body: image.bytes, type: image.type, etag, shows: `file:${key}`, ...REMOTE_FILE });
  })

  .get("/:key{.+}", async (c) => {
    const key = c.req.param("key");
    if (!UPLOAD_KEY.test(key)) return notFound(c);

    const stored = await requireStorage(c.env.MEDIA.get(key));
    if (!stored) return notFound(c);
    const declared = stored.httpMetadata?.contentType ?? "";
    const isImage = SAFE_IMAGE_TYPES.has(declared);
    const type = isImage ? declared : OPAQUE_TYPE;
    if (!isImage) c.header("Content-Disposition", "attachment");
    // A key is written only once.
    return imageResponse(c, {
      body: stored.body,
      type,
      etag: stored.httpEtag,
      shows: `file:${key}`,
      ...UNCHANGING_FILE,
    });
  });
