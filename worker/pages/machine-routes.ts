import { Hono } from "hono";
import {
  blogFeedPath,
  blogsPath,
  dashboardPath,
  feedPath,
  homePath,
  loginPath,
  openSearchPath,
} from "#schema/pages/paths.ts";
import type { AppEnv } from "../env.ts";
import { publicCache } from "../http/caching.ts";
import { renderFeed, listNewestEntries, listPostEntries } from "./feed.ts";
import { manifest } from "./manifest.ts";
import { renderOpenSearch } from "./open-search.ts";
import { findPart, listParts, renderSitemap, renderSitemapIndex } from "./sitemap.ts";
import { absolute, xmlResponse } from "./xml.ts";

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

  .get(openSearchPath, publicCache(), (c) =>
    xmlResponse(renderOpenSearch(c.var.config), "application/opensearchdescription+xml"),
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
    return xmlResponse(renderFeed(c.var.config, { ...ALL, entries, now }), "application/atom+xml");
  })

  .get(blogFeedPath, publicCache(), async (c) => {
    const now = c.var.ports.now();
    const entries = await listPostEntries(c.var.db, now);
    return xmlResponse(renderFeed(c.var.config, { ...ARTICLES, entries, now }), "application/atom+xml");
  });

// A rule matches every URL that begins with it, and `/login` must not hide a site called "login-box". So each path gets
// three rules: with `$` (end), `/` and `?` (RFC 9309, section 2.2.3).
function robots(origin: string): string {
  const hidden = ["/api/", "/dev/", ...PRIVATE_SCREENS.flatMap((path) => [`${path}$`, `${path}/`, `${path}?`])];
  const rules = ["User-agent: *", "Allow: /", ...hidden.map((path) => `Disallow: ${path}`)];
  return `${rules.join("\n")}\n\nSitemap: ${absolute(origin, "/sitemap.xml")}\n`;
}
