// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { SEARCHED_WEEK } from "../support/accounts.ts";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { overflowsSideways } from "../support/in-page-checks.ts";
import { tabAndEnter, tabAndType, tabTo, waitForFocus } from "../support/keyboard.ts";
import { waitForText } from "../support/owners.ts";
import { visitAsStaff } from "../support/staff.ts";

/** Other tests search in this week. */
const SEARCHES = `/admin?model=search/search&q=${SEARCHED_WEEK}`;
const PHONE = { width: 390, height: 844 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const isWiderThanItsBox = (box: Element) => box.scrollWidth > box.clientWidth;

/** Returns the names of the sites that a visitor finds. */
async function find(page: Page, q: string): Promise<string[]> {
  const response = await page.request.get(`/api/saas/?${new URLSearchParams({ q })}`);
  return ((await response.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
}

test("staff add a synonym with the keyboard only: errors appear at their fields, and nothing typed is lost", async () => {
  const page = await visitAsStaff("/admin");
  await tabAndEnter(page, page.getByRole("main").getByRole("link", { name: "Synonyms", exact: true }));
  await waitForText(page, "No synonyms yet.");
  const add = button(page, "Add synonym");
  await tabAndEnter(page, add);
  const form = dialog(page, "Add synonym");
  const term = field(page, "People search for");
  await waitForFocus(term);
  await form.getByText("A search for the first text also finds sites for the other terms.").waitFor();
  await form.getByText("Put a comma between two terms.").waitFor();

  await page.keyboard.type("best app");
  await page.keyboard.press("Enter");
  await form.getByText("Words such as “app” or “best” are not enough.").waitFor();
  await form.getByText("Please enter what to find as well.").waitFor();
  await waitForFocus(term);
  expect(await term.inputValue()).toBe("best app");
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.goBack();
  await dialog(page, "Leave without saving?").waitFor();
  await tabAndEnter(page, dialog(page, "Leave without saving?").getByRole("button", { name: "Cancel" }));
  await dialog(page, "Leave without saving?").waitFor({ state: "detached" });
  expect(await term.inputValue()).toBe("best app");

  await term.fill("Queen's game");
  await tabAndType(page, field(page, "Also find"), "chess");
  expect(await field(page, "In both directions").inputValue()).toBe("false");
  await page.route("**/api/search/synonym/", (route) => route.abort());
  await tabAndEnter(page, form.getByRole("button", { name: "Add", exact: true }));
  await form.getByText("Network error - please check your connection").waitFor();
  expect(await term.inputValue()).toBe("Queen's game");
  await page.unroute("**/api/search/synonym/");
  await page.keyboard.press("Enter");
  await waitForText(page, "The synonym “Queen's game” was added.");
  await waitForFocus(add);
  await page.getByText("1 record", { exact: true }).waitFor();
  await page.getByRole("row", { name: /^Queen's game chess No/ }).waitFor();
  await expect.poll(() => find(page, "queens game")).toContain("Lichess");

  // The form is empty again, and closing it leaves no guard.
  await page.keyboard.press("Enter");
  await waitForFocus(term);
  await page.keyboard.type("Queen’s GAME");
  await tabAndType(page, field(page, "Also find"), "draughts");
  await tabAndEnter(page, form.getByRole("button", { name: "Add", exact: true }));
  await form.getByText(ADMIN_MESSAGES.synonymExists).waitFor();
  await waitForFocus(term);

  // Each time, the form asks before it closes.
  const ask = dialog(page, "Close without saving?");
  await page.keyboard.press("Escape");
  await ask.waitFor();
  await page.keyboard.press("Escape");
  await ask.waitFor({ state: "detached" });
  await waitForFocus(term);
  await page.keyboard.press("Escape");
  await tabAndEnter(page, ask.getByRole("button", { name: "Cancel" }));
  await ask.waitFor({ state: "detached" });
  expect(await term.inputValue()).toBe("Queen’s GAME");

  // Also if Escape comes again before the browser has done anything else.
  await page.keyboard.press("Escape");
  await ask.waitFor();
  await ask.evaluate(
    (asked, opened) => {
      for (const one of [asked, opened] as HTMLDialogElement[])
        if (one.dispatchEvent(new Event("cancel", { cancelable: true }))) one.close();
    },
    await form.elementHandle(),
  );
  await waitForFocus(ask.getByRole("button", { name: "Close", exact: true }));
  await page.keyboard.press("Escape");
  await waitForFocus(term);
  // Also if the browser closes the form anyway, as it does when Escape is all that was pressed.
  await form.evaluate((opened) => {
    opened.dispatchEvent(new Event("cancel"));
    (opened as HTMLDialogElement).close();
  });
  await waitForFocus(ask.getByRole("button", { name: "Close", exact: true }));
  await page.keyboard.press("Escape");
  await ask.waitFor({ state: "detached" });
  await page.mouse.click(5, 5);
  await tabAndEnter(page, ask.getByRole("button", { name: "Close without saving" }));
  await waitForFocus(add);
  await page.getByRole("row", { name: /^Queen's game chess No/ }).waitFor();
  await tabAndEnter(page, button(page, "Delete Queen's game"));
  await dialog(page, "Delete this synonym?").getByText("Queen's game will be deleted. You cannot undo this.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForURL(({ search }) => search === "");
  await page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /^Synonyms\s*1$/ })
    .waitFor();
});

test("staff make a synonym of what visitors search for, without leaving the list", { tags: "journey" }, async () => {
  const page = await visitAsStaff(SEARCHES);
  const make = button(page, "Synonym… from Royal board");
  await make.waitFor();
  expect(await page.getByRole("rowheader").allInnerTexts()).toEqual([
    "Squadtalk",
    "crm",
    "Royal board",
    "A plan for one more-day",
  ]);
  await tabAndEnter(page, make);
  const form = dialog(page, "Make a synonym");
  const means = field(page, "Also find");
  await waitForFocus(means);
  expect(await field(page, "People search for").inputValue()).toBe("Royal board");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await tabAndEnter(page, form.getByRole("button", { name: "Add", exact: true }));
  await form.getByText("Please enter what to find as well.").waitFor();
  await waitForFocus(means);
  await page.keyboard.type("chess");
  await tabAndEnter(page, form.getByRole("button", { name: "Add", exact: true }));
  await waitForText(page, "The synonym “Royal board” was added.");
  await waitForFocus(make);
  expect(new URL(page.url()).searchParams.get("model")).toBe("search/search");
  await expect.poll(() => find(page, "royal board")).toContain("Lichess");
});

test("a synonym of a long search begins with its first words, and a form without changes closes at once", async () => {
  const page = await visitAsStaff(SEARCHES);
  await button(page, "Synonym… from A plan for one more-day").click();
  await waitForFocus(field(page, "Also find"));
  expect(await field(page, "People search for").inputValue()).toBe("A plan for one");
  await page.keyboard.press("Escape");
  await dialog(page, "Make a synonym").waitFor({ state: "detached" });
});

test.each([390, 768, 1024, 1280])(
  "on a screen of %d px, no button covers the counts of a search, nor their headings",
  async (width) => {
    const page = await visitAsStaff(SEARCHES);
    await page.setViewportSize({ width, height: 844 });
    await button(page, "Synonym… from crm").waitFor();
    const covered = await page.locator(".records :is(th, td)").evaluateAll((cells) => {
      const boxes = cells.map((cell) => cell.getBoundingClientRect()).filter((box) => box.width > 2 && box.height > 2);
      const overlaps = (a: DOMRect, b: DOMRect) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return boxes.filter((box) => boxes.some((other) => other !== box && overlaps(box, other))).length;
    });
    expect(covered).toBe(0);
    const counts = page.getByRole("row", { name: /^Squadtalk/ }).getByRole("cell", { name: /^(?:90|1)$/ });
    expect(await counts.count()).toBe(2);
    for (const count of await counts.all()) expect((await count.boundingBox())!.x).toBeLessThan(width - 32);
  },
);

test("a synonym whose fields cannot be loaded can be tried again", async () => {
  const page = await visitAsStaff(SEARCHES);
  await page.route("**/api/get_model/search/synonym/**", (route) =>
    route.fulfill({ status: 503, json: { error: "No" } }),
  );
  await button(page, "Synonym… from crm").click();
  const form = dialog(page, "Make a synonym");
  await form.getByText("No", { exact: true }).waitFor();
  await page.unroute("**/api/get_model/search/synonym/**");
  await form.getByRole("button", { name: "Try again" }).click();
  await waitForFocus(field(page, "Also find"));
  expect(await field(page, "People search for").inputValue()).toBe("crm");
});

test("staff make a search another name of a product on a phone", async () => {
  const page = await visitAsStaff(SEARCHES);
  await page.setViewportSize(PHONE);
  expect(await page.locator(".records-content").evaluate(isWiderThanItsBox)).toBe(false);
  expect(await page.getByLabel("Sort by").locator("option").first().innerText()).toBe("Newest week, most asked first");
  expect(await find(page, "squadtalk")).toEqual([]);
  const name = button(page, "Product name… from Squadtalk");
  await tabAndEnter(page, name);
  const form = dialog(page, "Give a product another name");
  await waitForFocus(field(page, "Name"));
  expect(await field(page, "Name").inputValue()).toBe("Squadtalk");
  await page.keyboard.press("Enter");
  await form.getByText("Please choose a product from the list.").waitFor();
  await waitForFocus(field(page, "Product"));
  await page.keyboard.type("no such product");
  await form.getByText("No product found.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await field(page, "Product").fill("");
  await form.getByText("No product found.").waitFor({ state: "detached" });
  await tabAndType(page, field(page, "Product"), "slac");
  // Other products can come before it.
  const slack = form.getByRole("option", { name: /^Slack \d+ sites?$/ });
  await slack.waitFor();
  expect(await page.evaluate(overflowsSideways)).toBe(false);
  await slack.click();
  expect(await field(page, "Product").inputValue()).toBe("Slack");
  await tabAndEnter(page, form.getByRole("button", { name: "Add name" }));
  await waitForText(page, "“Squadtalk” is now another name of “Slack”.");
  await waitForFocus(name);
  expect((await find(page, "squadtalk")).length).toBeGreaterThan(0);

  // The name now belongs to Slack.
  await page.keyboard.press("Enter");
  await tabTo(page, field(page, "Product"));
  await page.keyboard.type("slac");
  await slack.click();
  await tabAndEnter(page, form.getByRole("button", { name: "Add name" }));
  await form.getByText(ADMIN_MESSAGES.ownName).waitFor();
  await waitForFocus(field(page, "Name"));
  await page.keyboard.press("Escape");
  await tabAndEnter(page, button(page, "Close without saving"));
  await waitForFocus(name);
});
