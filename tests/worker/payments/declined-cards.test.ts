import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/values/dates.ts";
import { sites } from "#schema/tables/sites.ts";
import { LIMITS } from "#worker/http/limits.ts";
import { fakes } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn, raiseRateCounts } from "../support/people.ts";
import { payCall } from "../support/stripe.ts";

const payer = usePayer();
const { stripe, call, pay } = payer;
const { max } = LIMITS.declinedCardsOfUser;
const BAD = "pm_card_chargeDeclined";
const changeCard = (card: string) => call("card", { payment_method_id: card });
const tried = () => stripe.calls.filter((line) => /^POST .*(attach|pay|subscriptions)$/.test(line)).length;

test("of thirty stolen cards at the same time, at most ten reach the bank", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => pay(BAD)));
  const counts = answers.filter(({ status }) => status === 402 || status === 409).length;
  expect(counts).toBeLessThanOrEqual(max);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(30 - max);
  expect(tried()).toBeLessThanOrEqual(max);
});

test("the eleventh card in an hour is refused without a request to Stripe, and the response says when to retry", async () => {
  expect((await pay(BAD)).status).toBe(402);
  await raiseRateCounts(max - 1, 1);
  expect((await pay(BAD)).status).toBe(402);
  stripe.calls = [];
  const path = "/api/payments/subscribe/";
  const order = { payment_method_id: "pm_card_visa", site_id: payer.siteId };
  const refused = await payer.anna.post(path, order, stripe.overrides());
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect(stripe.calls).toEqual([]);
  fakes.now += HOUR_MS + 1;
  expect((await pay()).status).toBe(200);
});

test("declined cards count in a card change, too", async () => {
  await pay();
  expect((await changeCard(BAD)).status).toBe(402);
  await raiseRateCounts(max - 1, 1);
  expect((await changeCard(BAD)).status).toBe(402);
  stripe.calls = [];
  expect((await changeCard("pm_card_mastercard")).status).toBe(429);
  expect(tried()).toBe(0);
});

test("good cards, and errors that come from no bank, do not count", { tags: "long" }, async () => {
  await pay();
  for (let tries = 0; tries < 2 * max; tries++) {
    expect((await changeCard("pm_card_mastercard")).status).toBe(200);
    expect((await pay()).status).toBe(409);
    expect((await call("card", { payment_method_id: "pm_none" })).status).toBe(400);
  }
});

test("the limit also counts per IP address, and other IP addresses can still pay", async () => {
  await pay(BAD);
  await raiseRateCounts(max, 1);
  const bert = await insertUser({ email: BERT });
  const { id } = await insertSite();
  await drizzle(env.DB).update(sites).set({ ownerId: bert.id }).where(eq(sites.id, id));
  const order = { payment_method_id: "pm_card_visa", site_id: id };
  const neighbour = await logIn(BERT, new Browser(payer.anna.ipAddress));
  expect((await payCall(neighbour, stripe, "subscribe", order)).status).toBe(429);
  const elsewhere = await logIn(BERT, new Browser("2001:db8:7777::1"));
  expect((await payCall(elsewhere, stripe, "subscribe", order)).status).toBe(200);
});

test("a card whose payment awaits confirmation counts, so the limit cannot be bypassed", async () => {
  await pay("pm_card_authenticationRequired");
  await raiseRateCounts(max - 1, 1);
  expect((await pay("pm_card_authenticationRequired")).body["status"]).toBe("requires_action");
  expect((await pay("pm_card_authenticationRequired")).status).toBe(429);
});
