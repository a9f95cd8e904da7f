import { expect, test } from "vitest";
import { ensurePortal } from "#worker/adapters/stripe/portal.ts";
import { ensurePrices } from "#worker/adapters/stripe/prices.ts";
import type { PortalConfiguration, Price } from "#worker/dev/stripe/objects.ts";
import { useStripe } from "../support/stripe.ts";

// What `npm run stripe:setup` makes.

const stripe = useStripe();

test("our portal configuration is made once, and gets its features again", async () => {
  const { bank } = stripe.standIn;
  const { stripe: sdk } = stripe.standIn.payments();
  await sdk.billingPortal.configurations.create({ features: { subscription_cancel: { enabled: true } } });
  const id = await ensurePortal(sdk);
  const ours = bank.find<PortalConfiguration>("billing_portal.configuration", id);
  const made = structuredClone(ours);
  expect(made.features).toMatchObject({ invoice_history: { enabled: true }, subscription_cancel: { enabled: false } });
  ours.features.subscription_cancel.enabled = true;
  expect(await ensurePortal(sdk)).toBe(id);
  expect(ours).toEqual(made);
  expect(bank.list("billing_portal.configuration")).toHaveLength(2);
});

test("the prices are created once, and their product stays if both are archived", async () => {
  const { bank } = stripe.standIn;
  bank.state.objects = {};
  const ensure = async () =>
    (await ensurePrices(stripe.standIn.payments().stripe)).map(({ id, state }) => ({
      state,
      price: bank.find<Price>("price", id),
    }));
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
