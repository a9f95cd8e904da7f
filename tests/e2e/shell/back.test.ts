import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

const scrollTop = () => Math.round(window.scrollY);

test("without a network, the way back shows the list at its place, and the way forward the page", async () => {
  const page = await visit("/alternatives/slack");
  const cards = page.locator("#results .card-link");
  const card = cards.last();
  await card.scrollIntoViewIfNeeded();
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
  await page.goForward();
  await title.waitFor();
});
