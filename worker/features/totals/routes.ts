import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { requireStaff } from "../../http/session.ts";
import { countSites, countUsers } from "./queries.ts";

/** GET /api/clients/ */
export const clientRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) =>
  c.json({ client_count: await countUsers(c.var.db) }),
);

/** GET /api/sites/count/ */
export const siteCountRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireStaff, async (c) =>
  c.json(await countSites(c.var.db, c.var.ports.now())),
);
