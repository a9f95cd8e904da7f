// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { tabAndEnter, tabTo, waitForFocus } from "../support/keyboard.ts";
import { visit, waitForHydration } from "../support/visit.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

const opener = (page: Page) => page.getByRole("link", { name: /^Filters/ });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const chips = (page: Page) => page.getByRole("list", { name: "Chosen filters" }).getByRole("link");
const found = (page: Page, name: string) => page.locator(".results-list").getByRole("link", { name, exact: true });

test(
  "on a phone, a sheet of filters narrows the list while boxes are pressed, and gives the focus back",
  { tags: "journey" },
  async () => {
    const page = await visit("/alternatives/slack", PHONE);
    await found(page, "Zulip").waitFor();
    await opener(page).click();
    await sheet(page).getByLabel("End-to-end encryption").check();
    await sheet(page).getByRole("button", { name: "Show 2 sites" }).waitFor();
    expect(await sheet(page).locator("[aria-live=polite]").textContent()).toBe("2 sites");
    await sheet(page).getByLabel("Cloud").check();
    await sheet(page).getByRole("button", { name: "Show 1 site" }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(overflowsSideways)).toBe(false);
    await sheet(page).getByRole("button", { name: "Show 1 site" }).click();
    await sheet(page).waitFor({ state: "detached" });
    await waitForFocus(opener(page));
    expect(await opener(page).textContent()).toBe("Filters (2)");
    await found(page, "Element").waitFor();
    expect(await found(page, "Zulip").count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?encrypted=1&hosting=cloud");

    await chips(page).filter({ hasText: "Cloud" }).click();
    await page.waitForURL("/alternatives/slack/encrypted");
    await page.getByRole("heading", { level: 1, name: "End-to-end encrypted alternatives to Slack" }).waitFor();
    await page.goBack();
    await page.waitForURL(/hosting=cloud/);
    await chips(page).filter({ hasText: "Cloud" }).waitFor();
    await opener(page).click();
    expect(await sheet(page).getByLabel("Cloud").isChecked()).toBe(true);
  },
);

test(
  "without scripts, filters are chosen on a phone, sent with a button and removed by links",
  { tags: "journey" },
  async () => {
    const page = await visit("/categories/communication", { ...PHONE, javaScriptEnabled: false });
    expect(await panel(page).isVisible()).toBe(false);
    await opener(page).click();
    await panel(page).getByLabel("End-to-end encryption").check();
    await panel(page).getByLabel("Switzerland").check();
    await panel(page).getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/encrypted=1&country=CH/);
    await found(page, "Proton Mail").waitFor();
    expect(await found(page, "Element").count()).toBe(0);
    await chips(page).filter({ hasText: "Switzerland" }).click();
    await page.waitForURL("/categories/communication/encrypted");
    await found(page, "Element").waitFor();
    await opener(page).click();
    expect(await panel(page).getByLabel("End-to-end encryption").isChecked()).toBe(true);
  },
);

test("boxes that are pressed while scripts or the list load all count", async () => {
  const page = await visit("about:blank");
  const start = await holdRequests(page, "**/assets/*.js");
  await page.goto("/alternatives/slack", { waitUntil: "commit" });
  await panel(page).getByLabel("End-to-end encryption").check();
  start();
  await page.waitForURL("/alternatives/slack?encrypted=1");
  await waitForHydration(page);

  const release = await holdRequests(page, "**/api/pages/alternatives/**");
  await panel(page).getByLabel("Cloud").check();
  await panel(page).getByLabel("Linux").check();
  await panel(page).getByLabel("Android").check();
  for (const name of ["End-to-end encryption", "Cloud", "Linux", "Android"])
    expect(await panel(page).getByLabel(name).isChecked(), name).toBe(true);
  release();
  await page.waitForURL("/alternatives/slack?encrypted=1&platform=linux&platform=android&hosting=cloud");
  await chips(page).filter({ hasText: "Android" }).waitFor();
  expect(await chips(page).allTextContents()).toEqual([
    "Android",
    "Linux",
    "Cloud",
    "End-to-end encryption",
    "Clear filters",
  ]);
});

test("by keyboard, filters can be skipped, and a box keeps the focus when the list follows", async () => {
  const page = await visit("/alternatives/slack");
  const box = panel(page).getByLabel("End-to-end encryption");
  await box.focus();
  await page.keyboard.press("Space");
  await page.waitForURL(/encrypted=1/);
  await found(page, "Zulip").waitFor({ state: "detached" });
  await waitForFocus(box);
  await page.reload();
  await tabAndEnter(page, page.getByRole("link", { name: "Skip filters" }));
  await waitForFocus(page.getByRole("heading", { name: "Sites", exact: true }));
});

test("by keyboard, “Show all” adds values of a filter, focuses the first of them, and they stay when one is chosen", async () => {
  const page = await visit("/");
  const group = panel(page).getByRole("group", { name: "Company’s country" });
  const boxes = group.getByRole("checkbox");
  await group.getByRole("link", { name: /^Show all \d+ of “Company’s country”$/ }).press("Enter");
  await page.waitForURL("/?values=country");
  await group.getByRole("link").waitFor({ state: "detached" });
  await waitForFocus(boxes.nth(4));
  const count = await boxes.count();
  expect(count).toBeGreaterThan(8);
  expect(
    await panel(page)
      .getByRole("link", { name: /^Show all/ })
      .count(),
  ).toBe(2);
  await page.keyboard.press("Space");
  await page.waitForURL(/\?country=[A-Z]{2}&values=country$/);
  await chips(page).first().waitFor();
  await waitForFocus(boxes.nth(4));
  expect(await boxes.count()).toBe(count);
});

test("on a phone, “Show all” adds values in the sheet", async () => {
  const page = await visit("/", PHONE);
  await opener(page).click();
  const group = sheet(page).getByRole("group", { name: "Company’s country" });
  await group.getByRole("link", { name: /^Show all/ }).click();
  await group.getByRole("link").waitFor({ state: "detached" });
  await group.getByRole("checkbox").last().check();
  await sheet(page)
    .getByRole("button", { name: /^Show \d+ sites?$/ })
    .click();
  await page.waitForURL(/\?country=[A-Z]{2}&values=country$/);
  await waitForFocus(opener(page));
});

test("without scripts, “Show all” leads to the filters with all values", async () => {
  const page = await visit("/", { ...PHONE, javaScriptEnabled: false });
  await opener(page).click();
  const group = panel(page).getByRole("group", { name: "Company’s country" });
  await group.getByRole("link", { name: /^Show all/ }).click();
  await page.waitForURL(/\?values=country#filters$/);
  await group.getByRole("checkbox").last().check();
  await panel(page).getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/country=[A-Z]{2}&.*values=country/);
  await opener(page).click();
  expect(await group.getByRole("checkbox").last().isVisible()).toBe(true);
});

test("filters that leave no site say which one to remove", async () => {
  const page = await visit("/alternatives/slack?encrypted=1&country=CH");
  const ways = page.getByRole("list", { name: "Fewer filters" });
  await ways.getByRole("link", { name: "Without “Switzerland”" }).press("Enter");
  await page.waitForURL("/alternatives/slack/encrypted");
  await found(page, "Element").waitFor();
  expect(await ways.count()).toBe(0);
});

test("on a phone, the list of alternatives comes before why people leave, and every link is reached by keyboard", async () => {
  const page = await visit("/alternatives/slack", PHONE);
  const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
  expect(await topOf("#results")).toBeLessThan(PHONE.viewport.height);
  expect(await topOf("#leaving")).toBeGreaterThan(await topOf("#results"));
  await tabTo(page, page.getByRole("link", { name: "Sites that import from Slack" }));
  await tabTo(page, opener(page));
});
