import { type Context, Hono } from "hono";
import type { PageData } from "#schema/pages.ts";
import type { AppEnv } from "../env.ts";
import { remoteImageSigner } from "../features/media/remote-images.ts";
import { publicCache } from "../http/caching.ts";
import { queryOf } from "../http/query.ts";
import { pageDataFrom } from "./page-data.ts";
import { renderPage } from "./render.tsx";

/** GET /api/pages/…: what a page shows, for visitors who reach it without loading a new document. */
export const pageDataRoutes = new Hono<AppEnv>({ strict: false })
  .use(publicCache)
  .get("/home", async (c) => c.json(await dataFor(c).home(queryOf(c))))
  .get("/site/:slug", async (c) => c.json(await dataFor(c).site(c.req.param("slug"), queryOf(c))))
  .get("/target/:slug", async (c) => c.json(await dataFor(c).target(c.req.param("slug"), queryOf(c))))
  .get("/category/:category", async (c) => c.json(await dataFor(c).category(c.req.param("category"), queryOf(c))));

/** Every address that nothing else owns: a page, complete. */
export const pageRoutes = new Hono<AppEnv>().get("*", publicCache, async (c) => {
  const shell = await c.env.ASSETS.fetch(new URL("/index.html", c.req.url));
  return renderPage(c.req.raw, { data: dataFor(c), config: c.var.config, shell });
});

function dataFor(c: Context<AppEnv>): PageData {
  return pageDataFrom(c.var.db, { now: c.var.ports.now(), imageUrl: remoteImageSigner(c.env.SECRET_KEY) });
}
