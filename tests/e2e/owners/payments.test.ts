// @module-tag long
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { listSite, spamArticle } from "../support/owners.ts";
import { CARDS, hasFocus, openPayment, payWith, press, refuseAtBank, typeCard } from "../support/payments.ts";
import { visitSignedIn } from "../support/people.ts";

test("a listing that waits for review cannot be paid for yet", async () => {
  const page = await visitSignedIn("/about");
  const site = await listSite(page, { blog: { content: spamArticle() } });
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByRole("region", { name: "Your listing" }).getByText("as soon as it is approved").waitFor();
  expect(await page.getByLabel("Card number").count()).toBe(0);
  await page.getByRole("link", { name: "Go to the dashboard" }).waitFor();
});

test(
  "a paid card features the site, and the dashboard shows the paid time and the next charge",
  { tags: "journey" },
  async () => {
    const { page, site } = await openPayment();
    await page.getByRole("complementary").getByText("€10.00", { exact: true }).first().waitFor();
    await page.getByRole("complementary").getByText("Monthly").waitFor();
    expect(await page.getByRole("button", { name: /Subscribe/ }).getAttribute("aria-disabled")).toBe("true");
    await page.getByLabel("Security code").press("Enter");
    await page.getByText("Please complete all card fields.").waitFor();

    await payWith(page, CARDS.good);
    await page.getByText("Subscription successful! Redirecting...").waitFor();
    await page.waitForURL("**/dashboard");
    await page.getByRole("tabpanel", { name: "My Sites" }).getByText("FEATURED").first().waitFor();
    await page
      .getByText(/Paid until .* Next charge: €10.00 on .*, Visa ending in 4242/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "Payments" }).click();
    await page.getByRole("table", { name: "Payments" }).getByText("€10.00").waitFor();
    await page.goto(`/${site.slug}`);
    await page.getByText("FEATURED").first().waitFor();
    await page.goto("/price");
    const own = page.getByRole("region", { name: "Your featured listings" });
    await own.getByText(/Paid until .* Next charge: €10.00/).waitFor();
  },
);

test("a declined card shows the reason and keeps the form, and another card pays", { tags: "journey" }, async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.declined);
  await page.getByText("Failed to process payment: Your card was declined.").waitFor();
  await payWith(page, CARDS.good);
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("a payment that needs a confirmation succeeds only if it is confirmed", { tags: "journey" }, async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.confirm);
  await press(page, "Fail authentication");
  await page.getByText("Failed to process payment: Your bank could not confirm that it was you.").waitFor();
  await press(page, /Subscribe/);
  await press(page, "Complete authentication");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("after the bank's confirmation of a first payment has failed, the listing can be paid for again", async () => {
  const { page, site } = await openPayment();
  await payWith(page, CARDS.confirmEachTime);
  const subscribed = page.waitForResponse("**/api/payments/subscribe/");
  await press(page, "Complete authentication");
  await subscribed;
  await refuseAtBank(page, site.id);
  await press(page, /Subscribe for €10.00/);
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("cancelling shows the listing as basic at once, and can be undone", { tags: "journey" }, async () => {
  const { page, site } = await openPayment();
  await payWith(page, CARDS.good);
  await page.waitForURL("**/dashboard");
  await press(page, /Cancel subscription/);
  await page.getByRole("dialog").getByText("stays featured until").waitFor();
  await page.route("**/api/payments/cancel/", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("Failed to cancel subscription. Please try again later.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("The site becomes a free listing at the end of the billing period.").waitFor();
  const needed = page.getByRole("region", { name: "Needs you" });
  await needed.getByText(/Cancelled. Featured until/).waitFor();
  await needed.getByRole("link", { name: `Manage subscription of ${site.name}` }).waitFor();
  await page.getByText("Activated").waitFor();
  await page.goto(`/${site.slug}`);
  await page.getByText("FEATURED").first().waitFor();

  await page.goto("/dashboard");
  await press(page, /Resume subscription/);
  await page.getByText("Your subscription is resumed.").waitFor();
  await page
    .getByText(/Paid until/)
    .first()
    .waitFor();
});

test("the payment screen gets its site from the navigation state or the URL, and says if there is none", async () => {
  const page = await visitSignedIn("/pay");
  await page.getByText("No site selected for upgrade.").waitFor();
  const { id } = await listSite(page);
  // The navigation state of a link from another screen.
  await page.evaluate((siteId) => history.replaceState({ usr: { siteId }, key: "k", idx: 0 }, ""), id);
  await page.reload();
  await page.getByLabel("Card number").waitFor();
  const foreign = await listSite(await visitSignedIn("/user"));
  for (const siteId of [999999, foreign.id]) {
    await page.goto(`/pay?siteId=${siteId}`);
    await page.getByText("No site selected for upgrade.").waitFor();
    expect(await page.getByRole("main").getByRole("link").allInnerTexts()).toEqual(["Go to the dashboard"]);
    expect(await page.getByRole("main").innerText()).not.toMatch(/€|Try again/);
  }
});

test("the payment screen says first that the site is listed, and offers to keep it free", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByText(`${site.name} is listed.`).waitFor();
  expect(await page.getByRole("link", { name: "read its page" }).getAttribute("href")).toBe(`/${site.slug}`);
  await page.getByLabel("Card number").waitFor();
  await page.getByText("What you get").click();
  const topOf = async (locator: Locator) => (await locator.boundingBox())!.y;
  const tops = [
    await topOf(page.getByRole("link", { name: "Keep it free" })),
    await topOf(page.getByText("€10.00", { exact: true }).first()),
    await topOf(page.getByText("A FEATURED badge wherever your site is shown")),
    await topOf(page.getByLabel("Card number")),
  ];
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await page.getByRole("link", { name: "Keep it free" }).click();
  await page.waitForURL("**/dashboard");
});

test("a person who confirms at PayPal comes back and has paid, and one who does not can pay by card", async () => {
  const { page } = await openPayment();
  await page.getByLabel(/Yearly/).check();
  await press(page, "Pay with PayPal");
  await press(page, "Confirm with PayPal");
  await press(page, "Fail");
  await page.getByText(/^(Failed to process payment: |Payment processing failed)/).waitFor();
  expect(new URL(page.url()).search).not.toMatch(/setup_intent|redirect_status/);
  await page.getByRole("button", { name: "Subscribe for €100.00" }).waitFor();
  await press(page, "Pay with PayPal");
  await press(page, "Confirm with PayPal");
  await press(page, "Authorize");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");
  await page
    .getByText(/Next charge: €100.00 on .*, PayPal/)
    .first()
    .waitFor();
});

test("a direct debit says when the place begins, and keeps what was typed if it is incomplete", async () => {
  const { page, site } = await openPayment();
  await page.getByText("Other ways to pay").click();
  await page.getByLabel("IBAN").fill("DE00");
  await press(page, "Pay €10.00 this way");
  await page.getByText("IBAN is incomplete or invalid.").first().waitFor();
  await page.getByLabel("IBAN").fill("DE89370400440532013000");
  await page.getByLabel("Full name").fill("Anna Lind");
  // The other ways that the account takes have fields of the same name, which are hidden.
  await page.getByLabel("Email", { exact: true }).filter({ visible: true }).fill("anna@example.com");
  await press(page, "Pay €10.00 this way");
  const notice = page.getByText("Your payment is on its way.");
  await notice.waitFor();
  await page.getByText("for 30 days from the day on which your bank pays").waitFor();
  await page.goto("/dashboard?tab=payments");
  const subscriptions = page.getByRole("region", { name: "Subscriptions" });
  await subscriptions.getByText("The first payment is on its way.").waitFor();
  expect(await subscriptions.getByRole("button").or(subscriptions.getByText("Pay again")).count()).toBe(0);
  await page.goto(`/pay?siteId=${site.id}`);
  await notice.waitFor();
});

const PREVIEW = {
  lines: [{ text: "Featured listing, 30 days", amount_cents: 1000 }],
  net_cents: 1000,
  tax_cents: 0,
  total_cents: 1000,
  currency: "eur",
  days: 30,
  next: { at: "2026-12-23T12:00:00.000Z", amount_cents: 1000, days: 30 },
  promotion: null,
  reverse_charge: false,
  same_day: [{ site_id: 7, site_name: "Penpot", at: "2026-12-12T12:00:00.000Z" }],
};

test("the page shows the discount, the tax and the shorter period before the button", async () => {
  const { page } = await openPayment();
  await page.route("**/api/payments/preview/", (route) => {
    const order = route.request().postDataJSON() as { promotion_code?: string; same_day_as?: number };
    if (order.promotion_code === "OLD")
      return route.fulfill({ status: 400, json: { error: "This promotion code has ended." } });
    if (order.same_day_as)
      return route.fulfill({ json: { ...PREVIEW, total_cents: 633, net_cents: 532, tax_cents: 101, days: 19 } });
    if (!order.promotion_code) return route.fulfill({ json: PREVIEW });
    const discount = { text: "50% off the first payment", amount_cents: -500 };
    const promotion = { code: "HALF", text: "50% off the first payment" };
    return route.fulfill({
      json: { ...PREVIEW, lines: [...PREVIEW.lines, discount], total_cents: 500, net_cents: 500, promotion },
    });
  });
  await page.reload();
  await page.getByLabel("Card number").waitFor();
  const summary = page.getByRole("complementary");
  await press(page, "Add a promotion code");
  await page.getByLabel("Promotion code").fill("OLD");
  await press(page, /^Apply/);
  await summary.getByText("This promotion code has ended.").waitFor();
  expect(await hasFocus(page.getByLabel("Promotion code"))).toBe(true);
  await page.getByRole("button", { name: "Subscribe for €10.00" }).waitFor();
  await page.getByLabel("Promotion code").fill("HALF");
  await press(page, /^Apply/);
  await summary.getByText("-€5.00").waitFor();
  expect(await hasFocus(summary.getByText("HALF: 50% off"))).toBe(true);
  await summary.getByText("You pay €5.00 now, then €10.00 every 30 days").waitFor();
  await page.getByRole("button", { name: "Subscribe for €5.00" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await press(page, /^Remove/);
  await page.getByLabel(/Pay on the same day as Penpot/).check();
  await summary.getByText("for 19 days as a featured listing").waitFor();
  await summary.getByText("€1.01").waitFor();
  await page.getByRole("button", { name: "Subscribe for €6.33" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("where tax is on, nothing is paid before the address is known", async () => {
  const { page } = await openPayment();
  let address: unknown;
  await page.route("**/api/payments/preview/", (route) =>
    address
      ? route.fulfill({ json: { ...PREVIEW, net_cents: 840, tax_cents: 160 } })
      : route.fulfill({ status: 400, json: { error: "Please enter your country.", fields: { country: "Please." } } }),
  );
  await page.reload();
  await typeCard(page, CARDS.good);
  await press(page, "Subscribe for €10.00");
  await page.getByText("Please add your address first. It decides the tax.").waitFor();
  const name = page.getByLabel("Company or full name");
  expect(await hasFocus(name)).toBe(true);
  await press(page, "Subscribe for €10.00");
  expect(await hasFocus(name)).toBe(true);
  await page.getByLabel("Company or full name").fill("Acme GmbH");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Street and number").fill("Hauptstraße 1");
  await page.getByLabel("Postal code").fill("10115");
  await page.getByLabel("City").fill("Berlin");
  await page.getByLabel("VAT number").fill("DE123456789");
  await page.route("**/api/payments/billing/", (route) => {
    address = route.request().postDataJSON();
    return route.fulfill({ json: address });
  });
  await press(page, "Save billing details");
  await page.getByRole("complementary").getByText("€1.60").waitFor();
  await page.getByText("Tax number: DE123456789").waitFor();
  expect(await hasFocus(page.getByRole("button", { name: "Change billing details" }))).toBe(true);
  expect(address).toMatchObject({ country: "DE", tax_id: { type: "eu_vat", value: "DE123456789" } });
  await press(page, "Subscribe for €10.00");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("a failure of Stripe or of the server is reported, and the typed card is kept", async () => {
  const { page } = await openPayment();
  await page.route("**/dev/stripe/js/setup", (route) => route.abort(), { times: 1 });
  await payWith(page, CARDS.good);
  await page.getByText("Payment processing failed. Please try again.").waitFor();
  await page.route("**/api/payments/subscribe/", (route) => route.abort());
  await payWith(page, CARDS.good);
  await page
    .getByText("No response from payment server. Please check your internet connection and try again.")
    .waitFor();
  await page.unroute("**/api/payments/subscribe/");
  await press(page, /Subscribe/);
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});
