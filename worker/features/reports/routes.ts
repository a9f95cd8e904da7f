import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { decisionForm, productSuggestionForm, reportForm, siteSuggestionForm } from "#schema/sites/report-forms.ts";
import { REPORT_MESSAGES } from "#schema/sites/reports.ts";
import type { AppEnv } from "../../env.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { requireId } from "../../http/query.ts";
import { floodLimit } from "../../http/rate-limit.ts";
import { allowVisitors, requireUser } from "../sessions/guards.ts";
import { decide } from "./decide.ts";
import { listForOwner } from "./queries.ts";
import { receive, receiveSuggestion } from "./receive.ts";
import { findReportedProduct, findReportedSite } from "./subjects.ts";

const anybody = [floodLimit, smallBodyLimit, allowVisitors] as const;

const siteOf = (c: Context<AppEnv>) =>
  findReportedSite(c.var.db, { id: requireId(c, "Site not found") }, c.var.ports.now());
const productOf = (c: Context<AppEnv>) => findReportedProduct(c.var.db, c.req.param("slug")!, c.var.ports.now());

/** What anybody reports and suggests about sites and products, and the answers of proven owners and of staff. */
export const reportRoutes = new Hono<AppEnv>({ strict: false })
  .post("/sites/:id/reports", ...anybody, jsonBody(reportForm), async (c) =>
    receive(c, await siteOf(c), c.req.valid("json")),
  )
  .post("/products/:slug/reports", ...anybody, jsonBody(reportForm), async (c) =>
    receive(c, await productOf(c), c.req.valid("json")),
  )
  .post("/sites/:id/suggestions", ...anybody, jsonBody(siteSuggestionForm), async (c) =>
    receiveSuggestion(c, await siteOf(c), c.req.valid("json")),
  )
  .post("/products/:slug/suggestions", ...anybody, jsonBody(productSuggestionForm), async (c) =>
    receiveSuggestion(c, await productOf(c), c.req.valid("json")),
  )

  .get("/sites/reports", requireUser, async (c) =>
    c.json<Answers["GET sites/reports/"]>(await listForOwner(c.var.db, c.var.user.id)),
  )
  .post("/sites/reports/:id/decision", smallBodyLimit, requireUser, jsonBody(decisionForm), async (c) => {
    await decide(c, requireId(c, REPORT_MESSAGES.decided), c.req.valid("json"));
    return c.json<Answers["POST sites/reports/:id/decision/"]>({ message: "Your answer is saved." });
  });
