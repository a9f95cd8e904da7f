import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { queryOf } from "../../http/query.ts";
import { suggest } from "./suggest.ts";

/** Nobody types more, and only what is typed so far is completed. */
const TEXT_MAX = 100;

/** GET /api/suggestions/?q= */
export const searchBoxRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache, async (c) =>
  c.json(await suggest(c.var.db, (queryOf(c).get("q") ?? "").slice(0, TEXT_MAX), c.var.ports.now())),
);
