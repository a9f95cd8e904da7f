import { expect, test } from "vitest";
import { countryName } from "#schema/countries.ts";
import { COUNTRIES, taxIdTypeOf } from "#web/features/payments/billing/countries.ts";
import { monthCents, readOrder, orderFields } from "#web/features/payments/pay/order.ts";

test("each country has a name, and its companies' number has Stripe's type", () => {
  expect(COUNTRIES.filter(({ code, name }) => name === code)).toEqual([]);
  expect(COUNTRIES[0]).toEqual({ code: "AF", name: "Afghanistan" });
  expect(countryName("DE")).toBe("Germany");
  expect(countryName("")).toBe("");
  expect(["GR", "GB", "CH", "US", "AQ", ""].map(taxIdTypeOf)).toEqual([
    "eu_vat",
    "gb_vat",
    "ch_vat",
    "us_ein",
    undefined,
    undefined,
  ]);
});

test("30 days of the year cost less than a month", () => {
  expect([monthCents("month"), monthCents("year")]).toEqual([1000, 822]);
});

test("an order survives the way to another site and back", () => {
  for (const order of [
    { plan: "year", promotionCode: "HALF", sameDayAs: null },
    { plan: "month", promotionCode: "", sameDayAs: 7 },
  ] as const) {
    const query = new URLSearchParams(Object.entries(orderFields(order)).map(([name, value]) => [name, `${value}`]));
    expect(readOrder(query)).toEqual(order);
  }
  expect(readOrder(new URLSearchParams("plan=week&same_day_as=x"))).toEqual({
    plan: "month",
    promotionCode: "",
    sameDayAs: null,
  });
});
