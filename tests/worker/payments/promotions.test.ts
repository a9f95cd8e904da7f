import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { type Promotion, PROMOTION_MESSAGES, promotionText } from "#schema/promotions.ts";
import { users } from "#schema/tables/accounts.ts";
import { auditLog } from "#schema/tables/admin.ts";
import type { Coupon, PromotionCode } from "#worker/dev/stripe/objects.ts";
import { FailingD1 } from "../faults/failing-services.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, PROMOTION } from "../support/factories.ts";
import { usePayer } from "../support/payer.ts";
import { loggedErrors } from "../support/setup.ts";
import { ANNA, BERT, insertUser, logIn, readResponse } from "../support/people.ts";

const payer = usePayer();
const { stripe } = payer;
let root: Browser;
beforeEach(async () => {
  await insertUser({ email: BERT, isStaff: true });
  root = await logIn(BERT);
});

const create = async (change: object = {}) =>
  readResponse(await root.post("/api/admin/promotions/", { ...PROMOTION, ...change }, stripe.overrides()));
const list = async () =>
  (await (await root.get("/api/admin/promotions/", stripe.overrides())).json<{ results: Promotion[] }>()).results;
const preview = (code: string, change: object = {}) => payer.call("preview", { promotion_code: code, ...change });
const refusedWith = (message: string) => ({
  status: 400,
  body: { error: message, fields: { promotion_code: message } },
});
const codes = () => payer.bank.list<PromotionCode>("promotion_code");

test("staff create a promotion, see how often it was used, and end it", async () => {
  const created = await create({ max_redemptions: 10, ends_at: new Date(NOW + 9 * DAY_MS).toISOString() });
  expect(created).toMatchObject({ status: 201, body: { code: "LAUNCH50", state: "active", redemptions: 0 } });
  codes()[0]!.times_redeemed = 3;
  const [listed] = await list();
  expect(listed).toMatchObject({ code: "LAUNCH50", percent_off: 50, max_redemptions: 10, redemptions: 3 });
  const ended = await readResponse(await root.post(`/api/admin/promotions/${listed!.id}/end/`, {}, stripe.overrides()));
  expect(ended).toMatchObject({ status: 200, body: { state: "ended" } });
  const log = await drizzle(env.DB).select().from(auditLog);
  expect(log.map(({ model, recordId, userEmail }) => [model, recordId, userEmail])).toEqual([
    ["payments.promotion", "LAUNCH50", BERT],
    ["payments.promotion", "LAUNCH50", BERT],
  ]);
  expect(JSON.parse(log[0]!.after)).toMatchObject({ code: "LAUNCH50", percent_off: 50, max_redemptions: 10 });
  expect(log.slice(1).map(({ before, after }) => [JSON.parse(before), JSON.parse(after)])).toEqual([
    [{ state: "active" }, { state: "ended" }],
  ]);
});

test("without its entry in the audit log, no promotion is created or ended", async () => {
  const broken = { ...stripe.overrides(), env: new FailingD1("audit_log", { message: "D1_ERROR: no" }).env };
  expect((await root.post("/api/admin/promotions/", PROMOTION, broken)).status).toBeGreaterThanOrEqual(500);
  expect(codes()).toEqual([]);
  await create();
  const [code] = codes();
  expect((await root.post(`/api/admin/promotions/${code!.id}/end/`, {}, broken)).status).toBeGreaterThanOrEqual(500);
  expect(codes()[0]!.active).toBe(true);
  expect(loggedErrors.splice(0).length).toBeGreaterThan(0);
});

test.each([
  [{ code: "a b" }, "code", PROMOTION_MESSAGES.code],
  [{ percent_off: 0 }, "percent_off", PROMOTION_MESSAGES.percent],
  [{ amount_off_cents: 500 }, "percent_off", PROMOTION_MESSAGES.either],
  [{ percent_off: null }, "percent_off", PROMOTION_MESSAGES.either],
  [{ percent_off: 96 }, "percent_off", PROMOTION_MESSAGES.tooSmall],
  [{ percent_off: null, amount_off_cents: 9_990 }, "percent_off", PROMOTION_MESSAGES.tooSmall],
  [{ duration: "months" }, "months", PROMOTION_MESSAGES.months],
  [{ months: 3 }, "months", PROMOTION_MESSAGES.months],
  [{ max_redemptions: 0 }, "max_redemptions", PROMOTION_MESSAGES.limit],
  [{ ends_at: new Date(NOW - 1).toISOString() }, "ends_at", PROMOTION_MESSAGES.end],
])("a promotion with %j is refused", async (change, field, message) => {
  expect(await create(change)).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
  expect(codes()).toEqual([]);
});

test("a code that has ended can be ended again, and the audit log has it once", async () => {
  const { body } = await create();
  const end = `/api/admin/promotions/${(body as Promotion).id}/end/`;
  await root.post(end, {}, stripe.overrides());
  const again = await readResponse(await root.post(end, {}, stripe.overrides()));
  expect(again).toMatchObject({ status: 200, body: { state: "ended" } });
  expect(await drizzle(env.DB).select().from(auditLog)).toHaveLength(2);
});

test("a code can be created again only after it has ended", async () => {
  const { body } = await create();
  const taken = { status: 400, body: { fields: { code: PROMOTION_MESSAGES.codeTaken } } };
  expect(await create({ code: "Launch50" })).toMatchObject(taken);
  await root.post(`/api/admin/promotions/${(body as Promotion).id}/end/`, {}, stripe.overrides());
  expect(await create()).toMatchObject({ status: 201 });
});

test("a promotion of another directory is not listed, not ended and not accepted", async () => {
  await create();
  const [code] = codes();
  code!.metadata = { directory: "another" };
  expect(await list()).toEqual([]);
  const ended = await root.post(`/api/admin/promotions/${code!.id}/end/`, {}, stripe.overrides());
  expect(ended.status).toBe(404);
  expect(await preview("LAUNCH50")).toMatchObject({
    status: 400,
    body: { fields: { promotion_code: PROMOTION_MESSAGES.unknown } },
  });
});

test("a code that is unknown, has ended or is used up is refused with a plain message", async () => {
  await create();
  const refused = refusedWith;
  expect(await preview("NOTHING")).toMatchObject(refused(PROMOTION_MESSAGES.unknown));
  const [code] = codes();
  Object.assign(code!, { max_redemptions: 2, times_redeemed: 2 });
  expect(await preview("LAUNCH50")).toMatchObject(refused(PROMOTION_MESSAGES.usedUp));
  Object.assign(code!, { max_redemptions: null, expires_at: NOW / 1000 });
  expect(await preview("LAUNCH50")).toMatchObject(refused(PROMOTION_MESSAGES.ended));
  const bought = await payer.call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: "LAUNCH50" });
  expect(bought).toMatchObject(refused(PROMOTION_MESSAGES.ended));
  expect(stripe.subscriptions).toEqual([]);
});

const paid = async (code: string, change: object = {}) =>
  payer.call("subscribe", { payment_method_id: "pm_card_visa", promotion_code: code, ...change });

test("a code for the first payment works once for each owner, also if it leaves nothing to pay", async () => {
  await create({ percent_off: 100 });
  expect(codes()[0]!.restrictions.first_time_transaction).toBe(true);
  expect(await paid("LAUNCH50")).toMatchObject({ status: 200 });
  const { id: ownerId } = (await drizzle(env.DB).select().from(users).where(eq(users.email, ANNA)))[0]!;
  const { id: site_id } = await insertSite({ ownerId });
  const refused = refusedWith(PROMOTION_MESSAGES.notFirst);
  expect(await preview("LAUNCH50", { site_id })).toMatchObject(refused);
  expect(await paid("LAUNCH50", { site_id })).toMatchObject(refused);
  expect(stripe.subscriptions).toHaveLength(1);
  expect(await paid("", { site_id })).toMatchObject({ status: 200 });
});

test("after a declined card, a code for the first payment can be used with another one", async () => {
  await create();
  const declined = await paid("LAUNCH50", { payment_method_id: "pm_card_chargeCustomerFail" });
  expect(declined).toMatchObject({ status: 402 });
  expect(await paid("LAUNCH50")).toMatchObject({ status: 200 });
});

test("a code for all people works again for the same owner", async () => {
  await create({ first_time_only: false });
  expect(await list()).toMatchObject([{ first_time_only: false }]);
  await payer.pay();
  const { id: ownerId } = (await drizzle(env.DB).select().from(users).where(eq(users.email, ANNA)))[0]!;
  const { id: site_id } = await insertSite({ ownerId });
  expect(await paid("LAUNCH50", { site_id })).toMatchObject({ status: 200 });
});

test("of two owners who use the last redemption at once, the second reads that the code is used up", async () => {
  await create({ max_redemptions: 1 });
  stripe.intercept = (sent, forward) => {
    // Somebody else is faster, after the code was checked.
    if (sent.method === "POST" && sent.url.endsWith("/v1/subscriptions")) codes()[0]!.times_redeemed = 1;
    return forward();
  };
  expect(await paid("LAUNCH50")).toMatchObject(refusedWith(PROMOTION_MESSAGES.usedUp));
  expect(stripe.subscriptions).toEqual([]);
});

test("of two staff who create a code at once, the second reads that it is in use", async () => {
  let other: unknown;
  stripe.intercept = async (sent, forward) => {
    // Somebody else is faster, after the code was looked for.
    if (sent.method === "POST" && sent.url.endsWith("/promotion_codes")) {
      stripe.intercept = (_, next) => next();
      other = await create();
    }
    return forward();
  };
  const taken = { status: 400, body: { fields: { code: PROMOTION_MESSAGES.codeTaken } } };
  expect(await create({ percent_off: 20 })).toMatchObject(taken);
  expect(other).toMatchObject({ status: 201 });
  expect(await list()).toMatchObject([{ percent_off: 50 }]);
  expect(payer.bank.list<Coupon>("coupon")).toHaveLength(1);
});

test("a coupon is deleted if its code is refused", async () => {
  stripe.intercept = async (sent, forward) =>
    sent.method === "POST" && sent.url.endsWith("/promotion_codes")
      ? Response.json({ error: { type: "invalid_request_error", message: "No." } }, { status: 400 })
      : forward();
  expect(await create()).toMatchObject({ status: 502 });
  expect(payer.bank.list<Coupon>("coupon")).toEqual([]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("a code for all payments goes on after a switch to a year", async () => {
  await create({ duration: "always" });
  expect(await paid("LAUNCH50")).toMatchObject({ status: 200 });
  expect(await payer.call("plan", { plan: "year" })).toMatchObject({ body: { next_charge: { amount_cents: 5000 } } });
  stripe.advanceDays(31);
  await stripe.deliverEvents();
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([5000, 500]);
});

test("a code for some months pays for no year", async () => {
  await create({ percent_off: 100, duration: "months", months: 3 });
  const refused = refusedWith(PROMOTION_MESSAGES.notYear);
  expect(await preview("LAUNCH50", { plan: "year" })).toMatchObject(refused);
  expect(await paid("LAUNCH50", { plan: "year" })).toMatchObject(refused);
  expect(stripe.subscriptions).toEqual([]);

  expect(await paid("LAUNCH50")).toMatchObject({ status: 200 });
  expect(await payer.call("plan", { plan: "year" })).toMatchObject({ body: { next_charge: { amount_cents: 10_000 } } });
  // The code does not come back.
  expect(await payer.call("plan", { plan: "month" })).toMatchObject({ body: { next_charge: { amount_cents: 1000 } } });
  await payer.call("plan", { plan: "year" });
  stripe.advanceDays(31);
  await stripe.deliverEvents();
  expect(stripe.charges.map(({ amount }) => amount)).toEqual([10_000]);
});

test("a user can guess sixty codes an hour", async () => {
  for (let tries = 0; tries < 60; tries++) {
    expect((await preview("GUESS")).status).toBe(400);
  }
  expect((await preview("GUESS")).status).toBe(429);
});

test.each([
  [{ ...PROMOTION }, "50% off the first payment"],
  [{ ...PROMOTION, duration: "always" }, "50% off each payment"],
  [
    { ...PROMOTION, percent_off: null, amount_off_cents: 250, duration: "months", months: 3 },
    "€2.50 off each monthly payment for 3 months",
  ],
] as [Promotion, string][])("the text of a promotion is %j", (promotion, text) => {
  expect(promotionText(promotion)).toBe(text);
});
