import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { subscriptions } from "#schema/tables/payments.ts";
import type { Intent } from "#worker/dev/stripe/objects.ts";
import { NOW, fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { logIn } from "../support/people.ts";
import { declineCurrentCard, payOnInvoicePage, switchToBadCard } from "../support/stripe.ts";

// What cron finds, and whom it mails, without webhooks.

const db = drizzle(env.DB);
const payer = usePayer();
const { stripe, pay, call, featuredUntil } = payer;
const mails = (subject: RegExp) => fakes.mails.filter((mail) => subject.test(mail.subject)).length;
const dropEvents = () => (payer.bank.state.events.length = 0);

test("cron finds a first payment that was confirmed without a webhook, and checks every six hours at most", async () => {
  await pay("pm_card_authenticationRequired");
  const [intent] = payer.bank.list<Intent>("payment_intent");
  payer.bank.confirm(intent!, true);
  dropEvents();
  fakes.now += 5 * HOUR_MS;
  stripe.calls = [];
  await stripe.runCron();
  expect(stripe.calls).toEqual([]);
  fakes.now += 2 * HOUR_MS;
  await stripe.runCron();
  expect(await featuredUntil()).toBe(NOW + 33 * DAY_MS);
});

test("an unpaid subscription of a suspended user is ended, even if it was already cancelled", async () => {
  await pay();
  await switchToBadCard(payer.anna, stripe, payer.siteId);
  stripe.advanceDays(30);
  const [subscription] = stripe.subscriptions;
  payer.bank.change(subscription!, { cancel_at_period_end: true });
  await stripe.deliverEvents();
  await db.update(users).set({ suspendedAt: NOW });
  await stripe.runCron();
  expect(subscription!.status).toBe("canceled");
  expect(stripe.invoices[0]!.status).toBe("void");
});

test("each failed renewal is mailed once", async () => {
  await pay();
  for (let cycle = 0; cycle < 2; cycle++) {
    declineCurrentCard(stripe);
    stripe.advanceDays(30);
    await stripe.deliverEvents();
    await stripe.runCron();
    await stripe.runCron();
    expect(mails(/Payment failed/)).toBe(cycle + 1);
    payer.anna = await logIn();
    expect(await call("card", { payment_method_id: "pm_card_mastercard" })).toMatchObject({ status: 200 });
  }
});

test("a renewal that was paid on its invoice page without a webhook is not mailed as failed", async () => {
  await pay();
  declineCurrentCard(stripe);
  stripe.advanceDays(30);
  await stripe.deliverEvents();
  payOnInvoicePage(stripe, stripe.invoices[0]!);
  dropEvents();
  fakes.now += 7 * HOUR_MS;
  await stripe.runCron();
  expect(mails(/Payment failed/)).toBe(0);
});

test("a subscription that renews or has ended gets no mail about a failure or a coming end", async () => {
  await pay();
  stripe.advanceDays(28);
  await stripe.runCron();
  // Without days of grace, as for a new card.
  await db.update(subscriptions).set({ coveredUntil: NOW + 30 * DAY_MS });
  await stripe.runCron();
  expect([mails(/No longer featured/), mails(/Payment failed/)]).toEqual([0, 0]);
  payer.anna = await logIn();
  await call("cancel");
  stripe.advanceDays(3);
  await stripe.deliverEvents();
  await stripe.runCron();
  expect(mails(/No longer featured/)).toBe(0);
});
