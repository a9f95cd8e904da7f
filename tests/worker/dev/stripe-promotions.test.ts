import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { openWorld } from "../support/stand-in.ts";

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
