// @module-tag long
import { Buffer } from "node:buffer";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { drawnPng } from "../../support/png.ts";
import { pressButton } from "../support/actions.ts";
import { holdRequests } from "../support/hold-requests.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { callApi, listSite, waitForText } from "../support/owners.ts";
import { visitSignedIn } from "../support/people.ts";

const FILE = path.join(import.meta.dirname, "../../../worker/commands/demo/media/federation.webp");
const UPLOADS = /\/api\/images\//;

const file = (name: string, buffer: Uint8Array) => ({ name, mimeType: "image/png", buffer: Buffer.from(buffer) });
const png = (name: string, width = 800, height = 500) => file(name, drawnPng(width, height));

const row = (page: Page, number: number) => page.getByRole("group", { name: `Screenshot ${number}` });
const rows = (page: Page) => page.getByRole("group", { name: /^Screenshot \d/ });
const alt = (page: Page, number: number) => row(page, number).getByLabel("Description for people who cannot see it");
const add = (page: Page) => page.getByLabel("Add screenshots");
const chooseLogo = (page: Page) => page.getByLabel(/^Choose (a|another) logo$/);
const allStored = (page: Page) => page.waitForFunction(() => !document.querySelector(".image-state"));
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const descriptions = async (page: Page) =>
  Promise.all((await page.getByLabel("Description for people").all()).map((field) => field.inputValue()));

async function visitForm() {
  const page = await visitSignedIn("/sites/create");
  await page.getByLabel("Site link").fill(`https://${crypto.randomUUID()}.example/`);
  await page.getByLabel("Site name").fill(`Site ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByLabel("Category").selectOption("Productivity");
  return page;
}

async function visitImagesOf(page: Page, id: number) {
  await page.goto(`/site/edit/${id}`);
  await page.getByRole("tab", { name: "Images" }).click();
}

test(
  "a site is listed with a logo and two screenshots, described and ordered by keyboard",
  { tags: "journey" },
  async () => {
    const page = await visitForm();
    await chooseLogo(page).setInputFiles(png("logo.png", 300, 300));
    await add(page).setInputFiles([png("first.png"), png("second.png", 900, 600)]);
    await allStored(page);
    await row(page, 1).getByText("Shown on cards").waitFor();
    await pressButton(page, "Continue");
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
    await pressButton(page, "Continue");
    await page.locator(".article-editor[aria-busy=false]").waitFor();
    await page.locator(".ce-paragraph").last().click();
    await page.keyboard.type("It plans a week.");
    await pressButton(page, "Continue");
    const details = page.getByRole("region", { name: "Details" });
    await details.getByText("A board").waitFor();
    expect(await details.locator(".review-screenshots img").count()).toBe(2);
    // A refusal opens the step of its field.
    const refusal = {
      error: SITE_IMAGE_MESSAGES.notStoredAnyMore,
      fields: { logo: SITE_IMAGE_MESSAGES.notStoredAnyMore },
    };
    await page.route("**/api/sites/", (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
    await pressButton(page, "List site");
    await waitForFocus(chooseLogo(page));
    await pressButton(page, "Continue");
    await heading(page, "Step 2 of 3 Content").waitFor();
    await pressButton(page, "Continue");
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
  },
);

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

test("screenshots are dragged and removed, and the focus follows", async () => {
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

test("dropped and pasted files are uploaded, and those too many or there already are refused in words", async () => {
  const page = await visitForm();
  await add(page).setInputFiles(FILE);
  await add(page).setInputFiles(FILE);
  await waitForText(page, "federation.webp is here already.");
  await allStored(page);
  const arrive = (kind: "drop" | "paste", names: string[], target: string) =>
    page.evaluate(
      ([how, all, bytes, selector]) => {
        const data = new DataTransfer();
        for (const name of all) data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        const options = { bubbles: true, cancelable: true };
        document
          .querySelector(selector)!
          .dispatchEvent(
            how === "drop"
              ? new DragEvent("drop", { ...options, dataTransfer: data })
              : new ClipboardEvent("paste", { ...options, clipboardData: data }),
          );
      },
      [kind, names, [...drawnPng(400, 400)], target] as const,
    );
  await arrive("drop", ["logo.png"], ".site-logo legend");
  await arrive("paste", ["pasted.png"], "body");
  await arrive("drop", ["3.png", "4.png", "5.png", "6.png"], "h1");
  await waitForText(page, "6.png was left out: you can add at most 5 screenshots.");
  await allStored(page);
  expect(await rows(page).count()).toBe(5);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await waitForFocus(chooseLogo(page));
  // At the limit, the button says so and keeps the focus.
  await add(page).focus();
  await page.keyboard.press("Enter");
  await waitForText(page, SITE_IMAGE_MESSAGES.tooMany);
  await waitForFocus(add(page));
});

test("a file that cannot be used says why at its row, and another one takes its place", async () => {
  const page = await visitForm();
  let requests = 0;
  page.on("request", (request) => UPLOADS.test(request.url()) && (requests += 1));
  const svg = { name: "sign.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await add(page).setInputFiles(svg);
  await waitForText(page, `sign.svg: ${IMAGE_MESSAGES.wrongType}`);
  await chooseLogo(page).setInputFiles(svg);
  await page.getByRole("group", { name: "Logo", exact: true }).getByText("sign.svg").waitFor();
  // The browser cannot draw it, so it stays too large.
  await add(page).setInputFiles(file("huge.png", new Uint8Array(6 * 1024 * 1024)));
  await row(page, 1).getByText(`huge.png: ${IMAGE_MESSAGES.tooLarge}`).waitFor();
  expect(requests).toBe(0);

  await add(page).setInputFiles(file("broken.png", Buffer.from("no image")));
  await row(page, 2).getByText(`broken.png: ${IMAGE_MESSAGES.wrongType}`).waitFor();
  await chooseLogo(page).setInputFiles(png("wide.png", 400, 200));
  await waitForText(page, `wide.png: ${SITE_IMAGE_MESSAGES.logoNotSquare}`);
  await pressButton(page, "Remove screenshot 1");
  await alt(page, 1).fill("A board");
  await pressButton(page, "Continue");
  const another = page.getByLabel("Choose another file for screenshot 1");
  await waitForFocus(chooseLogo(page));
  expect(await another.getAttribute("aria-invalid")).toBe("true");
  await another.setInputFiles(png("whole.png"));
  await row(page, 1).locator("img[src^='/media/']").waitFor();
  expect(await alt(page, 1).inputValue()).toBe("A board");
});

test("the browser shrinks a large photo before it sends it", async () => {
  const page = await visitForm();
  const photo = drawnPng(2400, 1500, { isNoise: true });
  expect(photo.length).toBeGreaterThan(10 * 1024 * 1024);
  const [sent] = await Promise.all([page.waitForRequest(UPLOADS), add(page).setInputFiles(file("photo.png", photo))]);
  expect(Number((await sent.allHeaders())["content-length"])).toBeLessThan(5 * 1024 * 1024);
  await allStored(page);
  await row(page, 1).locator('img[src*="-1600x1000."]').waitFor();
});

test("an upload that fails without a network is sent again from memory", { tags: "journey" }, async () => {
  const page = await visitForm();
  await page.context().setOffline(true);
  await add(page).setInputFiles(png("board.png"));
  await row(page, 1).getByText("You're offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again the upload of screenshot 1" }).focus();
  await page.keyboard.press("Enter");
  // The button that had the focus is gone.
  await waitForFocus(alt(page, 1));
  await row(page, 1).locator("img[src^='/media/']").waitFor();
});

test("while an upload runs, its progress is shown, Continue waits for it, and leaving asks", async () => {
  const page = await visitForm();
  const release = await holdRequests(page, UPLOADS);
  await add(page).setInputFiles([png("board.png"), png("week.png")]);
  await row(page, 1)
    .getByRole("progressbar", { name: /Uploading board.png/ })
    .waitFor();
  await row(page, 2).getByText("week.png waits for the image before it.").waitFor();
  await page.getByRole("button", { name: "Cancel the upload of screenshot 2" }).focus();
  await page.keyboard.press("Enter");
  await waitForFocus(alt(page, 1));
  expect(await rows(page).count()).toBe(1);
  await alt(page, 1).fill("A board");

  await page.getByRole("link", { name: "Dashboard" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave before the images are uploaded?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await pressButton(page, "Continue");
  await page.getByRole("button", { name: "Waiting for an upload…" }).waitFor();
  release();
  await heading(page, "Step 2 of 3 Content").waitFor();
});

test("a draft keeps images over a reload, and asks again for those that are not stored", async () => {
  const page = await visitForm();
  await add(page).setInputFiles(png("stored.png"));
  await allStored(page);
  const [stored] = await page
    .locator(".screenshot-image img")
    .evaluateAll((all) => all.map((image) => image.getAttribute("src")));
  await page.route(UPLOADS, (route) => route.fulfill({ status: 503, json: { error: IMAGE_MESSAGES.notStored } }));
  await add(page).setInputFiles(png("lost.png"));
  await row(page, 2).getByText(IMAGE_MESSAGES.notStored).waitFor();
  await alt(page, 2).fill("Typed already");
  await page.unroute(UPLOADS);
  await page.route(`**${stored!}`, (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  await pressButton(page, "Continue with the draft");
  await row(page, 1).getByText(SITE_IMAGE_MESSAGES.notStoredAnyMore).waitFor();
  await row(page, 2).getByText("This image was not uploaded. Please choose its file again.").waitFor();
  expect(await alt(page, 2).inputValue()).toBe("Typed already");
  for (const number of [1, 2])
    await page.getByLabel(`Choose a file for screenshot ${number}`).setInputFiles(png(`${number}.png`));
  await allStored(page);
  expect(await page.locator(".screenshot-image img").count()).toBe(2);
});

test("the icon of the site becomes its logo, or the form says why not", async () => {
  const page = await visitForm();
  await page.route("**/api/sites/proposal/**", (route) =>
    route.fulfill({ json: { link: "", name: "", description: "", icon_url: "", logo_url: "/media/remote/icon" } }),
  );
  await page.route("**/media/remote/icon", (route) => route.fulfill({ status: 404, body: "" }), { times: 1 });
  await pressButton(page, "Use the icon of your site");
  await waitForText(page, "We found no icon of at least 128 pixels. Please choose a file.");
  const icon = (side: number) => ({ contentType: "image/png", body: Buffer.from(drawnPng(side, side)) });
  await page.route("**/media/remote/icon", (route) => route.fulfill(icon(64)), { times: 1 });
  await pressButton(page, "Use the icon of your site");
  await waitForText(page, `The icon of your site: ${SITE_IMAGE_MESSAGES.logoNotSquare}`);
  await page.route("**/media/remote/icon", (route) => route.fulfill(icon(180)), { times: 1 });
  await pressButton(page, "Use the icon of your site");
  await page.locator('.site-logo img[src$="-180x180.webp"]').waitFor();
});

test("images are changed in their own tab, a save of texts keeps them, and a refused one opens the tab", async () => {
  const page = await visitSignedIn("/user");
  const { id } = await listSite(page);
  const stored = () => callApi<EditableSite>(page, "GET", `sites/${id}/`);
  await visitImagesOf(page, id);
  await chooseLogo(page).setInputFiles(png("logo.png", 200, 200));
  await add(page).setInputFiles(png("board.png"));
  await alt(page, 1).fill("A board");
  await pressButton(page, "Save Changes");
  await page.waitForURL("**/dashboard");
  const { logo, screenshots } = await stored();
  expect([logo, screenshots]).toMatchObject([expect.stringContaining("-200x200"), [{ alt: "A board" }]]);

  await page.goto(`/site/edit/${id}`);
  await page.getByLabel("Description (optional)").fill("Another text");
  await pressButton(page, "Save Changes");
  await page.waitForURL("**/dashboard");
  expect(await stored()).toMatchObject({ description: "Another text", logo, screenshots });

  const refusal = { "screenshots.0.url": SITE_IMAGE_MESSAGES.notStoredAnyMore };
  await page.goto(`/site/edit/${id}`);
  await page.route(
    `**/api/sites/${id}/`,
    (route) => route.fulfill({ status: 400, json: { error: SITE_IMAGE_MESSAGES.notStoredAnyMore, fields: refusal } }),
    { times: 1 },
  );
  await pressButton(page, "Save Changes");
  await waitForFocus(page.getByLabel("Choose a file for screenshot 1"));
  await page.getByLabel("Choose a file for screenshot 1").setInputFiles(png("again.png", 500, 400));
  await pressButton(page, "Remove logo");
  await pressButton(page, "Save Changes");
  await page.waitForURL("**/dashboard");
  expect(await stored()).toMatchObject({
    logo: null,
    screenshots: [{ url: expect.stringContaining("-500x400"), alt: "A board" }],
  });
});
