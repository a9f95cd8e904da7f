// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { tabAndEnter, tabTo } from "../support/keyboard.ts";
import { visit } from "../support/visit.ts";

const choice = (page: Page, name: string) => page.getByRole("checkbox", { name: `Compare ${name}`, exact: true });
const tray = (page: Page) => page.getByRole("region", { name: "Sites to compare" });
const PHONE = { viewport: { width: 390, height: 844 } };

test("two sites are chosen on different pages by keyboard, and compared", { tags: "journey" }, async () => {
  const page = await visit("/alternatives/slack");
  expect(await tray(page).count()).toBe(0);
  await tabTo(page, choice(page, "Mattermost"));
  await page.keyboard.press("Space");
  await tray(page).getByText("Choose one more").waitFor();
  await page.getByRole("status").getByText("Mattermost added. 1 of 4 sites").waitFor({ state: "attached" });
  await page.goto("/element");
  await tray(page).getByText("Mattermost").waitFor();
  await choice(page, "Element").check();
  await page.reload();
  expect(await choice(page, "Element").isChecked()).toBe(true);

  await tabAndEnter(page, tray(page).getByRole("link", { name: "Compare 2" }));
  await page.getByRole("heading", { level: 1, name: /Element or Mattermost\?/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/compare/element-vs-mattermost");
  expect(await tray(page).count()).toBe(0);
  const rows = () => page.locator(".comparison-group tr.same:visible").count();
  expect(await rows()).toBeGreaterThan(0);
  await tabTo(page, page.getByRole("checkbox", { name: "Only differences" }));
  await page.keyboard.press("Space");
  expect(await rows()).toBe(0);

  await page.getByRole("link", { name: "Remove Mattermost" }).click();
  await page.getByRole("heading", { level: 1, name: "Compare sites" }).waitFor();
  await page.goto("/alternatives/slack");
  expect(await choice(page, "Mattermost").isChecked()).toBe(false);
});

test("a fifth site is refused with a reason, all tabs agree, and the chosen sites can be cleared", async () => {
  const page = await visit("/", PHONE);
  const choices = page.locator("#results").getByRole("checkbox", { name: /^Compare / });
  for (let chosen = 0; chosen < 4; chosen += 1) await choices.nth(chosen).check();
  await choices.nth(4).click();
  await page.getByText("You can compare 4 sites at most.").waitFor();
  expect(await choices.nth(4).isChecked()).toBe(false);
  expect(await page.evaluate(overflowsSideways)).toBe(false);

  const other = await page.context().newPage();
  await other.goto("/about");
  await tray(other).getByRole("button", { name: "Clear" }).click();
  await tray(page).waitFor({ state: "detached" });
  expect(await choices.first().isChecked()).toBe(false);
});

test("the chosen sites cover nothing that has the focus", async () => {
  const page = await visit("/", PHONE);
  await page
    .locator("#results")
    .getByRole("checkbox", { name: /^Compare / })
    .first()
    .check();
  for (const link of [page.getByRole("contentinfo").getByRole("link").last(), page.locator(".card-link").last()]) {
    await link.focus();
    const isCovered = await link.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 2, bottom - 2)!.closest(".compare-tray") !== null;
    });
    expect(isCovered).toBe(false);
  }
});

test("without scripts, sites are compared by their names, and only differences are shown", async () => {
  const page = await visit("/compare", { javaScriptEnabled: false });
  await page.getByLabel("Site 1").fill("mattermost");
  await page.getByLabel("Site 2").fill("Element");
  await page.getByRole("main").getByRole("button", { name: "Compare" }).click();
  await page.getByRole("heading", { level: 1, name: /Element or Mattermost\?/ }).waitFor();
  await page.getByLabel("Only differences").check();
  expect(await page.locator(".comparison-group tr.same:visible").count()).toBe(0);
  await page.getByLabel("Add a site").fill("Jitsi Meet");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.waitForURL("**/compare/element-vs-jitsi-meet-vs-mattermost");
  await page.goto("/");
  expect(await page.locator(".compare-choice:visible").count()).toBe(0);
});

test("another site is added from the suggestions", async () => {
  const page = await visit("/compare/element-vs-mattermost");
  await page.getByLabel("Add a site").pressSequentially("jits");
  await page.getByRole("option", { name: /Jitsi Meet/ }).click();
  await page.waitForURL("**/compare/element-vs-jitsi-meet-vs-mattermost");
  await page.getByRole("heading", { level: 1, name: /Element, Jitsi Meet or Mattermost\?/ }).waitFor();
  expect(await page.getByLabel("Add a site").inputValue()).toBe("");
});

test("on a phone two of three columns fit, the others are swiped, and names of sites and rows stay in view", async () => {
  const page = await visit("/compare/element-vs-jitsi-meet-vs-mattermost", PHONE);
  expect(await page.evaluate(overflowsSideways)).toBe(false);
  const box = page.getByRole("group", { name: "Comparison" });
  await box.scrollIntoViewIfNeeded();
  await box.evaluate((element) => element.scrollTo({ left: element.clientWidth, top: 600, behavior: "instant" }));
  const column = box.getByRole("columnheader", { name: "Mattermost" });
  const [head, frame] = [(await column.boundingBox())!, (await box.boundingBox())!];
  expect(head.y).toBeGreaterThanOrEqual(frame.y - 1);
  expect(head.x + head.width).toBeLessThanOrEqual(390);
  const label = (await box.getByRole("rowheader", { name: "Category" }).locator("span").first().boundingBox())!;
  expect(label.x).toBeLessThan(frame.x + 20);
});
