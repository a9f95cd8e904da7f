// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { waitForFocus } from "../support/keyboard.ts";
import { visit } from "../support/visit.ts";

const scrollTop = () => Math.round(window.scrollY);

test("without a network, Back shows the list at its place, and Forward the page", { tags: "journey" }, async () => {
  const page = await visit("/alternatives/slack");
  const cards = page.locator("#results .card-link");
  const card = cards.last();
  await card.hover();
  const place = await page.evaluate(scrollTop);
  expect(place).toBeGreaterThan(0);
  const [name, count] = [await card.innerText(), await cards.count()];
  await card.click();
  const title = page.getByRole("heading", { level: 1, name });
  await title.waitFor();
  expect(await page.evaluate(scrollTop)).toBe(0);

  await page.context().setOffline(true);
  await page.goBack();
  await card.filter({ hasText: name }).waitFor();
  expect(await cards.count()).toBe(count);
  expect(await page.evaluate(scrollTop)).toBe(place);
  await waitForFocus(card);
  await page.goForward();
  await waitForFocus(title);
});

const homeTitle = (page: Page) => page.getByRole("heading", { level: 1, name: "What do you want to leave?" });

/** Inside the app, so both pages are entries of one document. */
async function openProductFromHome(): Promise<Page> {
  const page = await visit("/");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Slack/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
  return page;
}

test("after a reload, Back shows the page of the address before the app starts", { tags: "journey" }, async () => {
  const page = await openProductFromHome();
  await page.reload({ waitUntil: "load" });
  await page.evaluate(() => history.back());
  await homeTitle(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the way back over a link to a part of the page shows the right page", { tags: "journey" }, async () => {
  const page = await openProductFromHome();
  await page.evaluate(() => (location.hash = "leaving"));
  await page.goBack();
  await page.goBack();
  await homeTitle(page).waitFor();
});
