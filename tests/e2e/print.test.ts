// @module-tag long
import { expect, test } from "vitest";
import { visit } from "./support/visit.ts";

const SCREEN_ONLY = "header.site-header, footer.site-footer, aside, nav, form, button, .share-links, .paid-place";

test.each([
  "/",
  "/penpot",
  "/blogs/how-to-choose-a-software-alternative",
  "/alternatives/slack",
  "/compare/element-vs-mattermost",
])("%s prints only its content: no header, featured places, sidebar or footer", async (path) => {
  const page = await visit(path, { colorScheme: "dark" });
  const shown = () =>
    page
      .locator(SCREEN_ONLY)
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML));
  expect((await shown()).length).toBeGreaterThan(3);
  await page.emulateMedia({ media: "print" });
  expect(await shown()).toEqual([]);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect((await page.locator("main").innerText()).length).toBeGreaterThan(200);
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("light");
  const isWithin = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(isWithin).toBe(true);
});

test("a comparison of four fits the width of a sheet of paper", async () => {
  const page = await visit("/compare/element-vs-mattermost-vs-rocket-chat-vs-zulip", {
    viewport: { width: 718, height: 1000 },
  });
  await page.emulateMedia({ media: "print" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

const hrefsOf = (links: Element[]) => links.map((link) => link.getAttribute("href")!);

test("the home page links an icon, a manifest and an image for sharing", async () => {
  const page = await visit("/");
  const href = async (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute("href");
  const icon = await page.request.get((await href("apple-touch-icon"))!);
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/png"]);
  for (const link of ["/favicon.ico", ...(await page.locator('link[rel="icon"]').evaluateAll(hrefsOf))])
    expect((await page.request.get(link)).headers()["content-type"], link).toMatch(/^image\//);
  const manifest = await page.request.get((await href("manifest"))!);
  expect([manifest.status(), manifest.headers()["content-type"]]).toEqual([200, "application/manifest+json"]);
  const { icons } = (await manifest.json()) as { icons: { src: string; type: string }[] };
  const shared = await page.locator('meta[property="og:image"]').getAttribute("content");
  for (const { src, type } of [...icons, { src: shared!, type: "image/png" }]) {
    const answer = await page.request.get(src);
    expect([answer.status(), answer.headers()["content-type"]], src).toEqual([200, type]);
  }
});
