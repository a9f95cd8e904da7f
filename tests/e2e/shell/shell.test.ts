// @module-tag long
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { visitSignedIn } from "../support/people.ts";
import { visit } from "../support/visit.ts";

const PHONE = { width: 390, height: 844 };

const links = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");
const link = (page: Page, name: string) => links(page).filter({ hasText: name });
/** Whether something else is in front of the middle of an element. */
const isCovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit) && !hit?.contains(element);
  });

test("without scripts, the search link leads to the field of the home page, in view", { tags: "journey" }, async () => {
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    const page = await visit("/terms-of-nothing", { javaScriptEnabled: false, viewport });
    await link(page, "Search").click();
    await page.waitForURL("**/#search");
    expect(await isCovered(page.locator("#search"))).toBe(false);
    await page.locator("#search").fill("wikipedia");
    await page.keyboard.press("Enter");
    await page.waitForURL(/[?&]q=wikipedia/);
  }
});

test("on the smallest phone, a thumb reaches each section, and no label is cut off", { tags: "journey" }, async () => {
  for (const page of [await visit("/"), await visitSignedIn("/")]) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction(() => scrollY > 1000);
    const shown = links(page).filter({ visible: true });
    expect(await shown.allInnerTexts()).toEqual([
      "Search",
      "Categories",
      "Products",
      "Blog",
      expect.stringMatching(/^(Sign In|Dashboard)$/),
    ]);
    const boxes = await page
      .getByRole("banner")
      .getByRole("link")
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((element) => {
          const box = element.getBoundingClientRect();
          const label = document.createRange();
          label.selectNodeContents(element);
          const text = label.getBoundingClientRect();
          return {
            isBig: box.width >= 44 && box.height >= 44,
            isCut: text.left < Math.max(box.left, 0) || text.right > Math.min(box.right, innerWidth),
            isInside: box.top >= 0 && box.bottom <= innerHeight,
          };
        }),
      );
    expect(boxes).toHaveLength(7);
    for (const box of boxes) expect(box).toEqual({ isBig: true, isCut: false, isInside: true });
    for (const one of await shown.all()) expect(await isCovered(one)).toBe(false);
    const tops = await shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(Math.min(...tops)).toBeGreaterThan(500);
  }
});

test.each([PHONE, { width: 1280, height: 800 }])(
  "at $width px, an address of a part of the home page shows it below the header",
  async (viewport) => {
    const page = await visit("about:blank", { viewport });
    for (const part of ["popular", "categories", "search"]) {
      await page.goto("about:blank");
      await page.goto(`/#${part}`);
      await expect.poll(() => isCovered(page.locator(part === "search" ? "#search" : `#${part} h2`))).toBe(false);
    }
  },
);

test("in a low window the bottom bar makes room while a text field has the focus", { tags: "journey" }, async () => {
  const page = await visit("/contact", { viewport: { width: 390, height: 400 } });
  await page.getByLabel("Message").focus();
  await link(page, "Blog").waitFor({ state: "hidden" });
  expect(await isCovered(page.getByLabel("Message"))).toBe(false);
  await page.getByRole("button", { name: "Send Message" }).focus();
  await link(page, "Blog").waitFor();
  await page.setViewportSize(PHONE);
  await page.getByLabel("Message").focus();
  await link(page, "Blog").waitFor();
});

test("the bottom bar keeps clear of the edge that a phone keeps for itself", async () => {
  const page = await visit("/price", { viewport: PHONE });
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setSafeAreaInsetsOverride" as never, { insets: { bottom: 34 } } as never);
  const bottom = () => link(page, "Blog").evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBe(34);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const last = page.getByRole("contentinfo").getByRole("link").last();
  expect(await isCovered(last)).toBe(false);
});
