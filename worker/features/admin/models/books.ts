import { sql } from "drizzle-orm";
import { auditLog } from "#schema/tables/admin.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { fold } from "../../sites/keys.ts";
import { date, longText, type Model, text, yesNo } from "../model.ts";

// What must stay as it was written: nobody edits or deletes it here.

const subscription: Model = {
  app: "payments",
  appName: "Payments",
  name: "subscription",
  verboseName: "Subscription",
  verboseNamePlural: "Subscriptions",
  table: subscriptions,
  key: subscriptions.id,
  fields: {
    site: text("Site", sql`(SELECT slug FROM sites WHERE sites.id = ${subscriptions.siteId})`),
    user: text("User", sql`(SELECT email FROM users WHERE users.id = ${subscriptions.userId})`),
    status: text("Status", subscriptions.status),
    current_period_end: date("Paid until", subscriptions.currentPeriodEnd),
    cancel_at_period_end: yesNo("Ends then", subscriptions.cancelAtPeriodEnd),
    created_at: date("Begun", subscriptions.createdAt),
  },
};

const entry: Model = {
  app: "audit",
  appName: "Audit log",
  name: "entry",
  verboseName: "Entry",
  verboseNamePlural: "Entries",
  table: auditLog,
  key: auditLog.id,
  fields: {
    created_at: date("When", auditLog.createdAt),
    user_email: text("Who", auditLog.userEmail),
    action: text("Did", auditLog.action),
    model: text("Model", auditLog.model),
    record_id: text("Record", auditLog.recordId),
    before: longText("Before", auditLog.before),
    after: longText("After", auditLog.after),
  },
  search: { columns: [[auditLog.model, fold]], hint: "Model, such as sites.site" },
};

export const bookModels = [subscription, entry];
