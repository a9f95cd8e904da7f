import { type Context, Hono } from "hono";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { defaultShareImagePath, shareImagePath, shareImagePrefix } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { cacheTagHeader } from "../../http/cache-tag.ts";
import type { Subject } from "../../ports.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { FETCH_LIMIT_SECONDS } from "../media/routes.ts";
import { type Image, imageResponse, UNCHANGING_FILE } from "../media/image-response.ts";
import { requireStorage } from "../media/storage.ts";
import { findSharePage } from "./find-share-page.ts";
import { deleteImages, drawImage, keyOf } from "./images.ts";
import { pathOf, SHARE_KINDS, type ShareKind } from "./share-page.ts";
import { possibleSlugs } from "../sites/compare/joined-slugs.ts";

/** Other sites show the image beside a link. */
const FOR_OTHER_SITES = ["Cross-Origin-Resource-Policy", "cross-origin"] as const;
/** A stored image is checked after this time: its page can be gone without a purge, for example with its owner. */
const CHECK_MS = DAY_MS;
/** No slug is longer. R2 refuses a key of more than 1,024 bytes. */
const SLUG_MAX = 200;
/** A page changes, and a later attempt to draw can succeed. */
const REDIRECT_CACHE = "public, max-age=300";

/**
 * Only the edge keeps images of comparisons: there are more comparisons than R2 should hold, and a change of a site would
 * not find them there.
 */
const isStored = (kind: ShareKind) => kind !== "comparison";

const subjectsOf = (kind: ShareKind, slug: string): Subject[] =>
  kind === "comparison" ? possibleSlugs(slug).map((site) => `site:${site}` as const) : [`${kind}:${slug}`];

/** GET /share/{kind}/{slug}/{hash}.png: the images of shared links. Each is drawn once, with its first request. */
export const shareImageRoutes = new Hono<AppEnv>().get("/:kind/:slug/:file{[0-9a-f]{16}\\.png}", async (c) => {
  const { slug, file } = c.req.param();
  const kind = SHARE_KINDS.find((known) => known === c.req.param("kind"));
  if (!kind || (isStored(kind) && slug.length > SLUG_MAX)) throw new AppError("not_found", "Image not found");
  const { MEDIA, FETCH_LIMIT } = c.env;
  const { db, ports, config } = c.var;
  const path = shareImagePath(kind, slug, file.slice(0, -".png".length));
  const prefix = shareImagePrefix(kind, slug);

  const shows = subjectsOf(kind, slug);

  const stored = isStored(kind) ? await requireStorage(MEDIA.get(keyOf(path))) : null;
  if (stored && ports.now() - stored.uploaded.getTime() < CHECK_MS)
    return respond(c, { body: stored.body, etag: stored.httpEtag, shows });

  /** @throws AppError if the page is gone. Its images are then deleted. */
  const findPage = (hasImages: boolean) =>
    findSharePage(db, { kind, slug }, { now: ports.now(), directory: config.name }).catch(async (error: unknown) => {
      if (hasImages && error instanceof AppError) await deleteImages(MEDIA, prefix);
      throw error;
    });

  let image = stored && new Uint8Array(await requireStorage(stored.arrayBuffer()));
  const page = await findPage(Boolean(stored));
  const current = pathOf(page);
  if (current !== path) return redirect(c, { to: current, shows });
  const isDrawn = !image;
  if (!image) {
    const { success } = await FETCH_LIMIT.limit({ key: clientIp(c) });
    if (!success) throw new AppError("too_many", ACCOUNT_MESSAGES.tooMany, { retryAfter: FETCH_LIMIT_SECONDS });
    image = await drawImage({ env: c.env, ports }, page.facts);
  }
  if (!image) return redirect(c, { to: defaultShareImagePath, shows });
  if (!isStored(kind)) return respond(c, { body: image, etag: `"${file}"`, shows });
  const put = MEDIA.put(keyOf(path), image, { httpMetadata: { contentType: "image/png" } });
  const { httpEtag: etag } = await requireStorage(put);
  // A deletion of the page while it was drawn found no image.
  if (isDrawn) await findPage(true);
  c.executionCtx.waitUntil(deleteImages(MEDIA, prefix, path).catch(logError));
  return respond(c, { body: image, etag, shows });
});

type Drawn = Pick<Image, "body" | "shows"> & { etag: string };

/** The images of a page have its tag, so a change of the page purges them without knowing their hashes. */
function respond(c: Context<AppEnv>, drawn: Drawn): Response {
  const response = imageResponse(c, { ...drawn, type: "image/png", ...UNCHANGING_FILE });
  response.headers.set(...FOR_OTHER_SITES);
  return response;
}

function redirect(c: Context<AppEnv>, { to, shows }: { to: string; shows: Subject[] }): Response {
  c.header(...FOR_OTHER_SITES);
  c.header("Cache-Control", REDIRECT_CACHE);
  c.header("Cache-Tag", cacheTagHeader(shows) ?? "all");
  return c.redirect(encodeURI(to));
}
