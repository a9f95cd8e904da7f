import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { requirePage } from "../../http/query.ts";
import { findPublicPost, listPublicBlogs } from "./queries.ts";

/** /api/blogs/…: published posts, for readers. */
export const blogRoutes = new Hono<AppEnv>({ strict: false })
  .get("/public", publicCache("page"), async (c) =>
    c.json(await listPublicBlogs(c.var.db, { page: requirePage(c), now: c.var.ports.now() })),
  )
  .get("/:slug", publicCache(), async (c) =>
    c.json(await findPublicPost(c.var.db, { slug: c.req.param("slug"), now: c.var.ports.now() })),
  );
