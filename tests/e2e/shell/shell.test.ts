// @module-tag long
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { findSmallTargets } from "../support/in-page-checks.ts";
import { tabTo, waitForFocus } from "../support/keyboard.ts";
import { articleOf, listSite } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";
import { visit, waitForEffects, waitForHydration } from "../support/visit.ts";

const PHONE = { width: 390, height: 844 };

const links = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");
const link = (page: Page, name: string) => links(page).filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => dialog(page).getByLabel("Search products, sites and categories");
/** Escape hides the dialog first. React removes it after the event `close`, and only then a key opens it again. */
const isClosed = (page: Page) => page.locator("dialog.search-dialog").waitFor({ state: "detached" });

/** Whether something else is in front of the middle of an element. */
const isCovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit) && !hit?.contains(element);
  });

test(
  "the link, / and Ctrl-K open the search, Escape closes it, and the focus returns",
  { tags: "journey" },
  async () => {
    const page = await visit("/about");
    const before = page.getByRole("main").getByRole("link", { name: "search and browse" });
    for (const key of ["/", "Control+k", "Meta+k", "Control+K"]) {
      await before.focus();
      await page.keyboard.press(key);
      await waitForFocus(field(page));
      expect(await field(page).inputValue()).toBe("");
      await page.keyboard.press("Escape");
      await isClosed(page);
      await waitForFocus(before);
    }
    await tabTo(page, link(page, "Search"));
    await page.keyboard.press("Enter");
    await waitForFocus(field(page));
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await isClosed(page);
    await waitForFocus(link(page, "Search"));
    expect(new URL(page.url()).pathname).toBe("/about");
  },
);

test("a letter in a field opens no search, and a dialog none above it", async () => {
  const page = await visit("/");
  await page.locator("#search").pressSequentially("tcp/ip");
  expect(await page.locator("#search").inputValue()).toBe("tcp/ip");
  expect(await dialog(page).count()).toBe(0);
  await page.goto("/contact");
  await page.getByLabel("Message").pressSequentially("and/or");
  expect(await page.getByLabel("Message").inputValue()).toBe("and/or");
  expect(await dialog(page).count()).toBe(0);

  await page.goto("/login");
  await page.getByRole("button", { name: "Forgot Password?" }).click();
  await page.getByRole("dialog", { name: "Reset your password" }).getByRole("button", { name: "Close" }).focus();
  for (const key of ["/", "Control+k"]) await page.keyboard.press(key);
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await field(page).waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Control+k");
  expect(await page.getByRole("dialog").count()).toBe(1);
});

test("in the article editor, / is a letter and Ctrl-K makes a link", async () => {
  const page = await visitSignedIn("/user");
  const { id } = await listSite(page, { blog: { content: articleOf("A short text.") } });
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Blog Content" }).click();
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  const paragraph = page.locator(".ce-paragraph").last();
  await paragraph.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and/or");
  await paragraph.getByText("A short text. and/or").waitFor();
  await page.keyboard.press("Shift+Home");
  await page.locator(".ce-popover--inline.ce-popover--opened").waitFor({ state: "attached" });
  await page.keyboard.press("Control+k");
  const address = page.locator(".ce-inline-tool-input");
  await waitForFocus(address);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("/");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("arrow keys choose a suggestion of the search, Enter opens it, and the first Escape closes only the list", async () => {
  const page = await visit("/contact");
  await page.keyboard.press("/");
  await field(page).fill("sla");
  const slack = dialog(page).getByRole("option", { name: /^Slack \d+ alternatives$/ });
  await slack.waitFor();
  await page.keyboard.press("Escape");
  await slack.waitFor({ state: "hidden" });
  expect(await field(page).inputValue()).toBe("sla");
  await field(page).pressSequentially("c");
  await slack.waitFor();
  await waitForEffects(page);
  await page.keyboard.press("ArrowDown");
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await slack.getAttribute("id"));
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { level: 1, name: /alternatives to Slack/ });
  await waitForFocus(title);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("Enter without a choice searches all sites, from each page", async () => {
  const page = await visit("/categories/communication");
  for (const words of ["wikipedia", "password"]) {
    // React listens for keys a moment after it has started to hydrate.
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+k");
        return dialog(page).count();
      })
      .toBe(1);
    await field(page).fill(words);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/?q=${words}`);
    await isClosed(page);
    await page.locator(".result-count", { hasText: `for “${words}”` }).waitFor();
    await expect.poll(() => page.locator("#search").inputValue()).toBe(words);
  }
});

test("without scripts, the search link leads to the field of the home page, in view", async () => {
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

test("on a phone, the search fills the screen and is accessible", async () => {
  const page = await visit("/price", { viewport: PHONE, hasTouch: true, isMobile: true });
  await link(page, "Search").tap();
  await waitForFocus(field(page));
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
  await field(page).pressSequentially("a");
  const last = dialog(page).getByRole("option").last();
  await last.scrollIntoViewIfNeeded();
  expect(await isCovered(last)).toBe(false);
  const { bottom } = await last.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);
  expect(await page.evaluate(findSmallTargets)).toEqual([]);
});

test("the search with its suggestions is accessible", async () => {
  const page = await visit("/about");
  await page.keyboard.press("/");
  await field(page).fill("sla");
  await dialog(page).getByRole("option").first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("a screen reader meets the name, the search, the sections, the account and the way to list a site", async () => {
  const page = await visit("/price", { viewport: PHONE });
  expect(await page.getByRole("banner").ariaSnapshot()).toMatchInlineSnapshot(`
    "- banner:
      - link "Switchlist":
        - /url: /
      - navigation "Main":
        - list:
          - listitem:
            - link "Search":
              - /url: /#search
          - listitem:
            - link "Categories":
              - /url: /#categories
          - listitem:
            - link "Blog":
              - /url: /blogs
          - listitem:
            - link "Pricing":
              - /url: /price
          - listitem:
            - link "Sign In":
              - /url: /login?next=%2Fprice
      - link "List a site":
        - /url: /sites/create"
  `);
});

test.each([320, 360, 390])(
  "at %i px, a thumb reaches each section at the bottom without scrolling, and no label is cut off",
  async (width) => {
    for (const page of [await visit("/"), await visitSignedIn("/")]) {
      await page.setViewportSize({ width, height: 640 });
      await page.mouse.wheel(0, 2000);
      await page.waitForFunction(() => scrollY > 1000);
      const shown = links(page).filter({ visible: true });
      expect(await shown.allInnerTexts()).toEqual([
        "Search",
        "Categories",
        "Blog",
        "Pricing",
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
  },
);

test.each([
  ["/categories/communication", "Categories"],
  ["/alternatives/slack", "Popular"],
  ["/blogs", "Blog"],
  ["/blogs/how-to-choose-a-software-alternative", "Blog"],
  ["/price", "Pricing"],
  ["/login", "Sign In"],
  ["/mattermost", undefined],
  ["/price-of-nothing", undefined],
])("%s: the header marks the section %s, also in forced colours", async (path, name) => {
  const page = await visit(path, { forcedColors: "active", viewport: { width: 1280, height: 800 } });
  const marked = links(page).and(page.locator("[aria-current]"));
  expect(await marked.allInnerTexts()).toEqual(name ? [name] : []);
  if (!name || name === "Popular") return;
  await page.setViewportSize(PHONE);
  const borderOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).borderBlockEndWidth);
  expect(await borderOf(marked)).toBe("3px");
  expect(await borderOf(links(page).and(page.locator(":not([aria-current])")).first())).toBe("0px");
});

test.each([PHONE, { width: 1280, height: 800 }])(
  "at $width px, links to parts of the home page bring them into view below the header, and move the focus",
  async (viewport) => {
    const page = await visit("/about", { viewport });
    const isInView = async (part: string) => {
      await waitForFocus(page.locator(`#${part}`));
      await page.waitForFunction((id) => {
        const header = document.querySelector(".site-header .wrap")!.getBoundingClientRect();
        const { top } = document.querySelector(`#${id}`)!.getBoundingClientRect();
        return top >= header.bottom && top < header.bottom + 64;
      }, part);
    };
    await waitForHydration(page);
    await link(page, "Categories").click();
    await page.waitForURL("**/#categories");
    await isInView("categories");
    await page.mouse.wheel(0, -500);
    await link(page, "Categories").click();
    await isInView("categories");
    for (const part of ["popular", "categories", "search"]) {
      await page.goto("about:blank");
      await page.goto(`/#${part}`);
      await page.waitForFunction(() => scrollY > 0 || location.hash === "#search");
      expect(await isCovered(page.locator(part === "search" ? "#search" : `#${part} h2`))).toBe(false);
    }
  },
);

test("in a low window the bottom bar makes room while a text field has the focus", async () => {
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
