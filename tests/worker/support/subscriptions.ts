import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { DAY_MS } from "#schema/values/dates.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import { NOW } from "./app.ts";

type Row = typeof subscriptions.$inferInsert;

/** A row of `subscriptions`: by default one that runs, is paid and renews. */
export const subscriptionRow = (columns: Partial<Row> & { id: string }): Row => ({
  siteName: "",
  customerId: "cus_1",
  status: "active",
  periodEnd: NOW + 30 * DAY_MS,
  renews: true,
  currency: "eur",
  cardBrand: "visa",
  cardLast4: "4242",
  reading: 1,
  createdAt: NOW,
  ...columns,
});

/** Saves rows as a reading of Stripe would. */
export const insertSubscriptions = (...rows: Parameters<typeof subscriptionRow>[0][]) =>
  drizzle(env.DB).insert(subscriptions).values(rows.map(subscriptionRow));
