import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { shows } from "../../http/edge-scope.ts";
import { queryOf, requirePage } from "../../http/query.ts";
import { popularStatement, toPopularPage } from "./queries.ts";
import { suggestProducts } from "./suggest.ts";

/** GET /api/popular-alternatives/ */
export const popularRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache("page"), async (c) => {
  shows("list");
  const page = requirePage(c);
  const { results, ...rest } = toPopularPage(await popularStatement(c.var.db, page, c.var.ports.now()), page);
  return c.json({ popular_alternatives: results, ...rest });
});

/** GET /api/alternatives/?q= */
export const productSuggestionRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache("q"), async (c) => {
  shows("list");
  const results = await suggestProducts(c.var.db, queryOf(c).get("q") ?? "", c.var.ports.now());
  return c.json<Answers["GET alternatives/"]>({
    results,
    count: results.length,
    page: 1,
    pages: results.length > 0 ? 1 : 0,
  });
});
