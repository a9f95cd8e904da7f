import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { decisionForm, reportForm, suggestionForm } from "#schema/sites/report-forms.ts";
import { REPORT_MESSAGES } from "#schema/sites/reports.ts";
import { reports } from "#schema/tables/reports.ts";
import type { AppEnv } from "../../env.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { requireId } from "../../http/query.ts";
import { floodLimit } from "../../http/rate-limit.ts";
import { allowVisitors, requireUser } from "../sessions/guards.ts";
import { decide } from "./decide.ts";
import { receive } from "./receive.ts";

const anybody = [floodLimit, smallBodyLimit, allowVisitors] as const;

/** What anybody reports and suggests about sites (by id) and products (by slug), and the answers of proven owners. */
export const reportRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:kind{sites|products}/:key/reports", ...anybody, jsonBody(reportForm), (c) => receive(c, c.req.valid("json")))
  .post("/:kind{sites|products}/:key/suggestions", ...anybody, jsonBody(suggestionForm), (c) =>
    receive(c, { ...c.req.valid("json"), reason: "suggestion" }),
  )

  .post("/sites/reports/:id/decision", smallBodyLimit, requireUser, jsonBody(decisionForm), async (c) => {
    const id = requireId(c, REPORT_MESSAGES.decided);
    const answer = c.var.db.select({ id: reports.id }).from(reports).limit(1);
    // Owners write no text: otherwise they could report their own listings, and mail it to anybody.
    await decide(c, { ...c.req.valid("json"), id, answer: "" }, { also: [], answer });
    return c.json<Answers["POST sites/reports/:id/decision/"]>({ message: "Your answer is saved." });
  });
