import { Hono } from "hono";
import { LIST_PARAMETERS } from "#schema/pages/pages.ts";
import { SITES_PER_PAGE } from "#schema/sites/sites.ts";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { shows } from "../../http/edge-scope.ts";
import { queryOf, requireListQuery } from "../../http/query.ts";
import { vocabularyReader } from "../search/read-vocabulary.ts";
import { listSites } from "./list/list.ts";
import { findSite } from "./read/queries.ts";

/** GET /api/saas/ */
export const publicSiteRoutes = new Hono<AppEnv>({ strict: false }).get(
  "/",
  publicCache(...LIST_PARAMETERS, "facets"),
  async (c) => {
    const query = requireListQuery(c);
    shows(query.category ? `category:${query.category}` : "list");
    const vocabulary = await vocabularyReader(c)(query.q);
    const request = {
      ...query,
      vocabulary,
      now: c.var.ports.now(),
      perPage: SITES_PER_PAGE,
      hasFeaturedPlaces: true,
      hasFacets: queryOf(c).get("facets") === "1",
    };
    return c.json(await listSites(c.var.db, request));
  },
);

/** GET /api/{slug}/. It must be the last route, because it matches every path of one segment. */
export const siteBySlugRoutes = new Hono<AppEnv>({ strict: false }).get("/:slug", publicCache(), async (c) => {
  return c.json(await findSite(c.var.db, { slug: c.req.param("slug"), now: c.var.ports.now() }));
});
