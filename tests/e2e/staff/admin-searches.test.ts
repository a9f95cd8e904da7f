// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { SEARCHED_WEEK } from "../support/accounts.ts";
import { tabAndEnter, tabAndType, waitForFocus } from "../support/keyboard.ts";
import { waitForText } from "../support/owners.ts";
import { visitAsStaff } from "../support/staff.ts";

/** Other tests search in this week. */
const SEARCHES = `/admin?model=search/search&q=${SEARCHED_WEEK}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Returns the names of the sites that a visitor finds. */
async function find(page: Page, q: string): Promise<string[]> {
  const response = await page.request.get(`/api/saas/?${new URLSearchParams({ q })}`);
  return ((await response.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
}

test("what visitors search for becomes a synonym, and another name of a product", { tags: "journey" }, async () => {
  const page = await visitAsStaff(SEARCHES);
  const make = button(page, "Synonym… from Royal board");
  await make.waitFor();
  await tabAndEnter(page, make);
  const form = dialog(page, "Make a synonym");
  const means = field(page, "Also find");
  await waitForFocus(means);
  expect(await field(page, "People search for").inputValue()).toBe("Royal board");
  await page.keyboard.type("chess");
  await tabAndEnter(page, form.getByRole("button", { name: "Add", exact: true }));
  await waitForText(page, "The synonym “Royal board” was added.");
  await waitForFocus(make);
  expect(new URL(page.url()).searchParams.get("model")).toBe("search/search");
  await expect.poll(() => find(page, "royal board")).toContain("Lichess");

  expect(await find(page, "squadtalk")).toEqual([]);
  await tabAndEnter(page, button(page, "Product name… from Squadtalk"));
  const naming = dialog(page, "Give a product another name");
  await tabAndType(page, field(page, "Product"), "slac");
  // Other products can come before it.
  await naming.getByRole("option", { name: /^Slack \d+ sites?$/ }).click();
  await tabAndEnter(page, naming.getByRole("button", { name: "Add name" }));
  await waitForText(page, "“Squadtalk” is now another name of “Slack”.");
  expect((await find(page, "squadtalk")).length).toBeGreaterThan(0);
});
