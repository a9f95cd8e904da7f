import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { queryOf } from "../../http/query.ts";
import { suggest } from "./suggest.ts";

/** Only this many characters of the text are used. */
const TEXT_MAX = 100;

/** GET /api/suggestions/?q= */
export const searchBoxRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache, async (c) =>
  c.json(await suggest(c.var.db, (queryOf(c).get("q") ?? "").slice(0, TEXT_MAX), c.var.ports.now())),
);
