// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { shareTargets } from "#web/features/sites/site/share-targets.ts";
import { listSite } from "../support/owners.ts";
import { visitAsStaff } from "../support/staff.ts";
import { stopClock, visit } from "../support/visit.ts";
import { visitSignedIn } from "../support/people.ts";

test("a site page leads from the replaced products to the site, and its listing counts the visitor's like", async () => {
  const page = await visitSignedIn("/mattermost");
  const products = page.locator(".route").getByRole("link");
  const hrefs = await products.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(hrefs).toEqual(["/alternatives/slack", "/alternatives/microsoft-teams"]);
  const listing = page.getByRole("region", { name: "This listing" });
  expect(await listing.getByRole("term").allInnerTexts()).toEqual(["Category", "Listed", "Likes"]);
  const likes = Number(await listing.getByRole("definition").last().innerText());
  await page.getByRole("button", { name: "Like Mattermost" }).click();
  await listing.getByText(String(likes + 1), { exact: true }).waitFor();
});

test("the link is copied, and the confirmation disappears after two seconds", { tags: "journey" }, async () => {
  const page = await visit("/penpot", { permissions: ["clipboard-read", "clipboard-write"] });
  await stopClock(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  const message = page.getByText("Link copied");
  await message.waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.clock.runFor(1900);
  expect(await message.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await message.waitFor({ state: "detached" });
});

test("there are nine ways to share, and none loads anything before its use", async () => {
  const page = await visit("/penpot");
  const names = await page
    .getByLabel("Share", { exact: true })
    .locator("a, button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  expect(names).toEqual([...shareTargets({ url: "", title: "" }).map(({ name }) => name), "Copy link"]);
});

test("the sidebar searches, sorts, paginates and clears without leaving the site page", async () => {
  const page = await visit("/mattermost");
  const aside = page.getByRole("complementary", { name: "Discover Other Sites" });
  const shown = aside.locator(".discover-item");
  const names = await shown.getByRole("link").allInnerTexts();
  expect(names).toHaveLength(3);
  await aside.getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await expect.poll(() => shown.getByRole("link").allInnerTexts()).not.toEqual(names);
  await aside.getByRole("link", { name: "Oldest" }).click();
  await page.waitForURL(/sort=oldest/);
  await aside.getByRole("link", { name: "Oldest" }).and(page.locator("[aria-current=true]")).waitFor();
  for (const name of names) await shown.getByRole("link", { name, exact: true }).waitFor({ state: "detached" });
  await aside.getByLabel(/name or description/i).fill("password");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=password/);
  await aside.getByRole("link", { name: "Bitwarden" }).waitFor();
  await aside.getByRole("link", { name: "Clear Filters" }).click();
  await page.waitForURL((url) => url.pathname === "/mattermost" && url.search === "");
});

test("owners see Edit on the page of their own site, others do not, and the layout does not move", async () => {
  const page = await visitSignedIn("/user");
  const site = await listSite(page);
  const other = await visitSignedIn(`/${site.slug}`);
  const visitor = await visit(`/${site.slug}`);
  const topOf = (shown: Page) =>
    shown
      .locator("h1, .article, #discover")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + scrollY));
  for (const width of [390, 1280]) {
    for (const shown of [page, visitor]) await shown.setViewportSize({ width, height: 800 });
    await page.goto(`/${site.slug}`);
    await page.getByRole("link", { name: `Edit ${site.name}` }).waitFor();
    await page.getByRole("link", { name: "Add facts" }).waitFor();
    expect(await topOf(page)).toEqual(await topOf(visitor));
  }
  await other.getByRole("link", { name: "Dashboard" }).waitFor();
  await other.getByRole("button", { name: `Like ${site.name}` }).click();
  await other.getByRole("button", { name: `Like ${site.name}`, pressed: true }).waitFor();
  for (const stranger of [other, visitor])
    expect(await stranger.getByRole("link", { name: /^(Edit|Add facts)/ }).count()).toBe(0);
  await page.getByRole("link", { name: `Edit ${site.name}` }).click();
  await page.waitForURL(`**/site/edit/${site.id}`);
});

test("staff see Edit on every site page and on blog posts", async () => {
  const page = await visitAsStaff("/penpot");
  await page.getByRole("link", { name: "Edit Penpot" }).waitFor();
  await page.goto("/blogs/what-featured-means-in-this-directory");
  await page.getByRole("link", { name: /^Edit / }).click();
  await page.waitForURL("**/blogs/edit/what-featured-means-in-this-directory");
});
