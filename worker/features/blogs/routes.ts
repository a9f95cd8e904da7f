import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { requirePage } from "../../http/query.ts";
import { listPublicBlogs } from "./queries.ts";

export const blogRoutes = new Hono<AppEnv>({ strict: false }).get("/public", publicCache, async (c) => {
  return c.json(await listPublicBlogs(c.var.db, { page: requirePage(c), now: c.var.ports.now() }));
});
