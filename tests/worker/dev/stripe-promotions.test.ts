import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { openWorld } from "../support/stand-in.ts";
import type { Discount } from "#worker/dev/stripe/objects.ts";

// https://docs.stripe.com/billing/subscriptions/coupons

type Terms = Partial<Stripe.CouponCreateParams>;

/** A world with a promotion code. */
async function withCode(terms: Terms = { percent_off: 50 }, more: Partial<Stripe.PromotionCodeCreateParams> = {}) {
  const world = openWorld();
  const coupon = await world.sdk.coupons.create({ duration: "once", ...terms });
  const code = await world.sdk.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    code: "SPRING",
    ...more,
  });
  return { ...world, coupon, code };
}

test("a code is found in any case, and its coupon can be expanded", async () => {
  const { sdk, code } = await withCode();
  const { data } = await sdk.promotionCodes.list({ code: "spring", active: true, expand: ["data.promotion.coupon"] });
  expect(data).toMatchObject([
    { id: code.id, code: "SPRING", promotion: { coupon: { percent_off: 50, valid: true } } },
  ]);
  expect((await sdk.promotionCodes.list({ code: "autumn" })).data).toEqual([]);
});

test.each<[string, Terms]>([
  ["either `amount_off` or `percent_off`", {}],
  ["either `amount_off` or `percent_off`", { percent_off: 5, amount_off: 5, currency: "eur" }],
  ["above 0, up to 100", { percent_off: 101 }],
  ["pass `currency`", { amount_off: 100 }],
  ["needs `duration_in_months`", { percent_off: 10, duration: "repeating" }],
  ["in the future", { percent_off: 10, redeem_by: 1 }],
])("a coupon is refused: %s", async (message, terms) => {
  await expect(openWorld().sdk.coupons.create(terms)).rejects.toThrow(message);
});

test("two active codes cannot be the same, but a code that has ended can be used again", async () => {
  const { sdk, code, coupon } = await withCode();
  const again = () => sdk.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "spring" });
  await expect(again()).rejects.toMatchObject({ code: "resource_already_exists" });
  expect(await sdk.promotionCodes.update(code.id, { active: false })).toMatchObject({ active: false });
  expect((await again()).active).toBe(true);
  expect((await sdk.promotionCodes.list({ active: true })).data).toHaveLength(1);
});

test("a code ends with its time, and with its coupon", async () => {
  const now = openWorld().bank.nowSeconds;
  const { bank, sdk, code } = await withCode({ percent_off: 50 }, { expires_at: now + 86_400 });
  bank.advance(1);
  expect((await sdk.promotionCodes.retrieve(code.id)).active).toBe(false);
  const other = await withCode({ percent_off: 50, redeem_by: now + 86_400 }, { expires_at: now + 80_000 });
  other.bank.advance(2);
  expect((await other.sdk.promotionCodes.retrieve(other.code.id)).active).toBe(false);
  expect((await other.sdk.coupons.retrieve(other.coupon.id)).valid).toBe(false);
});

const redeemed = (code: { id: string }) => ({ discounts: [{ promotion_code: code.id }] });

/** The totals of all invoices in cents, oldest first. */
const totals = async (sdk: Stripe) =>
  (await sdk.invoices.list({ limit: 100 })).data.map(({ total }) => total).toReversed();

test("a coupon for once makes the first invoice cheaper, and counts its redemption", async () => {
  const { bank, sdk, code, coupon, subscribe } = await withCode();
  const { id } = await subscribe("pm_card_visa", redeemed(code));
  bank.advance(30);
  expect(await totals(sdk)).toEqual([500, 1000]);
  const [, first] = (await sdk.invoices.list({ subscription: id, expand: ["data.discounts"] })).data;
  expect(first).toMatchObject({
    subtotal: 1000,
    total: 500,
    amount_paid: 500,
    total_discount_amounts: [{ amount: 500 }],
    discounts: [{ source: { coupon: coupon.id }, promotion_code: code.id, subscription: id }],
  });
  expect((await sdk.subscriptions.retrieve(id)).discounts).toEqual([]);
  expect((await sdk.promotionCodes.retrieve(code.id)).times_redeemed).toBe(1);
  expect((await sdk.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
});

test.each<[Terms, number[]]>([
  [{ percent_off: 25, duration: "forever" }, [750, 750, 750]],
  [{ amount_off: 300, currency: "eur", duration: "repeating", duration_in_months: 2 }, [700, 700, 1000]],
])("the coupon %j makes the invoices %j", async (terms, expected) => {
  const { bank, sdk, code, subscribe } = await withCode(terms);
  await subscribe("pm_card_visa", redeemed(code));
  bank.advance(61);
  expect(await totals(sdk)).toEqual(expected);
});

test("a discount that is over keeps its end when it is removed", async () => {
  const { bank, sdk, code, subscribe } = await withCode({
    percent_off: 50,
    duration: "repeating",
    duration_in_months: 1,
  });
  const { id } = await subscribe("pm_card_visa", redeemed(code));
  const [discount] = bank.list<Discount>("discount");
  const end = discount?.end;
  bank.advance(61);
  await sdk.subscriptions.update(id, { discounts: "" });
  expect(bank.list("discount")).toMatchObject([{ end }]);
});

test("a discount of 100 % makes a paid invoice without a charge", async () => {
  const { sdk, code, subscribe } = await withCode({ percent_off: 100 });
  const { status, latest_invoice } = await subscribe("pm_card_visa", { ...redeemed(code), expand: ["latest_invoice"] });
  expect({ status, latest_invoice }).toMatchObject({
    status: "active",
    latest_invoice: { status: "paid", total: 0, amount_paid: 0 },
  });
  expect((await sdk.charges.list()).data).toEqual([]);
});

test("a code that has ended, is used up or is for new customers is refused", async () => {
  const used = await withCode({ percent_off: 50 }, { max_redemptions: 1 });
  await used.subscribe("pm_card_visa", redeemed(used.code));
  await expect(used.subscribe("pm_card_visa", redeemed(used.code))).rejects.toThrow("it is not active");

  const ended = await withCode();
  await ended.sdk.promotionCodes.update(ended.code.id, { active: false });
  await expect(ended.subscribe("pm_card_visa", redeemed(ended.code))).rejects.toThrow("it is not active");

  const first = await withCode({ percent_off: 50 }, { restrictions: { first_time_transaction: true } });
  const { customer } = await first.subscribe("pm_card_visa", redeemed(first.code));
  const again = first.subscribe("pm_card_visa", { ...redeemed(first.code), customer: String(customer) });
  await expect(again).rejects.toThrow("prior transactions");

  const dear = await withCode(
    { percent_off: 50 },
    { restrictions: { minimum_amount: 2000, minimum_amount_currency: "eur" } },
  );
  await expect(dear.subscribe("pm_card_visa", redeemed(dear.code))).rejects.toThrow("below its minimum");
});

test("a discount goes on after its coupon is deleted, but nobody else gets it", async () => {
  const { bank, sdk, code, coupon, subscribe } = await withCode({ percent_off: 50, duration: "forever" });
  await subscribe("pm_card_visa", redeemed(code));
  await sdk.coupons.del(coupon.id);
  bank.advance(30);
  expect(await totals(sdk)).toEqual([500, 500]);
  await expect(subscribe("pm_card_visa", redeemed(code))).rejects.toThrow("not active");
});
