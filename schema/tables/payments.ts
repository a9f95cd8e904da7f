import { desc, sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { sites } from "./sites.ts";

/**
 * One row a subscription at Stripe, as it was last read (`worker/features/payments/sync`). Triggers
 * derive `sites.featured_until` from `featured_until`. Rows stay when their site or user is deleted: they are records.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** `sub_…` */
    id: text().primaryKey(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** The name stays if the site is deleted. */
    siteName: text("site_name").notNull(),
    /** `cus_…`: a person can have several. */
    customerId: text("customer_id").notNull(),
    /** Stripe's status: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
    status: text().notNull(),
    /** Of the period that Stripe counts as current, paid or not. */
    periodEnd: integer("period_end").notNull(),
    /** Another period follows, unless it is cancelled. */
    renews: integer({ mode: "boolean" }).notNull(),
    /** What the next period costs, after discounts. */
    priceCents: integer("price_cents"),
    currency: text().notNull(),
    /** What the site gets from it (`featuredUntil`). Null: nothing. */
    featuredUntil: integer("featured_until"),
    /** What the latest invoice asks for. Null if it is paid or void. */
    unpaidCents: integer("unpaid_cents"),
    /** What a failed payment waits for. */
    trouble: text({ enum: ["retry", "confirm", "stopped"] }),
    nextTryAt: integer("next_try_at"),
    cardBrand: text("card_brand").notNull(),
    cardLast4: text("card_last4").notNull(),
    /** Number of the reading. An older reading never overwrites a newer one. */
    reading: integer().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When cron reads it again. Null: it has ended, and nothing is due at Stripe. */
    readAgainAt: integer("read_again_at"),
  },
  (table) => [
    index("subscriptions_by_user").on(table.userId),
    index("subscriptions_by_site").on(table.siteId),
    index("subscriptions_by_customer").on(table.customerId),
    index("subscriptions_by_time").on(desc(table.createdAt)),
    index("subscriptions_to_read").on(table.readAgainAt),
    index("subscriptions_unpaid")
      .on(table.createdAt)
      .where(sql`${table.unpaidCents} IS NOT NULL`),
    // If two payments of a site succeed at the same time, the second insert fails.
    uniqueIndex("subscriptions_one_running_a_site")
      .on(table.siteId)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
  ],
);

/**
 * A request inserts a row before it creates a subscription at Stripe, so that no other request pays for the same site. If
 * it is interrupted, the row counts as gone after two minutes, and the subscription is found at Stripe.
 */
export const paymentLocks = sqliteTable(
  "payment_locks",
  {
    siteId: integer("site_id")
      .primaryKey()
      .references(() => sites.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Idempotency key of the request to Stripe. */
    key: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("payment_locks_by_user").on(table.userId)],
);

/** The ledger: payments, refunds and disputes at Stripe, and time that staff granted. Rows are never deleted. */
export const payments = sqliteTable(
  "payments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Id of the invoice, the refund or the dispute. */
    stripeId: text("stripe_id").notNull().unique(),
    kind: text({ enum: ["payment", "refund", "dispute", "grant"] }).notNull(),
    /** The invoice that was paid, refunded or disputed. "" for a grant. */
    invoiceId: text("invoice_id").notNull(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** The name stays if the site is deleted. */
    siteName: text("site_name").notNull(),
    amountCents: integer("amount_cents").notNull(),
    /** ISO 4217, in lower case: `eur`. */
    currency: text().notNull(),
    periodStart: integer("period_start"),
    periodEnd: integer("period_end"),
    /** The status of a dispute, or of a refund that has not succeeded. */
    detail: text().notNull(),
    /** Number of the reading. An older reading never overwrites a newer one. 0 for a grant. */
    reading: integer().notNull(),
    happenedAt: integer("happened_at").notNull(),
  },
  (table) => [
    index("payments_by_user").on(table.userId, desc(table.happenedAt)),
    index("payments_by_site").on(table.siteId, desc(table.happenedAt)),
    index("payments_by_time").on(desc(table.happenedAt)),
  ],
);

/** What an owner was mailed about, so that no mail goes out twice: `began:sub_…`, `failed:in_…`. */
export const paymentMails = sqliteTable("payment_mails", {
  key: text().primaryKey(),
});

/** Events of Stripe that were applied. Rows are never deleted. */
export const stripeEvents = sqliteTable("stripe_events", {
  /** `evt_…` */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: integer("received_at").notNull(),
});
