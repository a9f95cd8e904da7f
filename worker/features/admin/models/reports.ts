import { sql } from "drizzle-orm";
import { REPORT_REASONS } from "#schema/sites/reports.ts";
import { reports } from "#schema/tables/reports.ts";
import { fold } from "../../../names/keys.ts";
import { changes, choice, date, longText, type Model, text } from "../model.ts";
import { unsentMailField } from "../unsent-mail.ts";

const REPORT = { app: "reports", name: "report", table: reports, key: reports.id, person: "email" };

const isWaiting = sql`${reports.state} = 'waiting'`;

/** What people report and suggest. Staff decide in the inbox: worker/features/reports/decide.ts. */
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
    answer: longText("Answer", reports.answer),
    decided_by: choice("Decided by", reports.decidedBy, { owner: "The owner", staff: "Staff" }),
    decided_at: date("Decided", reports.decidedAt),
    owner_until: date("The owner can answer until", reports.ownerUntil),
    created_at: date("Received", reports.createdAt, { sort: "rowid" }),
    ...unsentMailField(REPORT),
  },
  search: { columns: [[reports.email, fold]], hint: "Beginning of an email address" },
  filters: {
    waiting: {
      label: "To decide",
      where: sql`${isWaiting} AND ${reports.ownerUntil} IS NULL`,
      pendingWorkLabel: "Reports to decide",
    },
    owners: { label: "Their owners are asked", where: sql`${isWaiting} AND ${reports.ownerUntil} IS NOT NULL` },
  },
  deletableBy: "staff",
};

export const reportModels = [report];
