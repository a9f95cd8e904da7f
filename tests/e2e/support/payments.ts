import type { Page } from "playwright";

import { type ListedSite, listSite } from "./owners.ts";
import { visitSignedIn } from "./people.ts";

/** https://docs.stripe.com/testing */
export const CARDS = {
  good: "4242424242424242",
  declined: "4000000000000002",
  confirm: "4000002500003155",
  confirmEachTime: "4000002760003184",
};

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Opens the payment screen for a new site of a new owner. */
export async function openPayment(): Promise<{ page: Page; site: ListedSite }> {
  const page = await visitSignedIn("/about");
  const site = await listSite(page);
  await page.goto(`/pay?siteId=${site.id}`);
  await page.getByLabel("Card number").waitFor();
  return { page, site };
}

export async function typeCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("1240");
  await page.getByLabel("Security code").fill("123");
}

export async function fillBuyer(page: Page) {
  await page.getByLabel("Country of your business").selectOption("AT");
  await page.getByLabel("I buy this for my business").check();
}

export async function payWith(page: Page, number: string) {
  await fillBuyer(page);
  await typeCard(page, number);
  await press(page, /Subscribe for €10.00/);
}
