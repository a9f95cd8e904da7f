// @module-tag long
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { holdRequests } from "../support/hold-requests.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { visitSignedIn } from "../support/people.ts";
import { browser, visit } from "../support/visit.ts";

/** All scripts but the one that waits for the first use. */
const APP = /\/assets\/(?!index-)[\w.-]+\.js$/;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Opens a page whose app does not arrive before the returned function is called. */
async function visitHeld(path: string, options = {}) {
  const page = await visit("about:blank", options);
  const release = await holdRequests(page, APP);
  await page.goto(path, { waitUntil: "load" });
  return { page, release };
}

const busy = (page: Page) => page.locator("[aria-busy=true]");

test.each(["/", "/mattermost", "/alternatives/slack"])(
  "%s loads only the script that waits, before it is used",
  async (path) => {
    const page = await visit("about:blank", PHONE);
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts).toEqual([expect.stringMatching(/\/assets\/index-/)]);
    const used = page.waitForRequest(APP);
    await page.touchscreen.tap(2, 2);
    await used;
  },
);

test("what is pressed while scripts load, even twice, counts once they are there", { tags: "journey" }, async () => {
  const { page, release } = await visitHeld("/alternatives/slack");
  const compare = page.getByRole("checkbox", { name: "Compare Mattermost" });
  await compare.dblclick();
  await page.getByRole("checkbox", { name: "Compare Zulip" }).click();
  expect(await busy(page).count()).toBe(2);
  expect(await compare.isChecked()).toBe(false);
  release();
  await page.getByRole("link", { name: "Compare 2" }).waitFor();
  expect(await compare.isChecked()).toBe(true);
  expect(await busy(page).count()).toBe(0);
});

test("a key for the search opens it once scripts are there, but not in a field", { tags: "journey" }, async () => {
  const { page, release } = await visitHeld("/");
  await page.locator("#search").press("/");
  expect(await page.locator("#search").inputValue()).toBe("/");
  await page.keyboard.press("Control+k");
  expect(await page.getByRole("dialog").count()).toBe(0);
  release();
  await waitForFocus(page.getByRole("dialog", { name: "Search" }).getByLabel("Search products, sites and categories"));
});

test("an order that is chosen while scripts load is applied", { tags: "journey" }, async () => {
  const { page, release } = await visitHeld("/alternatives/slack");
  await page.getByLabel("Sort by").selectOption("Most liked");
  release();
  await page.waitForURL(/sort=popular/);
  expect(await page.getByLabel("Sort by").inputValue()).toBe("popular");
});

test("what is typed while scripts load is searched for", { tags: "journey" }, async () => {
  const { page, release } = await visitHeld("/");
  await page.locator("#search").pressSequentially("slack");
  release();
  await page.getByRole("option", { name: /^Slack \d+ alternatives$/ }).waitFor();
  await page.waitForURL(/\?q=slack/);
});

test("if scripts do not arrive, the page says so, and a dialog's link is followed", { tags: "journey" }, async () => {
  const page = await visit("about:blank");
  await page.route(APP, (route) => route.abort());
  await page.goto("/alternatives/slack", { waitUntil: "load" });
  await page.getByRole("checkbox", { name: "Compare Mattermost" }).click();
  await page.getByRole("alert").filter({ hasText: "Reload the page to use all of it." }).waitFor();
  expect(await busy(page).count()).toBe(0);
  await page.reload({ waitUntil: "load" });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  await page.waitForURL("**/#search");
});

test("the page of a signed-in person shows the account without being used", { tags: "journey" }, async () => {
  const page = await visitSignedIn("/user");
  await page.goto("/", { waitUntil: "load" });
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
});

test("a press counts also if the browser has translated the page before", { tags: "journey" }, async () => {
  // `visit` would report React's error: it renders the page again.
  const context = await (await browser()).newContext({ baseURL: baseUrl(), ...PHONE });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const release = await holdRequests(page, APP);
  await page.goto("/alternatives/slack", { waitUntil: "load" });
  await page.locator("main").evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    }
  });
  await page.locator(".filters-button").tap();
  release();
  await page.getByRole("dialog", { name: "Filters" }).waitFor();
});

test("without a network, a press says so, and counts when the network is back", { tags: "journey" }, async () => {
  const page = await visit("about:blank");
  await page.goto("/alternatives/slack", { waitUntil: "load" });
  await page.context().setOffline(true);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  await page.getByRole("alert").filter({ hasText: "You're offline." }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("dialog", { name: "Search" }).waitFor();
});
