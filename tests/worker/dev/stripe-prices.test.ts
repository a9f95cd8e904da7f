import type { Stripe } from "stripe";
import { expect, test } from "vitest";
import { ensurePrices } from "#worker/adapters/stripe/prices.ts";
import type { Charge, Invoice, Price, Subscription } from "#worker/dev/stripe/objects.ts";
import { openWorld } from "../support/stand-in.ts";

// What Stripe charges: discounts, tax, and the ways to pay.

const DAY_S = 86_400;
type Terms = Omit<Stripe.CouponCreateParams, "duration"> & { duration: "once" | "repeating" | "forever" };

async function withCode(terms: Terms, more: Partial<Stripe.PromotionCodeCreateParams> = {}) {
  const world = openWorld();
  const coupon = await world.sdk.coupons.create(terms);
  const promotion = { type: "coupon" as const, coupon: coupon.id };
  const { id } = await world.sdk.promotionCodes.create({ promotion, code: "SPRING", ...more });
  return { ...world, discounts: [{ promotion_code: id }] };
}

const amounts = (invoices: Invoice[]) => invoices.map(({ amount_due }) => amount_due).toReversed();

// https://docs.stripe.com/billing/subscriptions/coupons: months are those of the calendar.
test.each<[Terms, number[]]>([
  [{ percent_off: 50, duration: "once" }, [500, 1000, 1000, 1000, 1000]],
  [{ percent_off: 25, duration: "forever" }, [750, 750, 750, 750, 750]],
  [{ amount_off: 400, currency: "eur", duration: "forever" }, [600, 600, 600, 600, 600]],
  [{ percent_off: 50, duration: "repeating", duration_in_months: 3 }, [500, 500, 500, 500, 1000]],
])("with %o the invoices are %o", async (terms, expected) => {
  const { bank, subscribe, discounts } = await withCode(terms);
  await subscribe("pm_card_visa", { discounts });
  for (let period = 1; period < 5; period++) bank.advance(30);
  expect(amounts(bank.list<Invoice>("invoice"))).toEqual(expected);
});

test("a discount of 100 % makes a paid invoice without a charge", async () => {
  const { bank, subscribe, discounts } = await withCode({ percent_off: 100, duration: "once" });
  expect((await subscribe("pm_card_visa", { discounts })).status).toBe("active");
  expect(bank.list<Charge>("charge")).toEqual([]);
});

test("a code is found in any case, and two active ones cannot be the same", async () => {
  const { sdk } = await withCode({ percent_off: 50, duration: "once" });
  const { data } = await sdk.promotionCodes.list({ code: "spring", expand: ["data.promotion.coupon"] });
  expect(data).toMatchObject([{ code: "SPRING", promotion: { coupon: { percent_off: 50, valid: true } } }]);
  const again = { promotion: { type: "coupon" as const, coupon: (data[0]!.promotion.coupon as Stripe.Coupon).id } };
  await expect(sdk.promotionCodes.create({ ...again, code: "Spring" })).rejects.toMatchObject({
    code: "resource_already_exists",
  });
});

test("a code that has ended, is used up or is for new customers is refused", async () => {
  const ended = await withCode({ percent_off: 50, duration: "once" }, { expires_at: openWorld().bank.nowSeconds + 60 });
  ended.bank.advance(1);
  await expect(ended.subscribe("pm_card_visa", { discounts: ended.discounts })).rejects.toThrow("cannot be redeemed");
  const used = await withCode({ percent_off: 50, duration: "once" }, { max_redemptions: 1 });
  await used.subscribe("pm_card_visa", { discounts: used.discounts });
  await expect(used.subscribe("pm_card_visa", { discounts: used.discounts })).rejects.toThrow("cannot be redeemed");
  const first = await withCode(
    { percent_off: 50, duration: "once" },
    { restrictions: { first_time_transaction: true } },
  );
  const { customer } = await first.subscribe();
  const again = first.subscribe("pm_card_visa", { customer: String(customer), discounts: first.discounts });
  await expect(again).rejects.toThrow("prior transactions");
});

// https://docs.stripe.com/tax/products-prices-tax-codes-tax-behavior and https://docs.stripe.com/tax/zero-tax
test.each([
  ["AT", undefined, 167, "standard_rated"],
  ["DE", undefined, 160, "standard_rated"],
  ["AT", "ATU12345678", 0, "reverse_charge"],
  ["CH", undefined, 0, "not_collecting"],
])(
  "a price that includes tax, for %s with the VAT number %s, contains %i cents of it",
  async (country, vat, tax, why) => {
    const { bank, sdk, subscribe } = openWorld();
    const { id: customer } = await sdk.customers.create({ address: { country } });
    if (vat) bank.state.objects["txi_1"] = { ...TAX_ID, customer, value: vat };
    await subscribe("pm_card_visa", { customer, automatic_tax: { enabled: true } });
    const { total, total_taxes: taxes } = bank.list<Invoice>("invoice")[0]!;
    expect([total, taxes![0]!.amount, taxes![0]!.taxability_reason]).toEqual([1000, tax, why]);
  },
);

const TAX_ID = {
  id: "txi_1",
  object: "tax_id" as const,
  country: "AT",
  created: 0,
  customer_account: null,
  livemode: false,
  owner: null,
  type: "eu_vat" as const,
  verification: { status: "verified" as const, verified_address: null, verified_name: null },
};

test("without a location there is no tax to begin with, and later it is turned off", async () => {
  const { bank, sdk, subscribe } = openWorld();
  await expect(subscribe("pm_card_visa", { automatic_tax: { enabled: true } })).rejects.toMatchObject({
    code: "customer_tax_location_invalid",
  });
  const { id: customer } = await sdk.customers.create({ address: { country: "AT" } });
  const { id } = await subscribe("pm_card_visa", { customer, automatic_tax: { enabled: true } });
  await sdk.customers.update(customer, { address: "" });
  bank.advance(30);
  expect(bank.find<Subscription>("subscription", id).automatic_tax).toMatchObject({
    enabled: false,
    disabled_reason: "requires_location_inputs",
  });
});

test("Link pays at once, and a method that is not allowed is refused", async () => {
  const { sdk, subscribe } = openWorld();
  const allowed = { payment_settings: { payment_method_types: ["card" as const, "link" as const] } };
  expect((await subscribe("pm_link", allowed)).status).toBe("active");
  await expect(subscribe("pm_sepa_debit", allowed)).rejects.toThrow("sepa_debit");
  const { id: customer } = await sdk.customers.create({});
  const setup = await sdk.setupIntents.create({ customer, allowed_payment_method_types: ["card", "link"] });
  expect(setup.payment_method_types).toEqual(["card", "link"]);
});

test("events are listed for 30 days, newest first, by their types", async () => {
  const { bank, sdk, subscribe } = openWorld();
  await subscribe();
  const list = async () => (await sdk.events.list({ types: ["invoice.paid", "charge.refunded"] })).data;
  bank.refund(bank.list<Charge>("charge")[0]!);
  expect((await list()).map(({ type }) => type)).toEqual(["charge.refunded", "invoice.paid"]);
  bank.advanceBy(31 * DAY_S * 1000);
  expect((await list()).map(({ type }) => type)).toEqual(["invoice.paid"]);
});

test("the prices are created once, and their product stays if both are archived", async () => {
  const { bank, sdk } = openWorld();
  bank.state.objects = {};
  const ensure = async () =>
    (await ensurePrices(sdk)).map(({ id, state }) => ({ state, price: bank.find<Price>("price", id) }));
  for (const count of [2, 4]) {
    const created = await ensure();
    expect(created).toMatchObject([
      { state: "created", price: { active: true, unit_amount: 1000 } },
      { state: "created", price: { active: true, unit_amount: 10_000 } },
    ]);
    expect(await ensure()).toEqual(created.map((one) => ({ ...one, state: "existing" })));
    expect([bank.list("price").length, bank.list("product").length]).toEqual([count, 1]);
    for (const { price } of created) price.active = false;
  }
});
