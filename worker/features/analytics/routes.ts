import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../env.ts";
import { requireStaff } from "../sessions/guards.ts";
import { findAnalytics, findTotals } from "./queries.ts";

/** GET /api/analytics/ */
export const analyticsRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) =>
  c.json<Answers["GET analytics/"]>(await findAnalytics(c.var.db, c.var.ports.now())),
);

/** GET /api/clients/ */
export const clientRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) => {
  const { users } = await findTotals(c.var.db, c.var.ports.now());
  return c.json({ client_count: users });
});

/** GET /api/sites/count/ */
export const siteCountRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) => {
  const { basic_sites: basic, featured_sites: featured } = await findTotals(c.var.db, c.var.ports.now());
  return c.json({ basic, featured });
});
