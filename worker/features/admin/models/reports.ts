import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { REPORT_REASONS } from "#schema/sites/reports.ts";
import { reports } from "#schema/tables/reports.ts";
import { fold } from "../../../names/keys.ts";
import { decide } from "../../reports/decide.ts";
import { isWaiting } from "../../reports/queries.ts";
import { changes, choice, date, longText, type Model, reasonText, text, yesNo } from "../model.ts";
import { unsentMailField } from "../unsent-mail.ts";

const REPORT = { app: "reports", name: "report", table: reports, key: reports.id, person: "email" };

/** What people report and suggest. */
const report: Model = {
  ...REPORT,
  appName: "Reports",
  verboseName: "Report",
  verboseNamePlural: "Reports and suggestions",
  fields: {
    about: text("About", reports.about),
    reason: choice("What is wrong", reports.reason, { ...REPORT_REASONS, suggestion: "Suggested change" }),
    text: longText("Text", reports.text),
    changes: changes("Difference", reports.changes),
    source: text("Source", reports.source),
    page: text("Page", reports.page),
    name: text("Name", reports.name),
    email: text("From", reports.email),
    state: choice("Decision", reports.state, { waiting: "Waits", accepted: "Accepted", declined: "Declined" }),
    granted: yesNo("Accepted", sql`${reports.state} = 'accepted'`, { editableBy: "staff" }),
    refusal: longText("Answer (emailed if there is an address)", reports.answer, { editableBy: "staff" }),
    decided_by: choice("Decided by", reports.decidedBy, { owner: "The owner", staff: "Staff" }),
    decided_at: date("Decided", reports.decidedAt),
    owner_until: date("The owner can answer until", reports.ownerUntil),
    updated_at: date("Received", reports.createdAt, { sort: "rowid" }),
    ...unsentMailField(REPORT),
  },
  search: { columns: [[reports.email, fold]], hint: "Beginning of an email address" },
  filters: {
    waiting: {
      label: "To decide",
      where: sql`${isWaiting} AND ${reports.ownerUntil} IS NULL`,
      pendingWorkLabel: "Reports to decide",
    },
  },
  rules: z.object({ granted: z.boolean(), refusal: reasonText.check(z.minLength(1, "Please write an answer.")) }),
  save: (c, { id, input }, batch) =>
    decide(
      c,
      { id: Number(id), state: input["granted"] ? "accepted" : "declined", answer: String(input["refusal"] ?? "") },
      batch,
    ),
  deletableBy: "staff",
};

export const reportModels = [report];
