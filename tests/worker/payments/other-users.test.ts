import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { PAYMENT_MESSAGES, type LedgerEntry } from "#schema/payments/payments.ts";
import { users } from "#schema/tables/accounts.ts";
import { paymentLocks, subscriptions } from "#schema/tables/payments.ts";
import { fakes } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn, PASSWORD, errorResponse, logInNew } from "../support/people.ts";
import { payCall } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, pay } = payer;
let bert: Browser;
let bertsSite: number;

beforeEach(async () => {
  const { id: ownerId } = await insertUser({ email: BERT });
  bert = await logIn(BERT);
  bertsSite = (await insertSite({ ownerId })).id;
  await pay();
  await payCall(bert, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: bertsSite });
});

const ledgerOf = async (browser: Browser, query = "") => {
  const { results, count } = await (
    await browser.get(`/api/payments/ledger/${query}`)
  ).json<{ results: LedgerEntry[]; count: number }>();
  expect(count).toBe(results.length);
  return results.map(({ site_id }) => site_id);
};

test("a cancellation without a site cancels the caller's own subscription", async () => {
  expect((await payCall(bert, stripe, "cancel")).status).toBe(200);
  const rows = await drizzle(env.DB)
    .select({ site: subscriptions.siteId, renews: subscriptions.renews })
    .from(subscriptions)
    .orderBy(subscriptions.siteId);
  expect(rows).toEqual([
    { site: payer.siteId, renews: true },
    { site: bertsSite, renews: false },
  ]);
});

test("a cancellation without a site is refused if the caller has two subscriptions", async () => {
  const second = await insertSite({ ownerId: 1 });
  await payer.call("subscribe", { payment_method_id: "pm_card_visa", site_id: second.id });
  const before = JSON.stringify(stripe.subscriptions);
  expect(await payCall(payer.anna, stripe, "cancel")).toEqual(
    errorResponse(400, PAYMENT_MESSAGES.severalSubscriptions),
  );
  expect(JSON.stringify(stripe.subscriptions)).toBe(before);
});

test("a payment in progress blocks the deletion of its own account only", async () => {
  await drizzle(env.DB)
    .insert(paymentLocks)
    .values({ siteId: payer.siteId, userId: 1, key: "under way", createdAt: fakes.now });
  expect((await payer.deleteAccount()).status).toBe(409);
  expect((await bert.delete("/api/user/", { password: PASSWORD }, stripe.overrides())).status).toBe(200);
});

test("the ledger shows one user's payments", async () => {
  const second = await insertSite({ ownerId: 1 });
  expect((await payer.call("subscribe", { payment_method_id: "pm_card_visa", site_id: second.id })).status).toBe(200);
  expect(await ledgerOf(bert)).toEqual([bertsSite]);
  expect((await ledgerOf(payer.anna)).toSorted()).toEqual([payer.siteId, second.id].toSorted());
});

test("a suspension stops the subscriptions of this user only", async () => {
  const staff = await logInNew({ email: "staff@example.com", isStaff: true });
  const [{ id } = { id: 0 }] = (
    await (
      await staff.get(`/api/get_model/accounts/user/?q=${BERT}`)
    ).json<{
      results: { id: number }[];
    }>()
  ).results;
  const suspended = await staff.patch(`/api/accounts/user/${id}/`, { is_suspended: true }, stripe.overrides());
  expect(suspended.status).toBe(200);
  expect(stripe.subscriptions.map((one) => [one.metadata.site_id, one.cancel_at_period_end])).toEqual([
    [String(bertsSite), true],
    [String(payer.siteId), false],
  ]);
  await stripe.deliverEvents();
  expect(payer.subjects()).not.toContain("Subscription cancelled");
});

test("an owner whose suspension Stripe's event reports first gets no mail about the cancellation, also not later", async () => {
  await drizzle(env.DB).update(users).set({ suspendedAt: fakes.now }).where(eq(users.email, BERT));
  payer.bank.change(stripe.subscriptions[0]!, { cancel_at_period_end: true });
  await stripe.deliverEvents();
  await drizzle(env.DB).update(users).set({ suspendedAt: null });
  payer.bank.change(stripe.subscriptions[0]!, {});
  await stripe.deliverEvents();
  expect(payer.subjects()).not.toContain("Subscription cancelled");
});
