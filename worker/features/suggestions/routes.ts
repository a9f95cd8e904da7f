import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { queryOf } from "../../http/query.ts";
import { findSuggestions } from "./suggest.ts";

const MAX_TEXT_LENGTH = 100;

/** GET /api/suggestions/?q= */
export const suggestionRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache, async (c) =>
  c.json(await findSuggestions(c.var.db, (queryOf(c).get("q") ?? "").slice(0, MAX_TEXT_LENGTH))),
);
