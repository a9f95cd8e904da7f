// @module-tag long
import type { Page } from "playwright";
import { expect, test, vi } from "vitest";
import { baseUrl, useOwnServer } from "../support/base-url.ts";
import { mailsTo } from "../support/mail.ts";
import { callApi, listSite } from "../support/owners.ts";
import { CARDS, fillBuyer, press, typeCard } from "../support/payments.ts";
import { newEmail, visitSignedIn } from "../support/people.ts";

// These tests move the clock of the server. Other tests would jump in time with it.
useOwnServer();

const PERIOD_DAYS = 30;
/** Stripe charges a renewal about an hour after the period has ended. */
const RENEWED_DAYS = PERIOD_DAYS + 1;

const see = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

async function post(page: Page, path: string, data?: object) {
  const answer = await page.request.post(new URL(path, baseUrl()).href, { ...(data && { data }), maxRedirects: 0 });
  expect(answer.status()).toBeLessThan(400);
}

/** Lets time pass at Stripe and in the product. */
async function pass(page: Page, days: number) {
  await post(page, "/dev/stripe/advance", { days });
  await post(page, "/dev/cron");
}

async function openPayments(page: Page) {
  await page.goto("/dashboard?tab=payments");
  await page.getByRole("table", { name: "Payments" }).waitFor();
}

/** What the table of payments says, newest first, such as "Payment €10.00". */
const ledger = (page: Page) =>
  page
    .getByRole("table", { name: "Payments" })
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [, kind, , amount] = [...row.children].map(({ firstChild }) => firstChild?.textContent ?? "");
        return `${kind} ${amount}`.trim();
      }),
    );

/** The path of a link that begins with `path`, in the newest mail that has one. */
async function linkInMail(email: string, path: RegExp): Promise<string> {
  const found = await vi.waitFor(async () => {
    const links = (await mailsTo(email)).flatMap(({ text }) => path.exec(text)?.[0] ?? []);
    expect(links).not.toEqual([]);
    return links;
  }, 30_000);
  return found[0]!;
}

test("an owner pays, renews, fails, repairs, confirms and gets a refund, on a phone", async () => {
  const email = newEmail();
  const page = await visitSignedIn("/about", email);
  await page.setViewportSize({ width: 390, height: 844 });
  const site = await listSite(page);
  const isFeatured = async () =>
    (await callApi<{ status: string }>(page, "GET", `sites/${site.id}/`)).status === "featured";
  const happen = (what: string) => post(page, "/dev/stripe/happen", { site_id: site.id, what });

  // Pay with a card that the bank wants to be confirmed (3-D Secure).
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByLabel("Card number").waitFor();
  await fillBuyer(page);
  await typeCard(page, CARDS.confirm);
  await press(page, "Subscribe for €10.00");
  await press(page, "Complete authentication");
  await page.waitForURL("**/dashboard");
  await see(page, /Paid until .* Next charge: €10.00 on .*, Visa ending in 3155/);
  expect(await isFeatured()).toBe(true);

  // Renew.
  await pass(page, RENEWED_DAYS);
  await openPayments(page);
  expect(await ledger(page)).toEqual(["Payment €10.00", "Payment €10.00"]);
  await see(page, /Paid until .* Next charge: €10.00/);
  expect(await isFeatured()).toBe(true);

  // Fail: the listing stays featured while Stripe retries.
  await happen("card_declines");
  await pass(page, PERIOD_DAYS);
  await openPayments(page);
  await see(page, /The payment of €10.00 for the next period failed \(Visa ending in 3155\)\. .* We will try again/);
  await see(page, "The listing stays featured until");
  expect(await isFeatured()).toBe(true);

  // The mail leads to the card's page, which says what is charged, before and after.
  await page.goto(await linkInMail(email, /\/pay\?siteId=\d+&change=card/));
  await see(page, "€10.00 is unpaid. We charge it now");
  await typeCard(page, CARDS.confirmEachTime);
  await press(page, "Use this card and pay €10.00");
  await press(page, "Complete authentication");
  await press(page, "Complete authentication");
  await page.waitForURL("**/dashboard");
  await openPayments(page);
  expect((await ledger(page)).filter((entry) => entry === "Payment €10.00")).toHaveLength(3);

  // The next renewal waits for the bank. The mail's button leads to the same page.
  await pass(page, RENEWED_DAYS);
  await page.goto("/dashboard");
  await see(page, /Your bank wants you to confirm the payment of €10.00 for the next period/);
  expect(await isFeatured()).toBe(true);
  await page.goto(await linkInMail(email, /\/pay\?siteId=\d+&change=card/));
  await press(page, "Confirm payment");
  await press(page, "Complete authentication");
  await page.waitForURL("**/dashboard");
  await see(page, /Paid until .* Next charge: €10.00/);

  // Refund: the operator gives the last payment back, and the listing is free.
  await happen("refund");
  await post(page, "/dev/cron");
  await openPayments(page);
  expect(await ledger(page)).toContain("Refund -€10.00");
  expect(await isFeatured()).toBe(false);
});
