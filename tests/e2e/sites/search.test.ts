// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

const PHONE = { width: 390, height: 844 };
const options = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
const dialogField = (page: Page) => dialog(page).getByLabel("Search products, sites and categories");

/** React listens for keys a moment after it has started to hydrate. */
async function openDialog(page: Page) {
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return dialog(page).count();
    })
    .toBe(1);
  await waitForFocus(dialogField(page));
}

test(
  "a question for a product shows its page, what was understood, and marks the words",
  { tags: "journey" },
  async () => {
    const page = await visit("/?q=open+source+alternative+to+slack");
    const results = page.locator("#results");
    await results.getByRole("link", { name: /^Alternatives to Slack: \d+/ }).waitFor();
    expect(await results.locator("mark").first().textContent()).toBe("Slack");
    const understood = results.getByRole("list", { name: "What the search understood" });
    const openSource = understood.getByRole("link", { name: "Remove “open source”" });
    await openSource.click();
    await page.waitForURL("/?q=alternative+to+slack#results");
    await openSource.waitFor({ state: "detached" });
    await understood.getByRole("link", { name: "Remove “leaving: Slack”" }).click();
    await page.waitForURL((url) => !url.searchParams.has("q"));
    await expect.poll(() => page.locator("#search").inputValue()).toBe("");
  },
);

test("a part of a search that is removed by keyboard leaves the focus on the next one, the last one or the heading", async () => {
  const page = await visit("/?q=free+open+source+alternative+to+slack+for+teams");
  const parts = page.getByRole("list", { name: "What the search understood" }).getByRole("link");
  const names = await parts.allTextContents();
  expect(names.length).toBeGreaterThan(2);
  await parts.nth(1).press("Enter");
  names.splice(1, 1);
  await waitForFocus(parts.filter({ hasText: names[1]! }));
  expect(await parts.allTextContents()).toEqual(names);
  await parts.last().press("Enter");
  names.pop();
  await waitForFocus(parts.filter({ hasText: names.at(-1)! }));
  expect(await parts.allTextContents()).toEqual(names);

  await page.goto("/?q=alternative+to+slack");
  await parts.press("Enter");
  await waitForFocus(page.getByRole("heading", { name: "Sites", exact: true }));
  expect(await parts.count()).toBe(0);
});

test("a search without a result offers what is near", async () => {
  const page = await visit("/?q=engine+travel+quaggas+zebras");
  await page.getByText("No matching sites found").waitFor();
  const near = page.getByRole("list", { name: "Near your search" });
  await near.getByRole("link", { name: "Search for “search engine”" }).waitFor();
  await near.getByRole("link", { name: "Browse the category Travel & Local" }).click();
  await page.getByRole("heading", { level: 1, name: "Travel & Local" }).waitFor();
});

test("keys that confirm a composed word neither open a page nor close the dialog", async () => {
  const page = await visit("/price");
  await openDialog(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Input.imeSetComposition", { text: "slack", selectionStart: 5, selectionEnd: 5 });
  await options(page)
    .getByRole("option", { name: /^Slack / })
    .waitFor();
  for (const key of ["Enter", "Escape"])
    await devTools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 });
  await devTools.send("Input.insertText", { text: "slack" });
  expect(await dialogField(page).inputValue()).toBe("slack");
  expect(new URL(page.url()).pathname).toBe("/price");
  await options(page)
    .getByRole("option", { name: /^Slack / })
    .waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/alternatives/slack");
});

test("an older answer never replaces a newer one", async () => {
  const page = await visit("/");
  const older = Promise.withResolvers<void>();
  await page.route(/suggestions\/\?q=sla$/, async (route) => {
    await older.promise;
    await route.fallback().catch(() => {});
  });
  const field = page.locator("#search");
  const [request] = await Promise.all([page.waitForRequest(/suggestions\/\?q=sla$/), field.pressSequentially("sla")]);
  await field.fill("security");
  await options(page)
    .getByRole("option", { name: /^Security/ })
    .waitFor();
  older.resolve();
  await request.response();
  expect(
    await options(page)
      .getByRole("option", { name: /^Slack/ })
      .count(),
  ).toBe(0);
});

test("in the dialog, Enter opens the page whose name was typed, and the last option searches", async () => {
  const page = await visit("/about");
  await openDialog(page);
  await dialogField(page).pressSequentially("slack");
  const product = options(page).getByRole("option", { name: /^Slack \d+ alternatives$/ });
  await expect.poll(() => product.getAttribute("data-combobox-option-default").catch(() => null)).toBe("true");
  expect(await options(page).locator("mark").first().textContent()).toBe("Slack");
  await dialog(page)
    .getByRole("status")
    .getByText(/^\d+ suggestions?\. Enter opens Slack\. Use the arrow keys for others\.$/)
    .waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();

  await openDialog(page);
  await dialogField(page).pressSequentially("slac");
  await options(page).getByRole("option", { name: "Search for “slac”" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialogField(page).press("k");
  await dialogField(page).press("Backspace");
  await options(page).getByRole("option", { name: "Search for “slac”" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL("/?q=slac");
});

test("an arrow key opens the suggestions again, and what searches is not counted as a suggestion", async () => {
  const page = await visit("/about");
  await openDialog(page);
  await dialogField(page).fill("qqqqxzzzzv");
  await dialog(page)
    .getByRole("status")
    .getByText("0 suggestions, use the arrow keys", { exact: true })
    .waitFor({ state: "attached" });
  await page.goto("/");
  const field = page.locator("#search");
  await field.fill("slac");
  await options(page).waitFor();
  for (const key of ["ArrowDown", "Alt+ArrowDown"]) {
    await field.press("Escape");
    await options(page).waitFor({ state: "hidden" });
    await field.press(key);
    await options(page).waitFor();
  }
});

test("recent searches stay on the device, can be cleared, and end with the log-out", async () => {
  const page = await visitSignedIn("/");
  await page.setViewportSize(PHONE);
  const field = page.locator("#search");
  const remembered = () => page.evaluate(() => localStorage.getItem("searches"));
  for (const words of ["password manager", "me@example.com", "slack"]) {
    await field.fill(words);
    await field.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("q") === words);
  }
  expect(JSON.parse((await remembered())!)).toEqual(["slack", "password manager"]);
  await page.goto("/");
  await field.focus();
  const recent = options(page).getByRole("group", { name: "Recent searches" });
  await recent.getByRole("option", { name: "password manager" }).click();
  await page.waitForURL("/?q=password+manager");

  await page.goto("/");
  await field.focus();
  await recent.getByRole("option", { name: "Clear recent searches" }).click();
  await expect.poll(remembered).toBeNull();

  await field.fill("slack");
  await field.press("Enter");
  await expect.poll(remembered).toBe('["slack"]');
  await page.goto("/user");
  await page.getByRole("button", { name: "Log Out", exact: true }).click();
  await expect.poll(remembered).toBeNull();
});
