import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { readAsStaff } from "../sessions/guards.ts";
import { findAnalytics, findTotals } from "./queries.ts";

/** GET /api/analytics/ */
export const analyticsRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) =>
  c.json(await readAsStaff(c, async (db) => findAnalytics(db, c.var.ports.now()))),
);

/** GET /api/clients/ */
export const clientRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const { users } = await readAsStaff(c, async (db) => findTotals(db, c.var.ports.now()));
  return c.json({ client_count: users });
});

/** GET /api/sites/count/ */
export const siteCountRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) => {
  const totals = await readAsStaff(c, async (db) => findTotals(db, c.var.ports.now()));
  const { basic_sites: basic, featured_sites: featured } = totals;
  return c.json({ basic, featured });
});
