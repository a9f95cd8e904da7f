import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { users } from "#schema/tables/accounts.ts";
import { directory, payments, subscriptions } from "#schema/tables/payments.ts";
import type { Customer } from "#worker/dev/stripe/objects.ts";
import { connect } from "#worker/db/connection.ts";
import { reconcileAll } from "#worker/jobs/check-payments.ts";
import { NOW, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, featuredUntil } = payer;
const reconcile = () => reconcileAll({ db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now });
const ownId = async () => (await db.select().from(directory))[0]!.id;

/** Restores a backup from before the payment: it has the user and the site, and nothing from Stripe. */
async function restoreBackup() {
  await stripe.deliverEvents();
  await db.delete(payments);
  await db.delete(subscriptions);
  await db.update(users).set({ stripeCustomerId: null });
}

test("objects at Stripe carry the id of this database", async () => {
  await pay();
  const id = await ownId();
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(stripe.subscriptions[0]!.metadata).toMatchObject({ directory: id });
  expect(payer.bank.list<Customer>("customer")[0]!.metadata).toMatchObject({ directory: id });
});

test("reconciling ignores a subscription of another directory with the same email address and site", async () => {
  await pay();
  await restoreBackup();
  stripe.subscriptions[0]!.metadata["directory"] = "b".repeat(32);
  await reconcile();
  expect(await featuredUntil()).toBeNull();
  expect(stripe.subscriptions[0]!.status).toBe("active");
  expect((await db.select().from(users))[0]!.stripeCustomerId).toBeNull();
  expect(stripe.charges[0]!.refunded).toBe(false);
});

test("a subscription of another directory is never changed, even if this database has a row for it", async () => {
  await pay();
  const [subscription] = stripe.subscriptions;
  subscription!.metadata["directory"] = "b".repeat(32);
  payer.bank.refund(stripe.charges[0]!);
  await stripe.deliverEvents();
  expect(subscription!.status).toBe("active");
});

test("a subscription without a directory id is adopted only by its customer id", async () => {
  await pay();
  await restoreBackup();
  delete stripe.subscriptions[0]!.metadata["directory"];
  await reconcile();
  expect(await featuredUntil()).toBeNull();
  await db.update(users).set({ stripeCustomerId: stripe.subscriptions[0]!.customer });
  await reconcile();
  expect(await featuredUntil()).toBe(NOW + 33 * 86_400_000);
});

test.each<[string, () => Promise<unknown>]>([
  ["its owner cancels here", () => payer.call("cancel")],
  [
    "its listing is deleted here",
    () => payer.anna.delete(`/api/sites/${payer.siteId}/`, undefined, stripe.overrides()),
  ],
  [
    "its owner is suspended here",
    async () => {
      await db.update(users).set({ suspendedAt: NOW });
      await stripe.runCron();
    },
  ],
])("a copied database with a new id does not end the original's subscription when %s", async (_, end) => {
  await pay();
  await stripe.deliverEvents();
  const [subscription] = stripe.subscriptions;
  subscription!.metadata["directory"] = "b".repeat(32);
  await end();
  expect(subscription).toMatchObject({ status: "active", cancel_at_period_end: false });
});

test("in a copied database, a listing can be paid for once in spite of the original's subscription", async () => {
  await pay();
  await stripe.deliverEvents();
  stripe.subscriptions[0]!.metadata["directory"] = "b".repeat(32);
  stripe.calls = [];
  expect(await pay()).toEqual({ status: 200, body: { status: "active" } });
  expect(stripe.calls.length).toBeLessThan(30);
  expect(stripe.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
  expect(await pay()).toMatchObject({ status: 409 });
  expect(stripe.charges).toHaveLength(2);
});
