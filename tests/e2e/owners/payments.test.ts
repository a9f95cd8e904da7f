import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, useOwnServer } from "../support/base-url.ts";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { type ListedSite, listSite, spamArticle, visitThroughGoogle } from "../support/owners.ts";
import { mailsTo } from "../support/mail.ts";

useOwnServer();

const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  confirm: "4000002500003155",
  declinedLater: "4000000000000341",
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Opens the payment screen for a new site of a new owner. */
async function openPayment(): Promise<{ page: Page; site: ListedSite }> {
  const page = await visitThroughGoogle("/dashboard");
  const site = await listSite(page);
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByLabel("Card number").waitFor();
  return { page, site };
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("1240");
  await page.getByLabel("Security code").fill("123");
}

async function payWith(page: Page, number: string) {
  await typeCard(page, number);
  await press(page, /Subscribe for €10.00/);
}

async function pass(page: Page, days: number) {
  const answer = await page.request.post(new URL("/dev/stripe/advance", baseUrl()).href, { data: { days } });
  expect(answer.status()).toBe(200);
}

test("a listing that waits for review cannot be paid for yet", async () => {
  const page = await visitThroughGoogle("/dashboard");
  const site = await listSite(page, { blog: { content: spamArticle() } });
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByRole("region", { name: "Your listing" }).getByText("as soon as it is approved").waitFor();
  expect(await page.getByLabel("Card number").count()).toBe(0);
  await page.getByRole("link", { name: "Go to the dashboard" }).waitFor();
});

test("a paid card features the site, and the dashboard shows the paid time and the next charge", async () => {
  const { page, site } = await openPayment();
  await page.getByRole("complementary").getByText("€10.00", { exact: true }).waitFor();
  await page.getByRole("complementary").getByText("Monthly").waitFor();
  expect(await page.getByRole("button", { name: /Subscribe/ }).getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("Security code").press("Enter");
  await page.getByText("Please complete all card fields.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

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
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.goto(`/${site.slug}`);
  await page.getByText("FEATURED").first().waitFor();
  await page.goto("/price");
  const own = page.getByRole("region", { name: "Your featured listings" });
  await own.getByText(/Paid until .* Next charge: €10.00/).waitFor();
});

test("a declined card shows the reason and keeps the form, and another card pays", async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.declined);
  await page.getByText("Failed to process payment: Your card was declined.").waitFor();
  await payWith(page, CARDS.good);
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("a payment that needs a confirmation succeeds only if it is confirmed", async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.confirm);
  await press(page, "Fail authentication");
  await page.getByText(/Failed to process payment: We are unable to authenticate/).waitFor();
  await press(page, /Subscribe/);
  await press(page, "Complete authentication");
  await page.getByText("Subscription successful! Redirecting...").waitFor();
});

test("cancelling shows the listing as basic at once, and can be undone", async () => {
  const { page, site } = await openPayment();
  await payWith(page, CARDS.good);
  await page.waitForURL("**/dashboard");
  await press(page, /Cancel subscription/);
  await page.getByRole("dialog").getByText("stays featured until").waitFor();
  await page.route("**/api/payments/cancel/", (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByText("Failed to cancel subscription. Please try again later.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
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

test("a failed renewal is reported on the dashboard and by mail, and another card pays it", async () => {
  const { page } = await openPayment();
  await payWith(page, CARDS.declinedLater);
  // A first payment fails with this card, so a good card starts the subscription and is replaced later.
  await page.getByText("Failed to process payment: Your card was declined.").waitFor();
  await payWith(page, CARDS.good);
  await page.waitForURL("**/dashboard");
  await page
    .getByRole("link", { name: /Update card/ })
    .first()
    .click();
  await page.getByLabel("Card number").waitFor();
  await typeCard(page, CARDS.declinedLater);
  await press(page, "Use this card");
  await page.getByText("Your card was changed. Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");

  await pass(page, 30);
  await page.request.post(new URL("/dev/cron", baseUrl()).href);
  await page.reload();
  await page
    .getByText(/The payment for the next period failed/)
    .first()
    .waitFor();
  const email = await page.evaluate(async () => {
    const { user } = (await (await fetch("/api/user/")).json()) as { user: { email: string } };
    return user.email;
  });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Payment failed/));

  await page
    .getByRole("link", { name: /Update card/ })
    .first()
    .click();
  await page.getByLabel("Card number").waitFor();
  await typeCard(page, CARDS.good);
  await press(page, "Use this card");
  await page.getByText("Your card was changed. Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");
  await page
    .getByText(/Paid until/)
    .first()
    .waitFor();
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("table", { name: "Payments" }).getByText("Declined").first().waitFor();
});

test("the payment screen gets its site from the navigation state or the URL, and says if there is none", async () => {
  const page = await visitThroughGoogle("/pay");
  await page.getByText("No site selected for upgrade.").waitFor();
  const { id } = await listSite(page);
  // The navigation state of a link from another screen.
  await page.evaluate((siteId) => history.replaceState({ usr: { siteId }, key: "k", idx: 0 }, ""), id);
  await page.reload();
  await page.getByLabel("Card number").waitFor();
  const foreign = await listSite(await visitThroughGoogle("/user"));
  for (const siteId of [999999, foreign.id]) {
    await page.goto(`/pay?siteId=${siteId}`);
    await page.getByText("No site selected for upgrade.").waitFor();
    expect(await page.getByRole("main").getByRole("link").allInnerTexts()).toEqual(["Go to the dashboard"]);
    expect(await page.getByRole("main").innerText()).not.toMatch(/€|Try again/);
  }
});

test("the payment screen says first that the site is listed, and offers to keep it free", async () => {
  const page = await visitThroughGoogle("/user");
  const site = await listSite(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByText(`${site.name} is listed.`).waitFor();
  expect(await page.getByRole("link", { name: "read its page" }).getAttribute("href")).toBe(`/${site.slug}`);
  await page.getByLabel("Card number").waitFor();
  const topOf = async (locator: Locator) => (await locator.boundingBox())!.y;
  const tops = [
    await topOf(page.getByRole("link", { name: "Keep it free" })),
    await topOf(page.getByText("€10.00", { exact: true })),
    await topOf(page.getByText("A FEATURED badge wherever your site is shown")),
    await topOf(page.getByLabel("Card number")),
  ];
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await page.getByRole("link", { name: "Keep it free" }).click();
  await page.waitForURL("**/dashboard");
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
