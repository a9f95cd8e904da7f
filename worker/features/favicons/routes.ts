import { type Context, Hono } from "hono";
import { DAY_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { publicUrl } from "../../http/public-fetch.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../../http/deadline.ts";
import { logError } from "../../log.ts";
import { faviconKey, readImageCache, writeImageCache, type CacheLifetimes } from "../media/fetched-image-cache.ts";
import { imageResponse } from "../media/image-response.ts";
import { findListedLink } from "./queries.ts";
import { fetchIcon } from "./sources.ts";

/**
 * So narrow that it covers nothing of the monogram (web/features/sites/logo/logo.css). An error status would be an error in
 * the console of each visitor.
 */
const EMPTY_IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="10000"/>`;

const LIFETIMES: CacheLifetimes = { foundMs: 30 * DAY_MS, missingMs: DAY_MS };

const ICON_CACHE = "public, max-age=604800, stale-while-revalidate=2592000";
/** For a listed site without an icon: it can add one later. */
const NO_ICON_CACHE = "public, max-age=3600, stale-while-revalidate=86400";
/** For a host that is not listed: it can be listed later. */
const UNKNOWN_CACHE = "public, max-age=300";
const UNCACHED = "no-store";

/**
 * GET /favicons/{host} serves icons of listed sites, so that visitors' browsers send no request to these sites. Other
 * hosts are not fetched, so that the Worker is no open proxy.
 */
export const faviconRoutes = new Hono<AppEnv>({ strict: false }).get("/:host", async (c) => {
  const host = c.req.param("host");
  const home = publicUrl(`https://${host}/`);
  if (home?.hostname !== host) return emptyResponse(c, UNKNOWN_CACHE, 404);
  try {
    return await iconResponse(c, { host, home });
  } catch (error) {
    // If storage is down or slow, the page shows the monogram.
    logError(error);
    return emptyResponse(c, UNCACHED);
  }
});

async function iconResponse(c: Context<AppEnv>, { host, home }: { host: string; home: URL }): Promise<Response> {
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
    if (!type) return emptyResponse(c, NO_ICON_CACHE);
    return imageResponse(c, { body: cached.body, type, etag: cached.httpEtag, cacheControl: ICON_CACHE });
  }

  const { success } = await FETCH_LIMIT.limit({ key: clientIp(c) });
  if (!success) return emptyResponse(c, UNCACHED);
  const link = await findListedLink(db, host);
  if (!link) return emptyResponse(c, UNKNOWN_CACHE, 404);

  // The origin of the listed link: some sites respond only with `www.` or without https.
  const image = await fetchIcon(ports, { host, home: publicUrl("/", new URL(link)) ?? home });
  const { httpEtag: etag } = await withDeadline(
    writeImageCache(MEDIA, key, { now, image }),
    ports.timeout(SERVICE_TIMEOUT_MS),
  );
  if (!image) return emptyResponse(c, NO_ICON_CACHE);
  return imageResponse(c, { body: image.bytes, type: image.type, etag, cacheControl: ICON_CACHE });
}

const emptyResponse = (c: Context<AppEnv>, cacheControl: string, status: 200 | 404 = 200) =>
  imageResponse(c, { body: EMPTY_IMAGE, type: "image/svg+xml", cacheControl, status });
