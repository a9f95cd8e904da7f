import type { Page } from "playwright";

/** https://docs.stripe.com/testing */
export const CARDS = {
  declined: "4000000000000002",
  confirm: "4000002500003155",
  confirmEachTime: "4000002760003184",
};

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

export async function typeCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("1240");
  await page.getByLabel("Security code").fill("123");
}

export async function fillBuyer(page: Page) {
  await page.getByLabel("Country of your business").selectOption("AT");
  await page.getByLabel("I buy this for my business").check();
}
