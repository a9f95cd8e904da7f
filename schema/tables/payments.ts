import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { sites } from "./sites.ts";

/**
 * Stripe's subscriptions as Stripe last described them. Kept when their site is deleted: they are the books. Triggers
 * (migrations) derive `sites.featured_until` from these rows.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** Stripe's own id, `sub_…`. */
    id: text().primaryKey(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** As it was called when its first payment began, because the site may be gone. */
    siteName: text("site_name").notNull().default(""),
    /** Stripe's word for the state: `active`, `incomplete`, `past_due`, `canceled`, … */
    status: text().notNull(),
    currentPeriodEnd: integer("current_period_end"),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull().default(false),
    /** End of the last period that was paid and neither refunded nor lost in a dispute. */
    paidUntil: integer("paid_until"),
    /** Until when it makes its site featured: the days that are paid, and the days of grace of a renewal. */
    coveredUntil: integer("covered_until"),
    /** Something is still to be done at Stripe: an invoice that can be paid after the end, money to be given back. */
    isUnsettled: integer("is_unsettled", { mode: "boolean" }).notNull().default(false),
    /** What each period costs at Stripe; empty until it is read again. */
    priceCents: integer("price_cents"),
    currency: text().notNull().default(""),
    /** Whose renewal failed and is tried again; empty otherwise. */
    unpaidInvoice: text("unpaid_invoice"),
    cardBrand: text("card_brand").notNull().default(""),
    cardLast4: text("card_last4").notNull().default(""),
    /** Grows with each reading of Stripe: an older reading never overwrites what a newer one wrote. */
    reading: integer().notNull().default(0),
    /** The invoice and the end of which its owner has been told by mail. */
    mailedInvoice: text("mailed_invoice"),
    mailedEnd: integer("mailed_end"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("subscriptions_by_user").on(table.userId),
    index("subscriptions_by_site").on(table.siteId),
    index("subscriptions_by_time").on(desc(table.createdAt)),
    // What cron looks through: subscriptions that have not ended.
    index("subscriptions_live")
      .on(table.paidUntil)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
    // And those that have, while what was paid for them may still be given back.
    index("subscriptions_ended")
      .on(table.paidUntil)
      .where(sql`${table.status} IN ('canceled', 'incomplete_expired')`),
    // And those of which money may still come or must go.
    index("subscriptions_unsettled")
      .on(table.updatedAt)
      .where(sql`${table.isUnsettled}`),
    // What staff look through: renewals that failed.
    index("subscriptions_unpaid")
      .on(table.createdAt)
      .where(sql`${table.unpaidInvoice} IS NOT NULL`),
    // Two tabs that pay for one site at once: the second insert fails.
    uniqueIndex("subscriptions_one_live_a_site")
      .on(table.siteId)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
  ],
);

/** Payments under way: whoever pays for a site takes its row before Stripe is asked, so that nobody else can. */
export const paymentClaims = sqliteTable(
  "payment_claims",
  {
    siteId: integer("site_id")
      .primaryKey()
      .references(() => sites.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Idempotency key of the subscription that it may lead to. */
    key: text().notNull().unique(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("payment_claims_by_user").on(table.userId), index("payment_claims_by_time").on(table.createdAt)],
);

/** The ledger: all that happened to money, once each. Never deleted; amounts are integers of cents. */
export const payments = sqliteTable(
  "payments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Stripe's id of what happened: an invoice, a charge that failed, a refund, a dispute, a subscription that ended. */
    stripeId: text("stripe_id").notNull().unique(),
    kind: text({ enum: ["payment", "failure", "refund", "dispute", "cancellation"] }).notNull(),
    subscriptionId: text("subscription_id").notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** As it was called then, because the site may be gone. */
    siteName: text("site_name").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** Lower case, `eur`. */
    currency: text().notNull(),
    periodStart: integer("period_start"),
    periodEnd: integer("period_end"),
    /** Stripe's page of the invoice. */
    invoiceUrl: text("invoice_url").notNull().default(""),
    /** The bank's reason for a failure, the state of a refund that has not succeeded, the state of a dispute. */
    detail: text().notNull().default(""),
    happenedAt: integer("happened_at").notNull(),
  },
  (table) => [
    index("payments_by_user").on(table.userId, desc(table.happenedAt)),
    index("payments_by_site").on(table.siteId, desc(table.happenedAt)),
    index("payments_by_time").on(desc(table.happenedAt)),
  ],
);

/** One row, made with the database: by this id objects at Stripe are this directory's, and not another's in the same account. */
export const directory = sqliteTable("directory", { id: text().primaryKey() });

/** Webhook events that were applied; the primary key is what makes each count once. */
export const stripeEvents = sqliteTable("stripe_events", {
  /** Stripe's own id, `evt_…`. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: integer("received_at").notNull(),
});
