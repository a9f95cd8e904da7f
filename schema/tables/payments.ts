import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { sites } from "./sites.ts";

/** Stripe's subscriptions as Stripe last described them. Kept when their site is deleted: they are the books. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** Stripe's own id, `sub_…`. */
    id: text().primaryKey(),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    siteId: integer("site_id").references(() => sites.id, { onDelete: "set null" }),
    /** Stripe's word for the state: `active`, `incomplete`, `past_due`, `canceled`, … */
    status: text().notNull(),
    currentPeriodEnd: integer("current_period_end"),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("subscriptions_by_user").on(table.userId),
    index("subscriptions_by_site").on(table.siteId),
    // Two tabs that pay for one site at once: the second insert fails.
    uniqueIndex("subscriptions_one_live_a_site")
      .on(table.siteId)
      .where(sql`${table.status} NOT IN ('canceled', 'incomplete_expired')`),
  ],
);

/** Webhook events that were applied; the primary key is what makes each count once. */
export const stripeEvents = sqliteTable("stripe_events", {
  /** Stripe's own id, `evt_…`. */
  id: text().primaryKey(),
  type: text().notNull(),
  receivedAt: integer("received_at").notNull(),
});
