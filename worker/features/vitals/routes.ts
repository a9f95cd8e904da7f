import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { readAsStaff } from "../sessions/guards.ts";
import { findSpeed } from "./speed.ts";

/** GET /api/analytics/speed/. Query: `of`, a page kind or a country. */
export const speedRoutes = new Hono<AppEnv>({ strict: false }).get("/", async (c) =>
  c.json(await readAsStaff(c, async (db) => findSpeed(db, c.req.query("of") ?? "", c.var.ports.now()))),
);
