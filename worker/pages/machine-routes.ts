import { type Context, Hono } from "hono";
import {
  blogFeedPath,
  blogsPath,
  categoriesPath,
  dashboardPath,
  feedPath,
  homePath,
  loginPath,
  productPath,
  productsPath,
} from "#schema/pages/paths.ts";
import { isCategory } from "#schema/sites/sites.ts";
import type { AppEnv } from "../env.ts";
import { publicCache } from "../http/caching.ts";
import { foldPath } from "../names/slugs.ts";
import {
  type Feed,
  findCategoryFeed,
  findProductFeed,
  listNewestEntries,
  listPostEntries,
  renderFeed,
} from "./feed.ts";
import { manifest } from "./manifest.ts";
import { findPart, listParts, renderSitemap, renderSitemapIndex } from "./sitemap.ts";
import { absolute, xmlResponse } from "../http/xml.ts";

/** Screens that search engines need not crawl. */
const PRIVATE_SCREENS = [
  loginPath,
  dashboardPath,
  "/admin",
  "/blog/create",
  "/blogs/create",
  "/blogs/edit",
  "/blogs/preview",
  "/google-login",
  "/password",
  "/pay",
  "/request-password-reset",
  "/search-watches",
  "/signup",
  "/site",
  "/sites",
  "/user",
];

const ALL = { title: "new sites and blog posts", path: feedPath, homePath };
const ARTICLES = { title: "blog posts", path: blogFeedPath, homePath: blogsPath };

export const machineRoutes = new Hono<AppEnv>({ strict: false })
  .get("/robots.txt", publicCache(), (c) => c.text(robots(c.var.config.origin)))

  .get("/manifest.webmanifest", publicCache(), (c) =>
    c.json(manifest(c.var.config), 200, { "Content-Type": "application/manifest+json" }),
  )

  .get("/sitemap.xml", publicCache(), async (c) => {
    const { origin } = c.var.config;
    return xmlResponse(renderSitemapIndex(origin, await listParts(c.var.db)), "application/xml");
  })

  .get("/sitemaps/:part{[^/]+\\.xml}", publicCache(), async (c) => {
    const entries = await findPart(c.var.db, c.req.param("part").replace(/\.xml$/, ""), c.var.ports.now());
    if (!entries) return c.text("Not found", 404);
    return xmlResponse(renderSitemap(c.var.config.origin, entries), "application/xml");
  })

  .get(feedPath, publicCache(), async (c) => {
    const now = c.var.ports.now();
    const entries = await listNewestEntries(c.var.db, now);
    return feedResponse(c, { ...ALL, entries });
  })

  .get(blogFeedPath, publicCache(), async (c) => {
    const now = c.var.ports.now();
    const entries = await listPostEntries(c.var.db, now);
    return feedResponse(c, { ...ARTICLES, entries });
  })

  .get(`${productsPath}/:product${feedPath}`, publicCache(), async (c) => {
    const asked = c.req.param("product");
    const feed = await findProductFeed(c.var.db, foldPath(asked), c.var.ports.now());
    if (!feed) return c.text("Not found", 404);
    // The product was merged into another one, or the address has capitals.
    if (feed.homePath !== productPath(asked)) return c.redirect(encodeURI(feed.path), 301);
    return feedResponse(c, feed);
  })

  .get(`${categoriesPath}/:category${feedPath}`, publicCache(), async (c) => {
    const category = c.req.param("category");
    if (!isCategory(category)) return c.text("Not found", 404);
    return feedResponse(c, await findCategoryFeed(c.var.db, category));
  });

const feedResponse = (c: Context<AppEnv>, feed: Feed) =>
  xmlResponse(renderFeed(c.var.config, feed, c.var.ports.now()), "application/atom+xml");

// A rule matches every URL that begins with it, and `/login` must not hide a site called "login-box". So each path gets
// three rules: with `$` (end), `/` and `?` (RFC 9309, section 2.2.3).
function robots(origin: string): string {
  const hidden = ["/api/", "/dev/", ...PRIVATE_SCREENS.flatMap((path) => [`${path}$`, `${path}/`, `${path}?`])];
  const rules = ["User-agent: *", "Allow: /", ...hidden.map((path) => `Disallow: ${path}`)];
  return `${rules.join("\n")}\n\nSitemap: ${absolute(origin, "/sitemap.xml")}\n`;
}
