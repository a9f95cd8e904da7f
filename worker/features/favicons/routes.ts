import { type Context, Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../../deadline.ts";
import { logError } from "../../log.ts";
import { faviconKey, readImageCache, writeImageCache, type CacheLifetimes } from "../media/fetched-image-cache.ts";
import { imageResponse } from "../media/image-response.ts";
import { GLOBE } from "./globe.ts";
import { findListedLink } from "./queries.ts";
import { fetchIcon } from "./sources.ts";

const DAY_MS = 86_400_000;
const LIFETIMES: CacheLifetimes = { foundMs: 30 * DAY_MS, missingMs: DAY_MS };

const ICON_CACHE = "public, max-age=604800, stale-while-revalidate=2592000";
/** The site has no icon; it may get one. */
const NO_ICON_CACHE = "public, max-age=3600, stale-while-revalidate=86400";
/** The directory does not list the host; it may soon. */
const UNKNOWN_CACHE = "public, max-age=300";
const NOT_KEPT = "no-store";

/**
 * GET /favicons/{host}, so that no visitor's browser asks a third party. The Worker asks for icons of listed hosts only:
 * for others this is no way to reach anything.
 */
export const faviconRoutes = new Hono<AppEnv>({ strict: false }).get("/:host", async (c) => {
  const host = c.req.param("host");
  const home = publicUrl(`https://${host}/`);
  if (home?.hostname !== host) return globe(c, UNKNOWN_CACHE, 404);
  try {
    return await answer(c, { host, home });
  } catch (error) {
    // A page is readable without its icons, so storage that is down or slow must not look broken.
    logError(error);
    return globe(c, NOT_KEPT);
  }
});

async function answer(c: Context<AppEnv>, { host, home }: { host: string; home: URL }): Promise<Response> {
  const { MEDIA, FETCH_LIMIT } = c.env;
  const { db, ports } = c.var;
  const now = ports.now();

  const key = faviconKey(host);
  const cached = await withDeadline(
    readImageCache(MEDIA, key, { ...LIFETIMES, now }),
    ports.timeout(SERVICE_TIMEOUT_MS),
  );
  if (cached) {
    const type = cached.httpMetadata?.contentType;
    if (!type) return globe(c, NO_ICON_CACHE);
    return imageResponse(c, { body: cached.body, type, etag: cached.httpEtag, cacheControl: ICON_CACHE });
  }

  const { success } = await FETCH_LIMIT.limit({ key: clientIp(c) });
  if (!success) return globe(c, NOT_KEPT);
  const link = await findListedLink(db, host);
  if (!link) return globe(c, UNKNOWN_CACHE, 404);

  // The link's own origin: some sites answer with `www.` or without encryption only.
  const image = await fetchIcon(ports, { host, home: publicUrl("/", new URL(link)) ?? home });
  const { httpEtag: etag } = await withDeadline(
    writeImageCache(MEDIA, key, { now, image }),
    ports.timeout(SERVICE_TIMEOUT_MS),
  );
  if (!image) return globe(c, NO_ICON_CACHE);
  return imageResponse(c, { body: image.bytes, type: image.type, etag, cacheControl: ICON_CACHE });
}

const globe = (c: Context<AppEnv>, cacheControl: string, status: 200 | 404 = 200) =>
  imageResponse(c, { body: GLOBE, type: "image/svg+xml", cacheControl, status });
