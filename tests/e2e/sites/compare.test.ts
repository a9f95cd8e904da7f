// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { tabAndEnter, tabTo } from "../support/keyboard.ts";
import { visit } from "../support/visit.ts";

const choice = (page: Page, name: string) => page.getByRole("checkbox", { name: `Compare ${name}`, exact: true });
const tray = (page: Page) => page.getByRole("region", { name: "Sites to compare" });

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
  await choice(page, "Element").and(page.locator(":checked")).waitFor();

  await tabAndEnter(page, tray(page).getByRole("link", { name: "Compare 2" }));
  await page.getByRole("heading", { level: 1, name: /Element or Mattermost\?/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/compare/element-vs-mattermost");
  expect(await tray(page).count()).toBe(0);
  await page.getByRole("link", { name: "Remove Mattermost" }).click();
  await page.getByRole("heading", { level: 1, name: "Compare sites" }).waitFor();
  await page.goto("/alternatives/slack");
  expect(await choice(page, "Mattermost").isChecked()).toBe(false);
});
