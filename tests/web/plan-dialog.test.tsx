import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SiteSubscription } from "#schema/payments.ts";
import { PlanDialog } from "#web/features/payments/plan-dialog.tsx";

const renewing: SiteSubscription = {
  site_id: 1,
  site_name: "Penpot",
  site_slug: "penpot",
  status: "featured",
  state: "renews",
  paid_until: "2026-12-20T12:00:00.000Z",
  featured_until: "2026-12-20T12:00:00.000Z",
  next_charge: { at: "2026-12-20T12:00:00.000Z", amount_cents: 1000, currency: "eur" },
  plan: "month",
  trouble: null,
  unpaid: null,
  card: { brand: "visa", last4: "0341" },
};
const textOf = (subscription: SiteSubscription) =>
  renderToStaticMarkup(
    <PlanDialog subscription={subscription} plan="year" onConfirm={async () => {}} onClose={() => {}} />,
  ).replaceAll(/<[^>]+>/g, "");

test("a switch names the price, and a discount that goes on", () => {
  expect(textOf(renewing)).toContain("From then on you pay €100.00 for 365 days at a time, until you cancel.");
  expect(textOf(renewing)).not.toContain("promotion code");
  const discounted = { ...renewing, next_charge: { ...renewing.next_charge!, amount_cents: 500 } };
  expect(textOf(discounted)).toContain("A promotion code for some months ends with the switch.");
});
