// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

const MAX_TAPS = 8;
const NEEDS = { "Must have": "Open source", Hosting: "Self-hosted", "Imports from": "Slack" };
const PHONE = { viewport: { width: 390, height: 844 } };

const replaced = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("link", { name: /^(Sl)?\s*Slack/ })
    .first();
const need = (filters: ReturnType<Page["locator"]>, group: string, name: string) =>
  filters.getByRole("group", { name: group }).getByLabel(name);
const compareFirst = (page: Page) => page.getByRole("link", { name: "Compare the first 3" });

async function expectComparison(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Mattermost, Rocket.Chat or Zulip?" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/compare/mattermost-vs-rocket-chat-vs-zulip");
}

test("on a phone, replacements that meet three needs are compared in a few taps", { tags: "journey" }, async () => {
  const page = await visit("/", PHONE);
  let taps = 0;
  const tap = (target: ReturnType<Page["locator"]>) => (taps++, target.click());
  await tap(replaced(page));
  await page.getByRole("heading", { level: 1, name: /Slack/ }).waitFor();
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
  expect(await topOf("#results")).toBeLessThan(PHONE.viewport.height);
  expect(await topOf("#leaving")).toBeGreaterThan(await topOf("#results"));
  await tap(page.getByRole("link", { name: "Filters" }));
  const filters = page.getByRole("dialog", { name: "Filters" });
  for (const [group, name] of Object.entries(NEEDS)) await tap(need(filters, group, name));
  await page.waitForURL("/alternatives/slack?open_source=1&hosting=self_hosted&imports_from=slack");
  await tap(filters.getByRole("button", { name: "Show 3 sites" }));
  await page.getByRole("link", { name: "Remove “Imports from Slack”" }).waitFor();
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
  await need(filters, "Hosting", "Cloud").check();
  await filters.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/hosting=cloud.*imports_from=slack/);
  await page.getByRole("link", { name: "Remove “Cloud”" }).click();
  await page.getByRole("link", { name: /^Filters/ }).click();
  expect(await need(filters, "Hosting", "Self-hosted").isChecked()).toBe(true);
  await compareFirst(page).click();
  await expectComparison(page);
});
