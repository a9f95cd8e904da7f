import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PAYMENT_MESSAGES, type SiteSubscription } from "#schema/payments/payments.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { STRIPE_JS } from "#worker/dev/stripe/stripe-js.ts";
import { button, field, fill, press, pressInPage, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed, lost, refused } from "../support/api.ts";
import { passTime, stopClock, until, untilNotice } from "../support/clock.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { listOf, ownSite, subscription } from "../support/sites.ts";

const SUBSCRIBE = "POST payments/subscribe/";
const SETUP = "POST /dev/stripe/js/setup";
const stripeScript = `data:text/javascript,${encodeURIComponent(STRIPE_JS)}`;
const config = { stripePublishableKey: "pk_stand_in", stripeScript };
const saved = { intent: { status: "succeeded", payment_method: "pm_1" } };
const paid = "Subscription successful! Redirecting...";

const showPay = (answers: Answers = {}, query = "?siteId=7", changes = {}) =>
  showPrivate(
    "pay",
    `/pay${query}`,
    {
      "GET sites/7/": ownSite,
      "GET payments/": listOf(),
      "POST payments/intent/": { clientSecret: "seti_1_secret_1", amount: 10, currency: "EUR" },
      [SETUP]: saved,
      [SUBSCRIBE]: { status: "active" },
      ...answers,
    },
    { config: { ...config, ...changes } },
  );

async function typeCard() {
  await fill("Card number", "4242424242424242");
  await fill("Expiry date", "1240");
  await fill("Security code", "123");
}

async function fillBuyer() {
  await field("Country of your business").selectOptions("AT");
  await page.getByLabelText("I buy this for my business").click();
}

test("a press says what is missing: the card, the country, and that a business buys; three seconds after a payment, the dashboard opens", async () => {
  const sent: object[] = [];
  const answer = Promise.withResolvers<object>();
  const { router } = await showPay({
    [SUBSCRIBE]: (body: object) => {
      sent.push(body);
      return answer.promise;
    },
  });
  const subscribe = button("Subscribe for €10.00");
  await expect.element(subscribe).toHaveAttribute("aria-disabled", "true");
  await field("Security code").click();
  await userEvent.keyboard("{Enter}");
  await seeAlert("Please complete all card fields.");
  await typeCard();
  await press("Subscribe for €10.00");
  await expect.element(field("Country of your business")).toHaveFocus();
  await field("Country of your business").selectOptions("DE");
  await press("Subscribe for €10.00");
  const box = page.getByLabelText("I buy this for my business");
  await expect.element(box).toHaveFocus();
  await box.click();
  stopClock();
  await press("Subscribe for €10.00");
  answer.resolve({ status: "active" });
  await untilNotice(paid);
  await expect.element(page.getByText(/^You pay/)).not.toBeInTheDocument();
  expect(sent).toEqual([{ payment_method_id: "pm_1", site_id: 7, plan: "month", country: "DE", business: true }]);
  await passTime(3000 - 1);
  expect(placeOf(router)).toBe("/pay?siteId=7");
  await passTime(1);
  await until(() => placeOf(router) === "/dashboard");
});

test("a year is chosen, named on the button and sent", async () => {
  const sent: object[] = [];
  await showPay({ [SUBSCRIBE]: (body: object) => (sent.push(body), { status: "active" }) });
  await page.getByRole("radio", { name: /Yearly/ }).click();
  await fillBuyer();
  await typeCard();
  await press("Subscribe for €100.00");
  await expect.poll(() => sent).toMatchObject([{ plan: "year" }]);
});

test("an express button asks for the same, and pays without typing", async () => {
  await showPay();
  await press("Pay with Apple Pay");
  await expect.element(field("Country of your business")).toHaveFocus();
  await fillBuyer();
  await press("Pay with Apple Pay");
  await pressInPage("Confirm with Apple Pay");
  await see(paid);
});

test("a failure of Stripe, of the bank or of the server is said, and the typed card is kept and pays in the end", async () => {
  const setups: Answers[string][] = [lost, { error: { code: "card_declined", message: "Your card was declined." } }];
  const answers: Answers[string][] = [lost, failed, refused(PAYMENT_MESSAGES.inProgress, {}, 409)];
  const next = (from: Answers[string][], last: object) => {
    const answer = from.shift() ?? last;
    return typeof answer === "function" ? answer(undefined) : answer;
  };
  const { calls } = await showPay({
    [SETUP]: () => next(setups, saved),
    [SUBSCRIBE]: () => next(answers, { status: "active" }),
  });
  await fillBuyer();
  await typeCard();
  for (const text of [
    "Payment processing failed. Please try again.",
    "Failed to process payment: Your card was declined. Use another card, or ask your bank why. You were not charged.",
    "No response from payment server. Please check your internet connection and try again.",
    "An error occurred.",
    PAYMENT_MESSAGES.inProgress,
  ]) {
    await press("Subscribe for €10.00");
    await seeAlert(text);
    await expect.element(field("Card number")).toHaveValue("4242 4242 4242 4242");
  }
  await pressInPage("Subscribe for €10.00");
  await see(paid);
  // After a lost answer, the saved card is used again.
  expect(calls.filter((call) => call === SETUP)).toHaveLength(3);
});

test("a payment that needs a confirmation succeeds only if it is confirmed", async () => {
  const asked = { intent: { status: "requires_action", client_secret: "pi_1_secret_1" } };
  let isApproved = false;
  await showPay({
    [SUBSCRIBE]: { status: "requires_action", clientSecret: "pi_1_secret_1" },
    "POST /dev/stripe/js/intent": asked,
    "POST /dev/stripe/js/authenticate": ({ is_approved }: { is_approved: boolean }) => {
      isApproved = is_approved;
      const error = { code: "payment_intent_authentication_failure", message: "Failed." };
      return isApproved ? { intent: { status: "succeeded" } } : { error };
    },
    "POST payments/confirm/": () =>
      isApproved ? { status: "active" } : { status: "requires_action", clientSecret: "" },
  });
  await fillBuyer();
  await typeCard();
  await press("Subscribe for €10.00");
  await press("Fail authentication");
  await seeAlert("Failed to process payment: Your bank could not confirm that it was you.");
  await press("Subscribe for €10.00");
  await pressInPage("Complete authentication");
  await see(paid);
});

test("a promotion code changes what the button says, and is sent", async () => {
  const sent: object[] = [];
  await showPay({
    "POST payments/promotion/": ({ promotion_code }: { promotion_code: string }) =>
      promotion_code === "free"
        ? { code: "FREE", percent_off: 100, amount_off: null, duration: "once" }
        : refused("This promotion code is for calendar months, so it cannot be used here."),
    [SUBSCRIBE]: (body: object) => {
      sent.push(body);
      return { status: "active" };
    },
  });
  await page.getByText("Promotion code", { exact: true }).click();
  await fill("Your code", "QUARTER");
  await page.getByRole("button", { name: /^Apply/ }).click();
  await see("This promotion code is for calendar months, so it cannot be used here.");
  await fill("Your code", "free");
  await page.getByRole("button", { name: /^Apply/ }).click();
  await see("FREE: 100% off the first payment.");
  await see("You pay €0.00 now, then €10.00 every 30 days");
  await fillBuyer();
  await typeCard();
  await pressInPage("Subscribe: €0.00 now, then €10.00 every 30 days");
  await see(paid);
  expect(sent).toMatchObject([{ promotion_code: "FREE" }]);
});

test("a payment form that cannot be loaded names the missing part", async () => {
  await showPay({}, "?siteId=7", { stripeScript: "blob:nowhere" });
  await seeAlert("Failed to load payment system.");
  await showPay({ "POST payments/intent/": failed });
  await seeAlert("Failed to setup payment.");
});

test("the screen says first that the site is listed, then the price, and offers to keep it free", async () => {
  await page.viewport(390, 800);
  const { router } = await showPay();
  await see("Mine is listed.");
  await expect.element(page.getByRole("link", { name: "read its page" })).toHaveAttribute("href", "/mine");
  await page.getByText("What you get, and how to cancel").click();
  const tops = [
    page.getByRole("link", { name: "Keep it free" }),
    page.getByText("€10.00", { exact: true }).first(),
    page.getByText("A FEATURED badge wherever your site is shown", { exact: false }),
    field("Card number"),
  ].map((part) => part.element().getBoundingClientRect().top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await page.getByRole("link", { name: "Keep it free" }).click();
  expect(placeOf(router)).toBe("/dashboard");
});

test("a listing that waits for review cannot be paid for yet", async () => {
  await showPay({ "GET sites/7/": { ...ownSite, review: "pending" } satisfies EditableSite });
  const listing = page.getByRole("region", { name: "Your listing" });
  await expect.element(listing.getByText("as soon as it is approved", { exact: false })).toBeVisible();
  await expect.element(field("Card number")).not.toBeInTheDocument();
});

test("without a site, or for an unknown one, the screen shows no price", async () => {
  const gone = () => new Response(null, { status: 404 });
  for (const query of ["", "?siteId=x", "?siteId=7"]) {
    await showPay({ "GET sites/7/": gone }, query);
    await seeAlert("No site selected for upgrade.");
    expect(document.querySelector("main")!.textContent).not.toMatch(/€|Try again/);
  }
});

test("the site can come from the navigation state of a link", async () => {
  history.replaceState({ usr: { siteId: 7 } }, "");
  await showPay({}, "");
  history.replaceState(null, "");
  await expect.element(field("Card number")).toBeVisible();
});

const failing: SiteSubscription = {
  ...subscription,
  state: "failing",
  next_charge: null,
  trouble: "confirm",
  unpaid: { amount_cents: 1000, currency: "eur", next_try: null },
};

test("after the bank's confirmation of a renewal has failed, another card pays it", async () => {
  await showPay(
    {
      "GET payments/": listOf(failing),
      "POST payments/confirm/": () =>
        refused("Failed to process payment: Your bank could not confirm that it was you.", {}, 402),
      "POST payments/card/": { status: "active", charged: { amount_cents: 1000, currency: "eur" } },
    },
    "?siteId=7&change=card",
  );
  await see("€10.00 is unpaid. We charge it now");
  await press("Confirm payment");
  await seeAlert("Your bank could not confirm that it was you. You were not charged.");
  await expect.element(page.getByText("Please use another card.")).toHaveFocus();
  await expect.element(button("Confirm payment")).not.toBeInTheDocument();
  await typeCard();
  await pressInPage("Use this card and pay €10.00");
  await see("€10.00 was charged. Your card was changed. Redirecting...");
});

test("after the bank has confirmed a renewal, the screen says so", async () => {
  await showPay(
    { "GET payments/": listOf(failing), "POST payments/confirm/": { status: "active" } },
    "?siteId=7&change=card",
  );
  await pressInPage("Confirm payment");
  await see("Your payment is confirmed. Redirecting...");
});

test("without the subscription, the screen for another card asks for no card, because nobody can say what it pays", async () => {
  await showPay({ "GET payments/": failed }, "?siteId=7&change=card");
  await seeAlert("An error occurred.");
  await expect.element(field("Card number")).not.toBeInTheDocument();
});
