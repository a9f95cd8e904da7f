import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { requireStaff } from "../../http/session.ts";
import { findAnalytics } from "./queries.ts";

/** GET /api/analytics/ */
export const analyticsRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) =>
  c.json(await findAnalytics(c.var.db, c.var.ports.now())),
);
