// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

const MAX_TAPS = 8;
const NEEDS = { "Must have": "Open source", Hosting: "Self-hosted", "Imports from": "Slack" };

/** Opens the home page. `tap` counts. */
async function start(options: Parameters<typeof visit>[1]) {
  const page = await visit("/", options);
  let taps = 0;
  const tap = async (target: ReturnType<Page["locator"]>) => {
    taps += 1;
    await target.click();
  };
  return { page, tap, taps: () => taps };
}

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

test.each([
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1280, height: 800 }],
])("on a %s, the best three replacements that meet three needs are compared in a few taps", async (kind, viewport) => {
  const { page, tap, taps } = await start({ viewport });
  await tap(replaced(page));
  await page.getByRole("heading", { level: 1, name: /Slack/ }).waitFor();
  const isPhone = kind === "phone";
  if (isPhone) await tap(page.getByRole("link", { name: "Filters" }));
  const filters = page.getByRole(isPhone ? "dialog" : "complementary", { name: "Filters" });
  for (const [group, name] of Object.entries(NEEDS)) await tap(need(filters, group, name));
  await page.waitForURL("/alternatives/slack?open_source=1&hosting=self_hosted&imports_from=slack");
  await page.getByRole("link", { name: "Remove “Imports from Slack”" }).waitFor();
  if (isPhone) await tap(filters.getByRole("button", { name: "Show 3 sites" }));
  await tap(compareFirst(page));
  await expectComparison(page);
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS);
});

test("without scripts, the same sites are found and compared", async () => {
  const { page, tap } = await start({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await tap(replaced(page));
  await tap(page.getByRole("link", { name: "Filters" }));
  const filters = page.getByRole("complementary", { name: "Filters" });
  for (const [group, name] of Object.entries(NEEDS)) await tap(need(filters, group, name));
  await tap(filters.getByRole("button", { name: "Apply" }));
  await page.waitForURL(/imports_from=slack/);
  await tap(compareFirst(page));
  await expectComparison(page);
});
