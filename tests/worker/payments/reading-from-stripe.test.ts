import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { payments } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { throttledFetch } from "#worker/adapters/stripe/throttled-fetch.ts";
import { PaymentsUnavailable } from "#worker/ports.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { payCall } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, pay } = payer;
const tooMany = (headers = {}) =>
  Response.json(
    { error: { type: "invalid_request_error", code: "rate_limit", message: "Slow." } },
    { status: 429, headers },
  );

async function payForThreeYears() {
  await pay();
  stripe.advanceDays(36 * 30);
  payer.bank.state.events.length = 0;
  return stripe.subscriptions.at(-1)!.id;
}

test("a subscription of three years is read by three requests, and its disputes by at most four requests at a time", async () => {
  const id = await payForThreeYears();
  expect(stripe.invoices).toHaveLength(37);
  let running = 0;
  let most = 0;
  stripe.intercept = async (_, forward) => {
    most = Math.max(most, (running += 1));
    const answer = await forward();
    running -= 1;
    return answer;
  };
  const read = () => stripe.ports().payments!.readSubscription(id);
  stripe.calls = [];
  const facts = await read();
  expect(facts!.invoices.every(({ charges }) => charges.length === 1)).toBe(true);
  expect(stripe.calls).toHaveLength(3);

  for (const charge of stripe.charges) payer.bank.openDispute(charge);
  stripe.calls = [];
  await read();
  expect(stripe.calls).toHaveLength(3 + 37);
  expect(most).toBe(4);
});

test("reading a subscription leaves out the customer's charges for other sites", { tags: "long" }, async () => {
  const id = await payForThreeYears();
  const { id: other } = await insertSite();
  await drizzle(env.DB).update(sites).set({ ownerId: 1 });
  await payCall(payer.anna, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: other });
  stripe.advanceDays(80 * 30);
  stripe.calls = [];
  const facts = await stripe.ports().payments!.readSubscription(id);
  const charges = facts!.invoices.flatMap((invoice) => invoice.charges);
  expect([charges.length, new Set(charges.map((charge) => charge.id)).size]).toEqual([117, 117]);
  expect(stripe.calls).toHaveLength(1 + 2 + 2);
});

test("all refunds of a charge count, even if they fill several pages", async () => {
  await pay();
  for (let part = 0; part < 12; part++) payer.bank.refund(stripe.charges[0]!, 50);
  await stripe.deliverEvents();
  const rows = await drizzle(env.DB).select().from(payments);
  expect(rows.filter(({ kind }) => kind === "refund")).toHaveLength(12);
  const facts = await stripe.ports().payments!.readSubscription(stripe.subscriptions[0]!.id);
  expect(facts!.invoices[0]!.charges[0]!.refundedCents).toBe(600);
});

test("a request that Stripe's rate limit refuses is retried, after growing pauses", async () => {
  await pay();
  const id = stripe.subscriptions[0]!.id;
  const waits: number[] = [];
  let refused = 0;
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const isFirst = String(input).includes("/v1/subscriptions/") && refused < 3;
    if (!isFirst) return stripe.standIn.fetch(input, init);
    refused += 1;
    return tooMany();
  };
  const wait = async (ms: number) => waits.push(ms);
  const facts = await stripe.standIn.payments({ fetch: fetch as typeof globalThis.fetch, wait }).readSubscription(id);
  expect(facts!.id).toBe(id);
  expect(waits).toHaveLength(3);
  expect(waits[1]).toBeGreaterThan(waits[0]!);
  expect(waits[2]).toBeGreaterThan(waits[1]!);
});

test("a request that Stripe's rate limit always refuses fails after four attempts", async () => {
  await pay();
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return tooMany();
  };
  const down = stripe.standIn.payments({ fetch: fetch as typeof globalThis.fetch, wait: async () => {} });
  await expect(down.readSubscription("sub_1")).rejects.toThrow(PaymentsUnavailable);
  expect(asked).toBe(4);
});

test("a pause follows Stripe's Retry-After up to a few seconds, and there is no retry if Stripe advises against it", async () => {
  const waits: number[] = [];
  const answers = [tooMany({ "Retry-After": "2" }), tooMany({ "Retry-After": "3600" }), new Response("good")];
  const ask = (list: Response[]) =>
    throttledFetch(
      async () => list.shift()!,
      async (ms) => waits.push(ms),
    )("https://api.stripe.com/v1/prices");
  expect(await (await ask(answers)).text()).toBe("good");
  expect(waits).toEqual([2000, 4000]);
  expect((await ask([tooMany({ "Stripe-Should-Retry": "false" })])).status).toBe(429);
  expect(waits).toHaveLength(2);
});
