import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PAYMENT_MESSAGES } from "#schema/payments.ts";
import type { Price } from "#worker/dev/stripe/objects.ts";
import { connect } from "#worker/db/connection.ts";
import { syncSubscription } from "#worker/features/payments/sync-subscription.ts";
import { fakes } from "../support/app.ts";
import { usePayer } from "../support/payer.ts";
import { errorResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { saveGoodCard } from "../support/stripe.ts";

// Stripe answers 200 to each change but changes nothing, so each reading finds the same.

const payer = usePayer();
const { stripe, pay, call } = payer;
const readings = () => stripe.calls.filter((line) => /^GET .*\/subscriptions\/sub_\w+$/.test(line)).length;
const sync = () =>
  syncSubscription(
    { db: connect(env.DB), payments: stripe.ports().payments!, now: fakes.now, config: null },
    stripe.subscriptions[0]!.id,
  );

/** Makes Stripe answer each change with the unchanged subscription. */
function doNothing() {
  stripe.intercept = async (sent, forward) =>
    sent.method !== "GET" && /\/subscriptions\/\w+$/.test(sent.url)
      ? stripe.standIn.fetch(new Request(sent.url, { headers: sent.headers }))
      : forward();
}

test("a subscription that Stripe does not end is given up after 20 reads, with an instruction for the operator", async () => {
  await pay();
  stripe.subscriptions[0]!.status = "paused";
  doNothing();
  stripe.calls = [];
  await expect(sync()).rejects.toThrow(/Cancel it in Stripe's dashboard, then run npm run stripe:reconcile/);
  expect(readings()).toBe(20);
  expect(await call("cancel")).toEqual(errorResponse(502, PAYMENT_MESSAGES.notCancelled));
  expect(loggedErrors.splice(0)).not.toEqual([]);
});

test("two subscriptions of a site that Stripe does not change are given up after 20 reads, with an instruction for the operator", async () => {
  await pay();
  const { id: _, items: __, latest_invoice: ___, status: ____, ...first } = stripe.subscriptions[0]!;
  const card = payer.bank.attach(saveGoodCard(stripe), first.customer);
  const second = { ...first, default_payment_method: card.id, id: "sub_second" };
  payer.bank.createSubscription(second, payer.bank.list<Price>("price")[0]!);
  doNothing();
  stripe.calls = [];
  await expect(sync()).rejects.toThrow(/npm run stripe:reconcile/);
  expect(readings()).toBe(20);
  expect(loggedErrors.splice(0)).not.toEqual([]);
});
