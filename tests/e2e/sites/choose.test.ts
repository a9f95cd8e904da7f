// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

const MAX_TAPS = 8;
const NEEDS = { "Licence type": "Permissive, such as MIT", Hosting: "Cloud" };
const PHONE = { viewport: { width: 390, height: 844 } };

const replaced = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("link", { name: /^(Sl)?\s*Slack/ })
    .first();
const need = (filters: ReturnType<Page["locator"]>, group: string, name: string) =>
  filters.getByRole("group", { name: group }).getByLabel(name);
const compareFirst = (page: Page) => page.getByRole("link", { name: "Compare the first 2" });

async function expectComparison(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Mattermost or Zulip?" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/compare/mattermost-vs-zulip");
}

test("on a phone, replacements that meet two needs are compared in a few taps", { tags: "journey" }, async () => {
  const page = await visit("/", PHONE);
  let taps = 0;
  const tap = (target: ReturnType<Page["locator"]>) => (taps++, target.click());
  await tap(replaced(page));
  await page.getByRole("heading", { level: 1, name: /Slack/ }).waitFor();
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect(await topOf(".site-grid .site-card >> nth=0")).toBeLessThan(bar!.y);
  expect(await topOf("#leaving")).toBeGreaterThan(await topOf("#results"));
  await tap(page.getByRole("link", { name: "Filters" }));
  const filters = page.getByRole("dialog", { name: "Filters" });
  for (const [group, name] of Object.entries(NEEDS)) await tap(need(filters, group, name));
  await page.waitForURL("/alternatives/slack?licence_type=permissive&hosting=cloud");
  await tap(filters.getByRole("button", { name: "Show 2 sites" }));
  await page.getByRole("link", { name: "Remove “Cloud”" }).waitFor();
  await tap(compareFirst(page));
  await expectComparison(page);
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
});

test("without scripts, sites are found by filters that links remove, and compared", { tags: "journey" }, async () => {
  const page = await visit("/", { ...PHONE, javaScriptEnabled: false });
  const filters = page.getByRole("complementary", { name: "Filters" });
  await replaced(page).click();
  expect(await page.locator(".compare-choice:visible, .filters:visible").count()).toBe(0);
  await page.getByRole("link", { name: "Filters" }).click();
  for (const [group, name] of Object.entries(NEEDS)) await need(filters, group, name).check();
  await need(filters, "Imports from", "Slack").check();
  await filters.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/hosting=cloud.*imports_from=slack/);
  await page.getByRole("link", { name: "Remove “Imports from Slack”" }).click();
  await page.getByRole("link", { name: /^Filters/ }).click();
  expect(await need(filters, "Hosting", "Cloud").isChecked()).toBe(true);
  await compareFirst(page).click();
  await expectComparison(page);
});
