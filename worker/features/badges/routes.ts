import { Hono } from "hono";
import { and, eq } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { publicCache } from "../../http/caching.ts";
import { shows } from "../../http/edge-scope.ts";
import { queryOf } from "../../http/query.ts";
import { xmlResponse } from "../../http/xml.ts";
import { deletedSlugStatement, requireSite } from "../sites/read/queries.ts";
import { answerCount, isActive } from "../sites/rows/rows.ts";
import { BADGES, drawBadge } from "./draw.ts";

/** GET /badges/{slug}.svg: what an owner shows on another website. */
export const badgeRoutes = new Hono<AppEnv>().get("/:file{.+\\.svg}", publicCache("show", "theme"), async (c) => {
  const { db, config } = c.var;
  const slug = c.req.param("file").slice(0, -".svg".length);
  shows(`site:${slug}`);
  const [found, deleted] = await db.batch([
    db
      .select({ name: sites.name, verifiedBy: sites.verifiedBy, moved: answerCount })
      .from(sites)
      .where(and(eq(sites.slug, slug), isActive)),
    deletedSlugStatement(db, slug),
  ]);
  const { name, verifiedBy, moved } = requireSite(found, deleted);
  const query = queryOf(c);
  const kind = BADGES.find((known) => known === query.get("show")) ?? "listed";
  const theme = (["light", "dark"] as const).find((known) => known === query.get("theme"));
  const facts = { name, isVerified: verifiedBy !== null, moved, directory: config.name };
  const response = await xmlResponse(drawBadge(facts, kind, theme), "image/svg+xml");
  response.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  response.headers.set(
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  );
  return response;
});
