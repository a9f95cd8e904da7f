// @module-tag long
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { productPath } from "#schema/pages/paths.ts";
import type { Beacon } from "#schema/sites/beacon.ts";
import type { SiteFigures } from "#schema/sites/figures.ts";
import { baseUrl } from "../support/base-url.ts";
import { callApi, listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { browser } from "../support/visit.ts";

/** Opens a page as a visitor who does not use it, so that the app does not start. `beacons` grows. */
async function visitOnly(path: string): Promise<{ page: Page; beacons: Beacon[] }> {
  const context = await (await browser()).newContext({ baseURL: baseUrl() });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const beacons: Beacon[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/beacon/")) beacons.push(request.postDataJSON() as Beacon);
  });
  await page.clock.install();
  await page.goto(path);
  return { page, beacons };
}

/** Another tab covers the page, and its beacon is answered. Playwright reports no beacon of a page that has gone. */
async function hide(page: Page): Promise<void> {
  const answered = page.waitForResponse("**/api/beacon/");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  expect((await answered).status()).toBe(204);
}

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test("a visit of two pages sends one beacon, and the owner sees it", async () => {
  const owner = await visitSignedIn("/user");
  const slug = crypto.randomUUID().slice(0, 8);
  const site = await listSite(owner, { alternatives: [{ name: `Left ${slug}`, link: `https://${slug}.example/` }] });

  const { page, beacons } = await visitOnly(productPath(`left-${slug}`));
  await page.locator(`[data-card="${site.id}"]`).scrollIntoViewIfNeeded();
  await nextFrames(page);
  await page.clock.runFor(1100);
  await page.route("**/*", (route) => (route.request().url().startsWith(baseUrl()) ? route.continue() : route.abort()));
  await page.locator(`[data-card="${site.id}"] .card-link`).evaluate((link) => (link as HTMLElement).click());
  await page.waitForURL(`**/${site.slug}`);
  await page.locator("[data-visit]").evaluate((link) => (link as HTMLElement).click());
  await hide(page);
  const marks = beacons.map(({ pages }) => pages!.map((one) => one.marks));
  expect(marks).toEqual([
    [
      [`shown ${site.id}`, `opened ${site.id}`],
      [`opened ${site.id}`, `visited ${site.id}`],
    ],
  ]);

  const figures = () => callApi<SiteFigures>(owner, "GET", `sites/${site.id}/figures/`);
  await expect
    .poll(figures, { timeout: 20_000 })
    .toMatchObject({ totals: { seen: { product: 1 }, opened: { product: 1 }, visited: { product: 1 } }, bots: 0 });
});

test("the app counts each page that it shows", async () => {
  const owner = await visitSignedIn("/user");
  const slug = crypto.randomUUID().slice(0, 8);
  const site = await listSite(owner, { alternatives: [{ name: `Left ${slug}`, link: `https://${slug}.example/` }] });
  const beacons: Beacon[] = [];
  owner.on("request", (request) => {
    if (request.url().endsWith("/api/beacon/")) beacons.push(request.postDataJSON() as Beacon);
  });
  await owner.goto(productPath(`left-${slug}`));
  await owner.locator(`[data-card="${site.id}"] .card-link`).click();
  await owner.waitForURL(`**/${site.slug}`);
  await owner.locator(`main[data-cards*="page=${site.id};"]`).waitFor();
  await hide(owner);
  const pages = beacons.flatMap((one) => one.pages ?? []).map(({ cards, marks }) => [/;(.*);/.exec(cards)![1], marks]);
  expect(pages.at(-1)).toEqual([expect.stringContaining(`page=${site.id}`), [`opened ${site.id}`]]);
  expect(pages.at(-2)).toEqual([`list=product:${site.id}`, expect.arrayContaining([`opened ${site.id}`])]);
});
