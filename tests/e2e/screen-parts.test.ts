// @module-tag long
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";
import { chooseBlock, listSite } from "./support/owners.ts";
import { newEmail, visitSignedIn } from "./support/people.ts";
import { visit } from "./support/visit.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const addressOf = (link: Locator) => link.first().getAttribute("href");

test("the home page has its headings, and links to list a site and to sign in", async () => {
  const page = await visit("/");
  const banner = page.getByRole("banner");
  expect(await addressOf(banner.getByRole("link", { name: "Sign In" }))).toBe("/login");
  expect(await banner.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await addressOf(page.getByRole("main").getByRole("link", { name: "List Now" }))).toBe("/sites/create");
  await heading(page, "Popular Alternatives");
  await heading(page, "Latest Articles");
  await page.getByRole("contentinfo").waitFor();
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { level: 3 }) });
  expect(await addressOf(card.first().getByRole("heading").getByRole("link"))).toMatch(/^\/[^/]+$/);
});

test("the public list leads to its next page and back", async () => {
  const page = await visit("/");
  const names = page.locator("#results").getByRole("article").getByRole("heading", { level: 3 });
  const first = await names.allInnerTexts();
  expect(first).toHaveLength(6);
  await page.getByRole("navigation", { name: "Pages of sites" }).getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/[?&]page=2/);
  await names.getByText(first[0]!, { exact: true }).waitFor({ state: "detached" });
  expect(await names.count()).toBeGreaterThan(0);
  await page.goBack();
  await names.getByText(first[0]!, { exact: true }).waitFor();
});

test("the screens to sign in and sign up link to each other and to the terms", async () => {
  const page = await visit("/login");
  const password = page.getByLabel("Password", { exact: true });
  expect(await password.getAttribute("type")).toBe("password");
  await page.getByLabel("Show Password").check();
  expect(await password.getAttribute("type")).toBe("text");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await page.waitForURL("**/signup");
  const main = page.getByRole("main");
  expect(await addressOf(main.getByRole("link", { name: "terms" }))).toBe("/about?tab=terms");
  expect(await addressOf(main.getByRole("link", { name: "Sign in" }))).toBe("/login");
  for (const name of ["email", "first_name", "last_name", "password1", "password2"])
    await page.locator(`input[name=${name}]`).waitFor();
});

test("the owner's screens have their headings and link to each other", async () => {
  const email = newEmail();
  const page = await visitSignedIn("/user", email);
  await listSite(page);
  await page.getByRole("region", { name: "Profile" }).getByText(email).waitFor();
  await page.getByRole("region", { name: "Profile" }).getByText("Anna Berg").waitFor();
  expect(await addressOf(page.getByRole("link", { name: "← Back to Dashboard" }))).toBe("/dashboard");
  await page.goto("/dashboard");
  await page.getByRole("tab", { name: "My Sites" }).waitFor();
  expect(await addressOf(page.getByRole("main").getByRole("link", { name: "Add Alternative" }))).toBe("/sites/create");
  await page.getByRole("link", { name: "Your Sites" }).click();
  const table = page.getByRole("table", { name: "Your Sites" });
  await table.waitFor();
  expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
    "Site Name",
    "Alternatives",
    "Status",
    "Actions",
  ]);
});

test("each protected screen sends a visitor to sign in, and keeps its path for the way back", async () => {
  const page = await visit("/about");
  for (const path of [
    "/user",
    "/dashboard",
    "/sites",
    "/sites/create",
    "/site/edit/1",
    "/pay",
    "/blogs/create",
    "/blog/create",
    "/blogs/edit/one",
    "/blogs/preview/one",
  ]) {
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForURL(`**/login?${new URLSearchParams({ next: path })}`, { waitUntil: "commit" });
  }
});

test("a site's page shows a link to the site with its icon, and the products that it replaces", async () => {
  const page = await visit("/mattermost");
  const link = page.getByRole("link", { name: "Visit Mattermost" });
  await link.locator(".logo").waitFor();
  await link.locator("img").waitFor({ state: "attached" });
  const { searchParams } = new URL((await addressOf(link))!);
  expect([...searchParams.keys()]).toEqual(["utm_source", "utm_medium", "utm_campaign", "ref"]);
  expect(searchParams.get("utm_medium")).toBe("referral");
  await page
    .getByRole("region", { name: /instead of/ })
    .getByRole("heading", { level: 3 })
    .first()
    .waitFor();
});

test("an icon covers the monogram once it has loaded, and a site without an icon keeps it", async () => {
  const page = await visit("/contact");
  await page.route("**/favicons/**", (route) =>
    route.request().url().endsWith("/slack.com")
      ? route.continue({ url: new URL("/icon-192.png", baseUrl()).href })
      : route.continue(),
  );
  // Neither this site nor the products have an uploaded logo.
  await page.goto("/zulip");
  const icons = page.locator("main .favicon[src^='/favicons/']");
  // The page names the product twice: in its turn, and among the products that the site replaces.
  const slack = icons.and(page.locator("[src$='/slack.com']")).first();
  const visible = () => icons.evaluateAll((all) => all.filter((icon) => icon.getBoundingClientRect().width > 1).length);
  for (const icon of await icons.all()) await icon.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("main .favicon[src^='/favicons/']")].every((icon) => icon.complete),
  );
  await slack.waitFor();
  expect(await visible()).toBe(2);
  expect(await icons.count()).toBeGreaterThan(2);
  expect(await page.locator("main .logo").first().getAttribute("data-letters")).toBe("Zu");

  // Another render of the same page.
  await page.getByRole("link", { name: "Oldest" }).click();
  await page.waitForURL(/sort=oldest/);
  await page.getByRole("link", { name: "Clear Filters" }).waitFor();
  expect(await slack.isVisible()).toBe(true);
});

test("a blog post shows its date, nine ways to share and two lists beside it", async () => {
  const page = await visit("/blogs/what-featured-means-in-this-directory");
  await page.getByText("Published", { exact: false }).first().waitFor();
  expect(await page.getByLabel("Share", { exact: true }).locator("a, button").count()).toBe(9);
  await page.getByRole("complementary", { name: "Featured Sites" }).waitFor();
  await page.getByRole("complementary", { name: "Related Articles" }).waitFor();
});

test("a new heading in an article has level 2, and can get levels 3 and 4", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  await page.goto(`/site/edit/${site.id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.locator(".ce-paragraph").last().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await chooseBlock(page, "Heading");
  await page.locator("h2.ce-header").click();
  await page.keyboard.type("Why");
  await page.keyboard.press("Control+/");
  const levels = page.locator(".ce-popover--opened .ce-popover-item__title").filter({ hasText: /^Heading \d$/ });
  await levels.first().waitFor();
  expect(await levels.allInnerTexts()).toEqual(["Heading 2", "Heading 3", "Heading 4"]);
});
