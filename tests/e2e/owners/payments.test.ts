// @module-tag long
import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { callApi, listSite, spamArticle } from "../support/owners.ts";
import { CARDS, fillBuyer, hasFocus, openPayment, payWith, press, typeCard } from "../support/payments.ts";
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

test("after a first payment was left while the bank asked, the listing can be paid for again", async () => {
  const { page, site } = await openPayment();
  await payWith(page, CARDS.confirmEachTime);
  const subscribed = page.waitForResponse("**/api/payments/subscribe/");
  await press(page, "Complete authentication");
  await subscribed;
  await page.goto("/dashboard?tab=payments");
  const panel = page.getByRole("tabpanel", { name: "Payments" });
  await panel.getByText("The first payment was not confirmed. You were not charged.").waitFor();
  await panel.getByRole("link", { name: "Pay again" }).click();
  await page.getByLabel("Card number").waitFor();
  await payWith(page, CARDS.good);
  await page.getByText("Subscription successful! Redirecting...").waitFor();
  expect(await callApi<{ status: string }>(page, "GET", `sites/${site.id}/`)).toMatchObject({ status: "featured" });
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

test("on a phone, the page shows the discount before the button, which says what follows, and the code pays", async () => {
  const { page } = await openPayment();
  await page.setViewportSize({ width: 390, height: 844 });
  const summary = page.getByRole("complementary");
  await summary.getByText("Promotion code", { exact: true }).click();
  await page.getByLabel("Your code").fill("QUARTER");
  await press(page, /^Apply/);
  await summary.getByText("This promotion code is for calendar months, so it cannot be used here.").waitFor();
  await page.getByRole("button", { name: "Subscribe for €10.00" }).waitFor();
  await page.getByLabel("Your code").fill("free");
  await press(page, /^Apply/);
  await summary.getByText("FREE: 100% off the first payment.").waitFor();
  await summary.getByText("You pay €0.00 now, then €10.00 every 30 days").waitFor();
  await page.getByRole("button", { name: "Subscribe: €0.00 now, then €10.00 every 30 days" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await press(page, /^Remove/);
  await page.getByRole("button", { name: "Subscribe for €10.00" }).waitFor();
  await page.getByLabel("Your code").fill("free");
  await press(page, /^Apply/);
  await fillBuyer(page);
  await typeCard(page, CARDS.good);
  await press(page, "Subscribe: €0.00 now, then €10.00 every 30 days");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

/** What the browser says about a field. */
const problemOf = (field: Locator) =>
  field.evaluate((one: HTMLInputElement | HTMLSelectElement) => one.validationMessage);

test("a press says what is missing beside the card: the country, and that a business buys", async () => {
  const { page } = await openPayment();
  const country = page.getByLabel("Country of your business");
  const box = page.getByLabel("I buy this for my business");
  await typeCard(page, CARDS.good);
  expect(await page.getByRole("button", { name: /Subscribe/ }).getAttribute("aria-disabled")).not.toBe("true");
  await press(page, "Subscribe for €10.00");
  expect([await hasFocus(country), await problemOf(country)]).toEqual([true, expect.stringMatching(/./)]);
  await country.selectOption("DE");
  await press(page, "Subscribe for €10.00");
  expect([await hasFocus(box), await problemOf(box)]).toEqual([true, expect.stringMatching(/./)]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await box.press("Space");
  await press(page, "Subscribe for €10.00");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("an express button asks for the same, and pays without typing", async () => {
  const { page } = await openPayment();
  await press(page, "Pay with Apple Pay");
  expect(await hasFocus(page.getByLabel("Country of your business"))).toBe(true);
  await page.getByLabel("Country of your business").selectOption("AT");
  await page.getByLabel("I buy this for my business").check();
  await press(page, "Pay with Apple Pay");
  await press(page, "Confirm with Apple Pay");
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
