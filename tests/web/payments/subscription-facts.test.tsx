import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test } from "vitest";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import { SubscriptionActions } from "#web/features/payments/subscription-actions.tsx";
import { SubscriptionFacts } from "#web/features/payments/subscription-facts.tsx";

const failing: SiteSubscription = {
  site_id: 1,
  site_name: "Penpot",
  site_slug: "penpot",
  status: "featured",
  state: "failing",
  featured_until: "2026-12-23T12:00:00.000Z",
  next_charge: null,
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

test("a failed renewal says when it is tried again, that it waits for the bank, or that the tries are over", () => {
  const unpaid = { amount_cents: 1000, currency: "eur", next_try: "2026-12-21T12:00:00.000Z" };
  expect(textOf({ ...failing, trouble: "retry", unpaid })).toContain(
    "The payment of €10.00 for the next period failed (Visa ending in 0341). Please use another card or ask your bank. We will try again on 21 December 2026.",
  );
  expect(textOf({ ...failing, trouble: "stopped", unpaid: { ...unpaid, next_try: null } })).toContain(
    "We have stopped trying.",
  );
  expect(textOf({ ...failing, trouble: "confirm", unpaid })).toContain(
    "Your bank wants you to confirm the payment of €10.00 for the next period (Visa ending in 0341).",
  );
});

test("a renewal that is being charged names no past date", () => {
  expect(textOf({ ...failing, state: "renewing", trouble: null })).toBe(
    "The renewal is being processed. Your listing stays featured.",
  );
});

test("a method without a number is named without one", () => {
  const renewing: SiteSubscription = {
    ...failing,
    state: "renews",
    next_charge: { at: "2026-12-20T12:00:00.000Z", amount_cents: 10_000, currency: "eur" },
    card: { brand: "link", last4: "" },
  };
  expect(textOf(renewing)).toBe("Paid until 20 December 2026. Next charge: €100.00 on 20 December 2026, Link.");
});

const OFFERED: Record<SiteSubscription["state"], string> = {
  renews: "Cancel",
  renewing: "Cancel",
  failing: "Cancel",
  unconfirmed: "Cancel",
  paused: "Cancel",
  ends: "Resume",
};
test.each(Object.entries(OFFERED))(
  "a subscription with the state “%s” has the button “%s subscription”",
  (state, verb) => {
    const subscription = { ...failing, state: state as SiteSubscription["state"] };
    const element = <SubscriptionActions subscription={subscription} />;
    const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
    expect(html.match(/(Cancel|Resume) subscription/g)).toEqual([`${verb} subscription`]);
  },
);
