import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { holdRequests } from "../support/hold-requests.ts";
import { visit } from "../support/visit.ts";

const STYLESHEET = /\/assets\/index-[\w-]+\.css$/;

/** Opens the page, which waits for its stylesheet. */
async function openHeld(path: string, viewport: { width: number; height: number }) {
  const page = await visit("about:blank", { viewport });
  // The fallback is measured on fonts that this machine may lack, so the arrival of the font is left out.
  await page.route("**/*.woff2", (route) => route.abort());
  const release = await holdRequests(page, STYLESHEET);
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("#page-data").waitFor({ state: "attached" });
  return { page, release };
}

/** The places of all texts, fields and pictures that are visible in the window. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll("#root :is(a, button, h1, h2, p, span, input, kbd, svg)"), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1 && y >= 0 && y < innerHeight;
      return isSeen && `${element.outerHTML.slice(0, 80)} ${[x, y, width, height].map(Math.round).join(" ")}`;
    }).filter(Boolean),
  );

test.each([
  ["/", 390],
  ["/", 320],
  ["/", 1280],
  ["/?q=notes", 390],
  ["/mattermost", 390],
  ["/mattermost", 1280],
  ["/alternatives/slack", 390],
  ["/categories/productivity", 1280],
  ["/compare/mattermost-vs-zulip", 390],
  ["/blogs/how-to-choose-a-software-alternative", 390],
  ["/contact", 1280],
  ["/nothing/here", 390],
])("the first screen of %s at %i px stands in its place before the stylesheet arrives", async (path, width) => {
  const { page, release } = await openHeld(path, { width, height: 844 });
  const before = await placesOf(page);
  expect(before.length).toBeGreaterThan(5);
  expect(await page.locator("h1").isVisible()).toBe(path !== "/nothing/here");
  expect(await page.getByRole("contentinfo").isVisible()).toBe(false);
  release();
  await page.getByRole("contentinfo").waitFor();
  const after = new Set(await placesOf(page));
  expect(before.filter((place) => !after.has(place))).toEqual([]);
});

test("the search field has its look before the stylesheet arrives, and the list below waits for it", async () => {
  const { page } = await openHeld("/", { width: 390, height: 844 });
  const field = page.locator(".search-field");
  const look = await field.evaluate((element) => {
    const { borderRadius, borderTopWidth } = getComputedStyle(element);
    return { borderRadius, borderTopWidth };
  });
  expect(look).toEqual({ borderRadius: "6px", borderTopWidth: "2px" });
  expect(await page.locator("#results").isVisible()).toBe(false);
});

test("a screenshot that the view of the list hides is hidden before the stylesheet arrives, so it is not loaded", async () => {
  const { page } = await openHeld("/", { width: 390, height: 844 });
  const displays = await page
    .locator(".card-screenshot")
    .evaluateAll((all) => all.map((image) => getComputedStyle(image).display));
  expect(new Set(displays)).toEqual(new Set(["none"]));
});

test("a page whose stylesheet never arrives is shown without it", async () => {
  const { page } = await openHeld("/", { width: 390, height: 844 });
  await page.getByRole("heading", { name: "Popular Alternatives" }).waitFor();
  await page.getByRole("contentinfo").waitFor();
});

test("a logo is loaded when it comes near, and not before", async () => {
  const page = await visit("/contact", { viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "load" });
  const logos = page.locator("#results article .favicon");
  const last = (await logos.last().getAttribute("data-src"))!;
  for (const logo of [logos.first(), logos.last()]) {
    const file = (await logo.getAttribute("data-src"))!;
    expect(asked).not.toContain(file);
    const response = page.waitForResponse((one) => one.url().endsWith(file));
    await logo.scrollIntoViewIfNeeded();
    await response;
    if (file !== last) expect(asked).not.toContain(last);
  }
});
