import { Hono } from "hono";
import type { AppEnv } from "../../env.ts";
import { smallBodyLimit } from "../../http/body.ts";
import { requireStaff } from "../sessions/guards.ts";

const ledger = () => import("./ledger-export.ts");
const promotions = () => import("./staff-promotions.ts");

/** /api/admin/. Their code is loaded with the first of these calls, so that the Worker starts without it. */
export const paymentStaffRoutes = new Hono<AppEnv>({ strict: false })
  .get("/promotions", async (c) => (await promotions()).listPromotions(c))
  .use(smallBodyLimit, requireStaff)
  .get("/ledger", async (c) => (await ledger()).exportLedger(c))
  .post("/promotions", async (c) => (await promotions()).createPromotion(c))
  .post("/promotions/:id/end", async (c) => (await promotions()).endPromotion(c, c.req.param("id")));
