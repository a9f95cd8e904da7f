import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { sites } from "./sites.ts";

/**
 * Subscriptions, as Stripe last returned them. Rows are never deleted, not even with their site, because they are
 * bookkeeping records. Triggers derive `sites.featured_until` from them.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** `sub_…` */
    id: text().primaryKey(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** The name stays if the site is renamed or deleted. */
    siteName: text("site_name").notNull().default(""),
    /** Stripe's status: `active`, `incomplete`, `past_due`, `canceled`, … */
    status: text().notNull(),
    /** End of the period that Stripe counts as current, paid or not. */
    currentPeriodEnd: integer("current_period_end"),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull().default(false),
    /** End of the last paid period, without periods that were fully refunded or lost in a dispute. */
    paidUntil: integer("paid_until"),
    /** The site is featured until then: the paid periods and a grace period for the renewal. */
    coveredUntil: integer("covered_until"),
    /** True if an open invoice must still be closed at Stripe, or a charge refunded. */
    isUnsettled: integer("is_unsettled", { mode: "boolean" }).notNull().default(false),
    /** What the next period costs, after discounts. */
    priceCents: integer("price_cents"),
    currency: text().notNull().default(""),
    /** Null if the price is of no plan. */
    plan: text({ enum: ["month", "year"] }),
    /** `in_…`: the newest invoice whose payment failed, and its amount. */
    unpaidInvoice: text("unpaid_invoice"),
    unpaidCents: integer("unpaid_cents"),
    /**
     * What that invoice waits for (`Trouble`), when Stripe charges it next, and how often it has. An ended subscription is
     * `stopped` if no try succeeded.
     */
    trouble: text({ enum: ["retry", "confirm", "stopped"] }),
    nextTryAt: integer("next_try_at"),
    attempts: integer().notNull().default(0),
    cardBrand: text("card_brand").notNull().default(""),
    cardLast4: text("card_last4").notNull().default(""),
    /** Number of the reading (`startReading`). An earlier reading never overwrites a later one. */
    reading: integer().notNull().default(0),
    /** The failed invoice, and the end of the featured time, that the owner last got a mail about. */
    mailedInvoice: text("mailed_invoice"),
    mailedEnd: integer("mailed_end"),
    /** The invoice whose last try, and whose end of all tries, the owner got a mail about. */
    mailedTry: text("mailed_try"),
    mailedStop: text("mailed_stop"),
    /** The first renewal that the owner got a mail about. */
    mailedRenewal: integer("mailed_renewal"),
    createdAt: integer("created_at").notNull(),
    /** Time of the last read from Stripe. */
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("subscriptions_by_user").on(table.userId),
    index("subscriptions_by_site").on(table.siteId),
    index("subscriptions_by_time").on(desc(table.createdAt)),
    index("subscriptions_live")
      .on(table.paidUntil)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
    // For cron: while paid time is left, an ended subscription can still be refunded.
    index("subscriptions_ended")
      .on(table.paidUntil)
      .where(sql`${table.status} IN ('canceled', 'incomplete_expired')`),
    index("subscriptions_unsettled")
      .on(table.updatedAt)
      .where(sql`${table.isUnsettled}`),
    index("subscriptions_unpaid")
      .on(table.createdAt)
      .where(sql`${table.unpaidInvoice} IS NOT NULL`),
    // If two tabs pay for a site at the same time, the second insert fails.
    uniqueIndex("subscriptions_one_live_a_site")
      .on(table.siteId)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
  ],
);

/**
 * Claims: payments in progress. A request inserts the row before it creates a subscription at Stripe, so that no other
 * request pays for the same site. The row is deleted when the subscription is stored or the payment fails. If the request
 * is interrupted, a later request or cron resolves the row.
 */
export const paymentClaims = sqliteTable(
  "payment_claims",
  {
    siteId: integer("site_id")
      .primaryKey()
      .references(() => sites.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Idempotency key of the request that creates the subscription at Stripe. */
    key: text().notNull().unique(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("payment_claims_by_user").on(table.userId), index("payment_claims_by_time").on(table.createdAt)],
);

/** The ledger. Rows are never deleted. */
export const payments = sqliteTable(
  "payments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Id of the invoice, failed charge, refund, dispute or ended subscription. */
    stripeId: text("stripe_id").notNull().unique(),
    kind: text({ enum: ["payment", "failure", "refund", "dispute", "cancellation", "grant"] }).notNull(),
    subscriptionId: text("subscription_id").notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** The name stays if the site is renamed or deleted. */
    siteName: text("site_name").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** ISO 4217, in lower case: `eur`. */
    currency: text().notNull(),
    periodStart: integer("period_start"),
    periodEnd: integer("period_end"),
    invoiceUrl: text("invoice_url").notNull().default(""),
    invoiceNumber: text("invoice_number").notNull().default(""),
    invoicePdf: text("invoice_pdf").notNull().default(""),
    receiptUrl: text("receipt_url").notNull().default(""),
    /** Part of `amountCents`. Null if no tax was computed. */
    taxCents: integer("tax_cents"),
    /** ISO 3166-1 alpha-2, of the buyer's address. */
    country: text().notNull().default(""),
    /** The bank's reason for a failed charge, or the status of a dispute or of a refund that has not succeeded. */
    detail: text().notNull().default(""),
    happenedAt: integer("happened_at").notNull(),
  },
  (table) => [
    index("payments_by_user").on(table.userId, desc(table.happenedAt)),
    index("payments_by_site").on(table.siteId, desc(table.happenedAt)),
    index("payments_by_time").on(desc(table.happenedAt)),
  ],
);

/**
 * Each movement of money on the account at Stripe: a balance transaction of our charges, refunds and disputes. Amounts
 * never change and rows are never deleted, so their sum equals Stripe's. https://docs.stripe.com/reports/balance-transaction-types
 */
export const balanceMoves = sqliteTable(
  "balance_moves",
  {
    /** `txn_…` */
    id: text().primaryKey(),
    /** `payments.stripe_id` of the payment, refund or dispute. */
    ledgerId: text("ledger_id").notNull(),
    /** The payment (`payments.stripe_id`) that this row belongs to, also for a refund or a dispute. */
    invoiceId: text("invoice_id").notNull().default(""),
    kind: text({
      enum: ["payment", "refund", "refund_failure", "dispute", "dispute_reversal", "other"],
    }).notNull(),
    /** Positive if the account got the money. `netCents` is without `feeCents`. */
    amountCents: integer("amount_cents").notNull(),
    feeCents: integer("fee_cents").notNull(),
    netCents: integer("net_cents").notNull(),
    /** ISO 4217, in lower case: the currency of the account. */
    currency: text().notNull(),
    happenedAt: integer("happened_at").notNull(),
  },
  (table) => [
    index("balance_moves_by_time").on(table.happenedAt),
    index("balance_moves_by_ledger").on(table.ledgerId),
    index("balance_moves_by_invoice").on(table.invoiceId),
  ],
);

/**
 * One row, inserted by the migration: a random id. Objects at Stripe carry it in their metadata, because several
 * directories can share one Stripe account.
 */
export const directory = sqliteTable("directory", { id: text().primaryKey() });

/** Applied webhook events. The primary key makes applying them idempotent. Rows are never deleted. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    /** `evt_…` */
    id: text().primaryKey(),
    type: text().notNull(),
    receivedAt: integer("received_at").notNull(),
    /** At Stripe. Null for events that were applied before this column existed. */
    createdAt: integer("created_at"),
  },
  (table) => [index("stripe_events_by_time").on(table.receivedAt)],
);
