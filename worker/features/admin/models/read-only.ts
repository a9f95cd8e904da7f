import { and, isNotNull, sql } from "drizzle-orm";
import { auditLog } from "#schema/tables/admin.ts";
import { users } from "#schema/tables/accounts.ts";
import { payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { isRunning } from "../../payments/queries.ts";
import { fold, nameKey } from "../../../names/keys.ts";
import { changes, date, type Model, number, text, yesNo } from "../model.ts";

// Payments and the audit log are evidence, so nobody can edit or delete their records in the admin.

/** Stripe's ids are case-sensitive, so they are not lower-cased. */
const trim = (typed: string) => typed.trim();

const paymentSearch = (
  stripeId: typeof subscriptions.id | typeof payments.stripeId,
  { userId, siteId }: Pick<typeof subscriptions | typeof payments, "userId" | "siteId">,
): NonNullable<Model["search"]> => ({
  columns: [
    [stripeId, trim],
    [{ column: users.email, foreignKey: userId, id: users.id }, fold],
    [{ column: sites.nameKey, foreignKey: siteId, id: sites.id }, nameKey],
  ],
  hint: "Beginning of a Stripe ID, an email address or a site's name",
});

const subscription: Model = {
  app: "payments",
  appName: "Payments",
  name: "subscription",
  verboseName: "Subscription",
  verboseNamePlural: "Subscriptions",
  table: subscriptions,
  key: subscriptions.id,
  fields: {
    site: text("Site", scalarSubquery(sites.slug, sites.id, subscriptions.siteId)),
    user: text("User", scalarSubquery(users.email, users.id, subscriptions.userId)),
    status: text("Status", subscriptions.status),
    featured_until: date("Features until", subscriptions.featuredUntil),
    period_end: date("Period ends", subscriptions.periodEnd),
    renews: yesNo("Renews", subscriptions.renews),
    card_last4: text("Card", subscriptions.cardLast4),
    created_at: date("Started", subscriptions.createdAt, { sort: subscriptions.createdAt }),
    stripe_id: text("Stripe ID", subscriptions.id, { sort: subscriptions.id }),
  },
  filters: {
    failed: {
      label: "Renewal failed",
      where: and(isNotNull(subscriptions.unpaidCents), isRunning)!,
      pendingWorkLabel: "Failed renewals",
    },
  },
  search: paymentSearch(subscriptions.id, subscriptions),
};

const payment: Model = {
  app: "payments",
  appName: "Payments",
  name: "payment",
  verboseName: "Payment",
  verboseNamePlural: "Payments",
  table: payments,
  key: payments.id,
  fields: {
    happened_at: date("When", payments.happenedAt, { sort: payments.happenedAt }),
    kind: text("Kind", payments.kind),
    amount_cents: number("Amount in cents", payments.amountCents),
    currency: text("Currency", payments.currency),
    site_name: text("Site", payments.siteName),
    user: text("User", scalarSubquery(users.email, users.id, payments.userId)),
    period_start: date("From", payments.periodStart),
    period_end: date("To", payments.periodEnd),
    detail: text("Detail", payments.detail),
    stripe_id: text("Stripe ID", payments.stripeId, { sort: payments.stripeId }),
    invoice_url: text(
      "Invoice",
      sql<string>`iif(${payments.invoiceId} = '', '', '/api/payments/ledger/' || ${payments.id} || '/invoice/')`,
    ),
  },
  search: paymentSearch(payments.stripeId, payments),
};

/** A processed webhook event. If its row were deleted, a repeated delivery would be processed again. */
const event: Model = {
  app: "payments",
  appName: "Payments",
  name: "event",
  verboseName: "Stripe event",
  verboseNamePlural: "Stripe events",
  table: stripeEvents,
  key: stripeEvents.id,
  fields: {
    type: text("Type", stripeEvents.type),
    stripe_id: text("Stripe ID", stripeEvents.id, { sort: stripeEvents.id }),
    received_at: date("Processed", stripeEvents.receivedAt, { sort: "rowid" }),
  },
  search: { columns: [[stripeEvents.id, trim]], hint: "Beginning of a Stripe ID" },
};

const entry: Model = {
  app: "audit",
  appName: "Audit log",
  name: "entry",
  verboseName: "Log entry",
  verboseNamePlural: "Log entries",
  table: auditLog,
  key: auditLog.id,
  fields: {
    created_at: date("When", auditLog.createdAt, { sort: "rowid" }),
    user_email: text("Who", auditLog.userEmail, { sort: auditLog.userEmail }),
    action: text("Action", auditLog.action),
    model: text("Model", auditLog.model, { sort: auditLog.model }),
    record_id: text("Record", auditLog.recordId),
    changes: changes(
      "Changes",
      sql`json_object('before', json(${auditLog.before}), 'after', json(CASE WHEN ${auditLog.after} = '' THEN '{}' ELSE ${auditLog.after} END))`,
    ),
  },
  search: {
    columns: [
      [auditLog.model, fold],
      [auditLog.userEmail, fold],
    ],
    hint: "Model, such as sites.site, or beginning of an email address",
  },
};

export const readOnlyModels = [subscription, payment, event, entry];
