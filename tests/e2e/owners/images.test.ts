// @module-tag long
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { drawnPng } from "../../support/png.ts";
import { pressButton } from "../support/actions.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, writeArticle } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

const file = (name: string, buffer: Uint8Array) => ({ name, mimeType: "image/png", buffer: Buffer.from(buffer) });
const png = (name: string, width = 800, height = 500) => file(name, drawnPng(width, height));

const row = (page: Page, number: number) => page.getByRole("group", { name: `Screenshot ${number}` });
const alt = (page: Page, number: number) => row(page, number).getByLabel("Description for people who cannot see it");
const add = (page: Page) => page.getByLabel("Add screenshots");
const chooseLogo = (page: Page) => page.getByLabel(/^Choose (a|another) logo$/);
const allStored = (page: Page) => page.waitForFunction(() => !document.querySelector(".image-state"));
const descriptions = async (page: Page) =>
  Promise.all((await page.getByLabel("Description for people").all()).map((field) => field.inputValue()));

async function visitForm() {
  const page = await visitSignedIn("/sites/create");
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Site name").fill(`Site ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByLabel("Category").selectOption("Productivity");
  await pressButton(page, "Continue");
  await writeArticle(page, "It plans a week.");
  await pressButton(page, "Continue");
  return page;
}

test("a site is listed with a logo and screenshots that are ordered by keyboard", { tags: "journey" }, async () => {
  const page = await visitForm();
  await chooseLogo(page).setInputFiles(png("logo.png", 300, 300));
  await add(page).setInputFiles([png("first.png"), png("second.png", 900, 600)]);
  await allStored(page);
  await row(page, 1).getByText("Shown on cards").waitFor();
  await pressButton(page, "List site");
  await waitForFocus(alt(page, 1));
  expect(await page.getByText(SITE_IMAGE_MESSAGES.altRequired).count()).toBe(2);

  await alt(page, 1).fill("A board");
  await row(page, 1).getByText("7/200 characters").waitFor();
  await row(page, 2).getByLabel("Decorative").check();
  await row(page, 2).getByLabel("Caption").fill("The week");
  await page.getByRole("button", { name: "Move screenshot 2 up" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(page.getByRole("button", { name: "Move screenshot 1 up" }));
  await page.getByText("The screenshot is now number 1 of 2.").waitFor({ state: "attached" });
  await pressButton(page, "List site");
  await page.waitForURL(/\/pay\?siteId=\d+$/);

  const { results } = await callApi<{ results: EditableSite[] }>(page, "GET", "sites/");
  expect(results).toMatchObject([
    {
      logo: expect.stringMatching(/-256x256\.webp$/),
      screenshots: [
        { url: expect.stringMatching(/-900x600\.webp$/), alt: "", decorative: true, caption: "The week" },
        { url: expect.stringMatching(/-800x500\.webp$/), alt: "A board", decorative: false, caption: "" },
      ],
    },
  ]);
  await page.goto(`/${results[0]!.slug}`);
  const gallery = page.getByRole("region", { name: "Screenshots" });
  expect(await gallery.getByRole("listitem").count()).toBe(2);
  await gallery.getByRole("img", { name: "A board" }).waitFor();
  await page.locator(`header img[src="${results[0]!.logo!}"]`).first().waitFor();
});

/** Moves the mouse from the handle of one row to the lower or upper edge of another. */
async function drag(page: Page, from: number, to: Locator, isBelow: boolean) {
  const handle = row(page, from).locator(".drag-handle");
  await handle.hover();
  const start = (await handle.boundingBox())!;
  await page.mouse.down();
  // Rows are small during a drag.
  await page.mouse.move(start.x, start.y);
  await page.locator("[data-drag=moved]").waitFor();
  const { x, y, height } = (await to.boundingBox())!;
  await page.mouse.move(x + 20, isBelow ? y + height - 5 : y + 5, { steps: 5 });
}

test("screenshots are dragged and removed, and the focus follows", { tags: "journey" }, async () => {
  const page = await visitForm();
  await page.setViewportSize({ width: 1280, height: 1600 });
  await add(page).setInputFiles([png("a.png"), png("b.png"), png("c.png")]);
  await allStored(page);
  for (const [index, text] of ["A", "B", "C"].entries()) await alt(page, index + 1).fill(text);
  await drag(page, 1, row(page, 3), true);
  await page.mouse.up();
  await page.getByText("A is now number 3 of 3.").waitFor({ state: "attached" });
  expect(await descriptions(page)).toEqual(["B", "C", "A"]);
  await drag(page, 3, row(page, 1), false);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await descriptions(page)).toEqual(["B", "C", "A"]);

  // With a finger. Playwright only taps.
  const finger = await page.context().newCDPSession(page);
  const handle = row(page, 3).locator(".drag-handle");
  await handle.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const from = (await handle.boundingBox())!;
  const x = from.x + from.width / 2;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch("touchStart", from.y + from.height / 2);
  await touch("touchMove", from.y);
  await page.locator("[data-drag=moved]").waitFor();
  await touch("touchMove", (await row(page, 2).boundingBox())!.y + 5);
  await touch("touchEnd");
  await page.getByText("A is now number 2 of 3.").waitFor({ state: "attached" });
  expect(await descriptions(page)).toEqual(["B", "A", "C"]);

  await pressButton(page, "Remove screenshot 2");
  await waitForFocus(alt(page, 2));
  await page.getByText("A was removed. Left: 2.").waitFor({ state: "attached" });
  expect(await descriptions(page)).toEqual(["B", "C"]);
  await pressButton(page, "Remove screenshot 1");
  await pressButton(page, "Remove screenshot 1");
  await waitForFocus(add(page));
});
