// @module-tag long
import { expect, test } from "vitest";
import { waitUntilClosed } from "../support/actions.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { visit, waitForEffects } from "../support/visit.ts";

test(
  "a popular product opens a dialog with its alternatives, closed by Escape, a click outside or a button",
  { tags: "journey" },
  async () => {
    const page = await visit("/");
    const product = page.locator("#popular").getByRole("link", { name: "Slack", exact: true });
    const dialog = page.getByRole("dialog", { name: "Alternatives to Slack" });
    const closings = [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 5),
      () => dialog.getByRole("button", { name: "Close" }).click(),
    ];
    for (const close of closings) {
      await product.click();
      await dialog.getByRole("link", { name: "Mattermost" }).waitFor();
      await close();
      await waitUntilClosed(dialog);
      await waitForFocus(product);
    }
    await product.click();
    await dialog.getByRole("link", { name: "Mattermost" }).click();
    await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
  },
);

test("a document that is older than the visitor's day is hydrated, and then shows the ages of that day", async () => {
  const page = await visit("/categories/communication");
  const age = page.locator(".site-card time").first();
  const at = Date.parse((await age.getAttribute("datetime"))!);
  await page.clock.setFixedTime(at + 3660 * 86_400_000);
  await page.reload();
  await age.filter({ hasText: "10 years ago" }).waitFor();
});

test("the list updates while a visitor types, and the field keeps focus and text", { tags: "journey" }, async () => {
  const page = await visit("/?page=2");
  const field = page.locator("#search");
  await field.pressSequentially("wikipedai");
  await page.getByText("No matching sites found").waitFor();
  await page.waitForURL((url) => url.searchParams.get("q") === "wikipedai" && !url.searchParams.has("page"));
  await waitForFocus(field);
  expect(await field.inputValue()).toBe("wikipedai");
});

test(
  "suggestions of products, sites and categories are chosen by keyboard and open their pages",
  { tags: "journey" },
  async () => {
    const page = await visit("/");
    const field = page.locator("#search");
    const options = page.getByRole("listbox", { name: "Suggestions" });
    await field.fill("sla");
    const slack = options
      .getByRole("group", { name: "Products" })
      .getByRole("option", { name: /^Slack \d+ alternatives$/ });
    await slack.waitFor();
    await waitForEffects(page);
    await page.keyboard.press("ArrowDown");
    expect(await field.getAttribute("aria-activedescendant")).toBe(await slack.getAttribute("id"));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /alternatives to Slack/ }).waitFor();
    await page.goBack();
    await waitForFocus(page.getByRole("heading", { level: 1, name: "What do you want to leave?" }));

    await field.fill("matterm");
    await options
      .getByRole("group", { name: "Sites" })
      .getByRole("option", { name: /^Mattermost/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
    await page.goto("/categories/communication");
    await field.fill("secur");
    await options
      .getByRole("group", { name: "Categories" })
      .getByRole("option", { name: /^Security \d+ sites$/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Security" }).waitFor();
    expect([new URL(page.url()).search, await field.inputValue()]).toEqual(["", ""]);
  },
);

test("Escape closes the suggestions, and Enter without a choice searches for the words", async () => {
  const page = await visit("/");
  const field = page.getByRole("combobox", { name: "Search sites and the software they replace", expanded: false });
  await field.waitFor();
  const options = page.getByRole("listbox", { name: "Suggestions" });
  await page.locator("#search").pressSequentially("sla");
  await options.waitFor();
  await page.keyboard.press("Escape");
  await options.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("sla");
  await field.press("c");
  await options.waitFor();
  await page.keyboard.press("Enter");
  await options.waitFor({ state: "hidden" });
  await page.waitForURL("/?q=slac");
  await waitForFocus(field);
});

test("a submitted search is one history entry, and the back button leads to the page before typing", async () => {
  const page = await visit("/");
  const field = page.locator("#search");
  const length = () => page.evaluate(() => history.length);
  const before = await length();
  await field.pressSequentially("slac");
  await page.waitForURL("/?q=slac");
  await field.pressSequentially("k");
  await page.waitForURL("/?q=slack");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Alternatives to Slack: / }).waitFor();
  expect(await length()).toBe(before + 1);

  await field.fill("penpot");
  await page.keyboard.press("Enter");
  await page.waitForURL("/?q=penpot");
  await page.getByLabel("Sort by").selectOption("oldest");
  await page.waitForURL("/?q=penpot&sort=oldest");
  expect(await length()).toBe(before + 3);
  for (const [address, words] of [
    ["/?q=penpot", "penpot"],
    ["/?q=slack", "slack"],
    ["/", ""],
  ] as const) {
    await page.goBack();
    await page.waitForURL(address);
    await page.waitForFunction((text) => document.querySelector<HTMLInputElement>("#search")!.value === text, words);
  }
  await page.goForward();
  await page.waitForURL("/?q=slack");
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#search")!.value === "slack");
});

test("a page number after the last page offers a link to the first page", async () => {
  const page = await visit("/?page=99");
  await page.getByRole("link", { name: "Go to the first page" }).click();
  await page.waitForURL("/");
  await page.getByRole("heading", { level: 1, name: "What do you want to leave?" }).waitFor();
});

test("the first page of a list has one row of featured places, which does not change the order of the list", async () => {
  const page = await visit("/");
  const row = page.getByRole("region", { name: "Featured", exact: true });
  expect(await row.getByText("FEATURED", { exact: true }).count()).toBe(3);
  await page.getByRole("navigation", { name: "Pages of sites" }).getByRole("link", { name: "Page 2" }).click();
  await page.waitForURL(/page=2/);
  await row.waitFor({ state: "detached" });
});

test(
  "choosing a category or an order returns to the first page, and the URL contains both",
  { tags: "journey" },
  async () => {
    const page = await visit("/?page=2");
    await page.getByLabel("Category").selectOption("communication");
    await page.waitForURL(
      (url) => url.searchParams.get("category") === "communication" && !url.searchParams.has("page"),
    );
    await page.getByLabel("Sort by").selectOption("oldest");
    await page.waitForURL(/sort=oldest/);
    await page.reload();
    expect(await page.getByLabel("Category").inputValue()).toBe("communication");
    expect(await page.getByLabel("Sort by").inputValue()).toBe("oldest");
  },
);

test("a page that cannot be loaded says so and can be loaded again", async () => {
  const page = await visit("/?q=mattermost", { serviceWorkers: "block" });
  await page.route("**/api/pages/**", (route) => route.fulfill({ status: 503, json: { error: "Not available" } }));
  await page.locator("#results").getByRole("link", { name: "Mattermost", exact: true }).click();
  await page.getByText("Failed to load content. Please try again later.").waitFor();
  await page.unroute("**/api/pages/**");
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Mattermost" }).waitFor();
});

test("the first screen of a phone has the question, the search and the twelve most replaced products with their counts", async () => {
  const page = await visit("/", { viewport: { width: 390, height: 844 } });
  const tiles = page.getByRole("region", { name: "Most replaced" }).getByRole("link");
  expect(await tiles.count()).toBe(12);
  expect(await tiles.first().getAttribute("href")).toMatch(/^\/alternatives\//);
  expect(await tiles.allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/Slack \d+ alternatives$/)]),
  );
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  for (const part of [page.getByRole("heading", { level: 1 }), page.locator("#search"), tiles.nth(5)]) {
    const box = (await part.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(bar!.y);
  }
});

test("a search and a later page show no tiles above the list", async () => {
  const page = await visit("/?q=slack");
  await page.getByRole("heading", { name: "Sites", exact: true }).waitFor();
  await page.getByRole("heading", { name: "Most replaced" }).waitFor({ state: "detached" });
});

test("a visitor's choice of cards or a table is kept, and is there before the scripts", async () => {
  const page = await visit("/");
  const view = () => page.evaluate(() => document.documentElement.dataset["view"]);
  const option = (name: string) => page.getByRole("group", { name: "View" }).getByRole("radio", { name });
  const heightOfCard = async () => (await page.locator(".site-grid .site-card").first().boundingBox())!.height;
  expect(await view()).toBe("cards");
  const high = await heightOfCard();
  await option("Cards").focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("radio", { name: "Table", checked: true }).waitFor();
  expect(await heightOfCard()).toBeLessThan(high);

  await page.route("**/*.js", () => {});
  await page.goto("/categories/communication", { waitUntil: "commit" });
  await page.locator(".site-grid").waitFor();
  expect(await view()).toBe("table");
  await page.unroute("**/*.js");
  await page.reload();
  await page.getByRole("radio", { name: "Table", checked: true }).waitFor();
  await option("Cards").check();
  expect(await view()).toBe("cards");
});

test("the view can be chosen if the browser stores nothing", async () => {
  const page = await visit("/contact");
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Blocked", "SecurityError");
      },
    });
  });
  await page.goto("/");
  await page.getByRole("radio", { name: "Table" }).check();
  expect(await page.locator("html").getAttribute("data-view")).toBe("table");
});
