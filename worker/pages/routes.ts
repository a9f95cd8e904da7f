import { type Context, Hono } from "hono";
import type { PageData } from "#schema/pages.ts";
import type { AppEnv } from "../env.ts";
import { imageSigner } from "../features/media/remote-images.ts";
import { publicCache } from "../http/caching.ts";
import { inlineScripts } from "../http/inline-scripts.ts";
import { queryOf } from "../http/query.ts";
import { requireStaff } from "../features/sessions/guards.ts";
import { findBlogPage } from "./blog-page.ts";
import { vocabularyReader } from "../features/search/read-vocabulary.ts";
import { pageDataFrom } from "./page-data.ts";
import { renderPage } from "./render.tsx";
import { fetchShell } from "./shell.ts";

/** GET /api/pages/…: the data of a page, for client-side navigation. */
export const pageDataRoutes = new Hono<AppEnv>({ strict: false })
  .get("/home", publicCache, async (c) => c.json(await dataFor(c).home(queryOf(c))))
  .get("/site/:slug", publicCache, async (c) => c.json(await dataFor(c).site(c.req.param("slug"), queryOf(c))))
  .get("/target/:slug/:combination?", publicCache, async (c) =>
    c.json(await dataFor(c).target(c.req.param("slug"), queryOf(c), c.req.param("combination"))),
  )
  .get("/category/:category/:combination?", publicCache, async (c) =>
    c.json(await dataFor(c).category(c.req.param("category"), queryOf(c), c.req.param("combination"))),
  )
  .get("/compare", publicCache, async (c) => c.json(await dataFor(c).compareStart(queryOf(c))))
  .get("/compare/:slugs", publicCache, async (c) => c.json(await dataFor(c).compare(c.req.param("slugs"))))
  .get("/blogs", publicCache, async (c) => c.json(await dataFor(c).blogs(queryOf(c))))
  .get("/blog/:slug", publicCache, async (c) => c.json(await dataFor(c).blog(c.req.param("slug"), queryOf(c))))
  // A post as its page will show it, also before publication.
  .get("/blog-preview/:slug", requireStaff, async (c) => {
    const options = { ...optionsOf(c), reader: "staff" } as const;
    return c.json(await findBlogPage(c.var.db, c.req.param("slug"), queryOf(c), options));
  });

export const pageRoutes = new Hono<AppEnv>().get("*", publicCache, async (c) => {
  const shell = await fetchShell(c.env.ASSETS, c.req.url);
  c.set("inlineScripts", inlineScripts(shell));
  const { config, ports, requestId } = c.var;
  return renderPage(c.req.raw, { data: dataFor(c), config, shell, now: ports.now(), requestId });
});

const dataFor = (c: Context<AppEnv>): PageData => pageDataFrom(c.var.db, optionsOf(c));

const optionsOf = (c: Context<AppEnv>) => ({
  now: c.var.ports.now(),
  readVocabulary: vocabularyReader(c),
  origin: c.var.config.origin,
  directory: c.var.config.name,
  imageUrl: imageSigner(c),
});
