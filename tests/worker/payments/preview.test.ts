import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAYMENT_MESSAGES, type PaymentPreview, type SiteSubscription } from "#schema/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";
import { payCall } from "../support/stripe.ts";

const payer = usePayer();
const { stripe } = payer;
const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
const firstSite = async () => (await drizzle(env.DB).select().from(sites))[0]!;
const preview = (change: object = {}) => payer.call("preview", change);

test.each([
  ["month", 1000, 30],
  ["year", 10_000, 365],
])("a plain price is answered without asking Stripe: a %s", async (plan, cents, days) => {
  const { status, body } = await preview({ plan });
  expect([status, body]).toEqual([
    200,
    {
      lines: [{ text: `Featured listing, ${days} days`, amount_cents: cents }],
      net_cents: cents,
      tax_cents: 0,
      total_cents: cents,
      currency: "eur",
      days,
      next: { at: iso(days), amount_cents: cents, days },
      promotion: null,
      reverse_charge: false,
      same_day: [],
    } satisfies PaymentPreview,
  ]);
  expect(stripe.calls).toEqual([]);
});

test("another listing's charge day is offered if it is at least three days away and of the same plan", async () => {
  const { siteId: first } = payer;
  await payer.pay();
  const { ownerId } = await firstSite();
  payer.siteId = (await insertSite({ ownerId })).id;
  const days = async (plan: string) => ((await preview({ plan })).body as PaymentPreview).same_day.map(({ at }) => at);
  expect(((await preview()).body as PaymentPreview).same_day).toEqual([]);
  stripe.advanceDays(27);
  payer.anna = await logIn();
  expect(await days("month")).toEqual([iso(30)]);
  expect(await days("year")).toEqual([]);
  stripe.advanceDays(1);
  payer.anna = await logIn();
  expect(await days("month")).toEqual([]);
  expect(await preview({ same_day_as: first })).toMatchObject({
    status: 400,
    body: { fields: { same_day_as: PAYMENT_MESSAGES.noSameDay } },
  });
});

test("a listing with the charge day of another one pays its share first, and both are charged on that day", async () => {
  const { siteId: first } = payer;
  await payer.pay();
  const { ownerId } = await firstSite();
  payer.siteId = (await insertSite({ ownerId })).id;
  stripe.advanceDays(20);
  payer.anna = await logIn();
  const order = { same_day_as: first };
  expect(await preview(order)).toMatchObject({
    status: 200,
    body: {
      lines: [{ text: "Featured listing, 10 days", amount_cents: 333 }],
      total_cents: 333,
      days: 10,
      next: { at: iso(30), amount_cents: 1000, days: 30 },
    },
  });
  const both = await preview({ ...order, promotion_code: "LAUNCH" });
  expect(both).toMatchObject({ status: 400, body: { fields: { same_day_as: PAYMENT_MESSAGES.notBoth } } });
  const paid = await payer.call("subscribe", { payment_method_id: "pm_card_visa", ...order });
  expect(paid).toMatchObject({ status: 200 });
  const { results } = await (await payer.anna.get("/api/payments/")).json<{ results: SiteSubscription[] }>();
  expect(results.map(({ next_charge: next }) => next?.at)).toEqual([iso(30), iso(30)]);
});

test("a price is shown to the site's owner alone", async () => {
  await insertUser({ email: BERT });
  const bert = await logIn(BERT);
  expect(await payCall(bert, stripe, "preview", { site_id: payer.siteId })).toMatchObject({ status: 404 });
});
