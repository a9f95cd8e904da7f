// @module-tag long
import { expect, test } from "vitest";
import { visit } from "./support/visit.ts";

const SCREEN_ONLY = "header.site-header, footer.site-footer, aside, nav, form, button, .share-links, .paid-place";

test.each(["/", "/penpot", "/compare/element-vs-mattermost-vs-rocket-chat-vs-zulip"])(
  "%s prints only its content, within the width of a sheet of paper",
  async (path) => {
    const page = await visit(path, { colorScheme: "dark", viewport: { width: 718, height: 1000 } });
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
  },
);
