// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { uploadImage } from "../support/images.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { type ListedSite, listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

type ShownSite = ListedSite & { owner: Page; shots: string[] };

/** Lists a site with a screenshot of each size. The second one is decorative. */
async function listWith(...sizes: [width: number, height: number][]): Promise<ShownSite> {
  const page = await visitSignedIn("/user");
  const shots = await Promise.all(sizes.map(([width, height]) => uploadImage(page, "screenshot", width, height)));
  const screenshots = shots.map((url, index) =>
    index === 1 ? { url, decorative: true } : { url, alt: `Board ${index + 1}`, caption: `Caption ${index + 1}` },
  );
  const site = await listSite(page, { screenshots, logo: await uploadImage(page, "logo", 256, 256) });
  return { ...site, owner: page, shots };
}

const WIDE: [number, number] = [1600, 1000];
const TALL: [number, number] = [900, 1800];

const gallery = (page: Page) => page.locator(".gallery");
const next = (page: Page) => gallery(page).getByRole("button", { name: "Next screenshot" });
const previous = (page: Page) => gallery(page).getByRole("button", { name: "Previous screenshot" });
const dialogOf = (page: Page, { name }: ListedSite) => page.getByRole("dialog", { name: `Screenshots of ${name}` });

/** True if the item starts where the list starts. */
const startsAt = (page: Page, index: number) =>
  page.waitForFunction((at) => {
    const list = document.querySelector(".gallery .strip")!;
    const [start, item] = [list, list.children[at]!].map((element) => element.getBoundingClientRect().left);
    return Math.abs(item! - start! - Number.parseFloat(getComputedStyle(list).paddingLeft)) < 2;
  }, index);

test(
  "buttons scroll the gallery from screenshot to screenshot, and keep the focus at its ends",
  { tags: "journey" },
  async () => {
    const { slug } = await listWith(WIDE, WIDE, WIDE);
    const page = await visit(`/${slug}`);
    await previous(page).and(page.locator("[aria-disabled=true]")).waitFor();
    await next(page).click();
    await startsAt(page, 1);
    await previous(page).and(page.locator("[aria-disabled=false]")).waitFor();
    await next(page).click();
    await next(page).and(page.locator("[aria-disabled=true]")).waitFor();
    await waitForFocus(next(page));
    await page.keyboard.press("Enter");
    await previous(page).click();
    await previous(page).click();
    await startsAt(page, 0);
  },
);

test("the gallery has buttons only if its screenshots need more room than the window has", async () => {
  const { slug } = await listWith(WIDE, TALL);
  const page = await visit(`/${slug}`, { viewport: { width: 980, height: 800 } });
  await next(page).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await next(page).waitFor({ state: "detached" });
});

test("the arrow keys move from screenshot to screenshot, and the browser scrolls to it", async () => {
  const { slug } = await listWith(WIDE, WIDE, TALL);
  const page = await visit(`/${slug}`);
  const links = gallery(page).getByRole("link");
  await gallery(page).getByRole("link", { name: "Board 1" }).focus();
  await page.keyboard.press("ArrowRight");
  await waitForFocus(gallery(page).getByRole("link", { name: "Open screenshot 2" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await waitForFocus(links.last());
  await next(page).and(page.locator("[aria-disabled=true]")).waitFor();
  await page.keyboard.press("ArrowLeft");
  await waitForFocus(links.nth(1));
});

test.each(["no-preference", "reduce"] as const)(
  "with motion “%s”, a screenshot opens in a dialog, keys and buttons change it, and Escape returns the focus",
  async (reducedMotion) => {
    const site = await listWith(WIDE, TALL, WIDE);
    const page = await visit(`/${site.slug}`, { reducedMotion });
    const opener = gallery(page).getByRole("link", { name: "Open screenshot 2" });
    const dialog = dialogOf(page, site);
    const count = dialog.getByRole("status");
    await opener.focus();
    await page.keyboard.press("Enter");
    await count.filter({ hasText: "2 of 3" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await count.filter({ hasText: /3 of 3\s+Caption 3/ }).waitFor();
    await dialog.getByRole("button", { name: "Next screenshot" }).and(page.locator("[aria-disabled=true]")).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await count.filter({ hasText: "2 of 3" }).waitFor();
    await dialog.getByRole("button", { name: "Previous screenshot" }).click();
    await count.filter({ hasText: /1 of 3\s+Caption 1/ }).waitFor();
    const isInside = await dialog.getByRole("img", { name: "Board 1" }).evaluate((image) => {
      const [inner, outer] = [image, image.closest("dialog")!].map((element) => element.getBoundingClientRect());
      return inner!.width > 100 && inner!.left >= outer!.left && inner!.right <= outer!.right;
    });
    expect(isInside).toBe(true);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await waitForFocus(opener);
  },
);

test("without scripts, the gallery scrolls, has no buttons, and each screenshot links to its widest file", async () => {
  const { slug, shots } = await listWith(WIDE, WIDE, WIDE);
  const page = await visit(`/${slug}`, { javaScriptEnabled: false });
  const links = gallery(page).getByRole("link");
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(shots);
  expect(await gallery(page).getByRole("button").count()).toBe(0);
  await links.last().focus();
  const isShown = await links.last().evaluate((link) => link.getBoundingClientRect().right <= innerWidth);
  expect(isShown).toBe(true);
  const file = await page.request.get(shots[2]!);
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "image/webp"]);
});

test("the gallery is on the first screen of phones and wide windows, and nothing moves while it loads", async () => {
  const { slug } = await listWith(WIDE, TALL, WIDE);
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    const page = await visit("/about", { viewport: { width, height } });
    await page.route("**/*.woff2", (route) => route.abort());
    await page.goto(`/${slug}`);
    await page.waitForLoadState("networkidle");
    const moved = await page.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntriesByType("layout-shift")));
          for (const type of ["layout-shift", "paint"]) observer.observe({ type, buffered: true });
        }),
    );
    expect(moved, `${width} px`).toEqual([]);
    const box = (await gallery(page).locator("img").first().boundingBox())!;
    const bar = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(width < 768 ? bar.y : height);
  }
});

test("the gallery and its dialog are accessible, also in forced colours", async () => {
  const site = await listWith(WIDE, TALL, WIDE, [1600, 540], [700, 700]);
  const page = await visit(`/${site.slug}`);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await gallery(page).getByRole("link", { name: "Board 1" }).click();
  await dialogOf(page, site).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "active" });
  await page.keyboard.press("ArrowRight");
  await dialogOf(page, site).getByRole("status").filter({ hasText: "2 of 5" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("in the owner's preview, screenshots open as on the page", async () => {
  const site = await listWith(WIDE, TALL);
  const page = site.owner;
  await page.goto(`/site/edit/${site.id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await gallery(page).getByRole("link", { name: "Board 1" }).click();
  await dialogOf(page, site).getByRole("button", { name: "Next screenshot" }).click();
  await dialogOf(page, site).getByRole("status").filter({ hasText: "2 of 2" }).waitFor();
  await dialogOf(page, site).getByRole("button", { name: "Close" }).click();
  await dialogOf(page, site).waitFor({ state: "detached" });
});
