// @module-tag long
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
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
  await pressButton(page, "List this site");
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
  await pressButton(page, "List this site");
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

test("screenshots are removed, and the focus follows", { tags: "journey" }, async () => {
  const page = await visitForm();
  await add(page).setInputFiles([png("a.png"), png("b.png"), png("c.png")]);
  await allStored(page);
  for (const [index, text] of ["A", "B", "C"].entries()) await alt(page, index + 1).fill(text);
  await pressButton(page, "Remove screenshot 2");
  await waitForFocus(alt(page, 2));
  await page.getByText("B was removed. Left: 2.").waitFor({ state: "attached" });
  expect(await descriptions(page)).toEqual(["A", "C"]);
  await pressButton(page, "Remove screenshot 1");
  await pressButton(page, "Remove screenshot 1");
  await waitForFocus(add(page));
});
