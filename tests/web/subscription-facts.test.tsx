import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SiteSubscription } from "#schema/payments.ts";
import { SubscriptionFacts } from "#web/features/payments/subscription-facts.tsx";

const failing: SiteSubscription = {
  site_id: 1,
  site_name: "Penpot",
  site_slug: "penpot",
  status: "featured",
  state: "failing",
  paid_until: "2026-12-20T12:00:00.000Z",
  featured_until: "2026-12-23T12:00:00.000Z",
  next_charge: null,
  plan: "month",
  trouble: "retry",
  unpaid: null,
  card: { brand: "visa", last4: "0341" },
};
const textOf = (subscription: SiteSubscription) =>
  renderToStaticMarkup(<SubscriptionFacts subscription={subscription} />).replaceAll(/<[^>]+>/g, "");

test("a failed renewal shows the date until which the site is featured, or that it is basic", () => {
  expect(textOf(failing)).toContain("We will try again. The listing stays featured until 23 December 2026.");
  expect(textOf({ ...failing, status: "basic" })).toContain(
    "We will try again. The listing is free until the payment succeeds.",
  );
});
