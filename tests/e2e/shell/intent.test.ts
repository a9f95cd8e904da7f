// @module-tag long
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { stopClock, visit } from "../support/visit.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Longer than the pointer must rest. */
const REST_MS = 200;

const cards = (page: Page) => page.locator("#results .card-link");
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const dataPath = async (card: Locator) => `/api/pages${await card.getAttribute("href")}`;

/** The paths of the responses that came from the network, not from the browser's cache. */
async function watchNetwork(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Network.responseReceived", ({ response }) => {
    if (!response.fromDiskCache) paths.push(new URL(response.url).pathname);
  });
  await session.send("Network.enable");
  return paths;
}

/** A finger stays at the element until `lift`. */
async function touch(page: Page, element: Locator) {
  const { x, y, width } = (await element.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", up = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + 5 - up }],
    });
  await send("touchStart");
  return { move: (up: number) => send("touchMove", up), lift: () => send("touchEnd") };
}

test.each([
  [
    "a pointer that rests",
    {},
    async (page: Page, card: Locator) => (await card.hover(), () => page.mouse.down().then(() => page.mouse.up())),
  ],
  ["a finger", PHONE, async (page: Page, card: Locator) => (await touch(page, card)).lift],
  ["the focus", {}, async (page: Page, card: Locator) => (await card.focus(), () => page.keyboard.press("Enter"))],
] as const)(
  "%s on a link fetches the page's data and scripts once, and the page uses them",
  async (_, options, begin) => {
    const page = await visit("/", options);
    const network = await watchNetwork(page);
    const card = cards(page).first();
    await card.scrollIntoViewIfNeeded();
    const path = await dataPath(card);
    const name = await card.innerText();
    const isScript = (asked: string) => asked.includes("/site-page-");
    const open = await begin(page, card);
    await expect.poll(() => network.filter((asked) => asked === path || isScript(asked))).toHaveLength(2);
    expect(await title(page).innerText()).not.toBe(name);
    await open();
    await title(page).filter({ hasText: name }).waitFor();
    expect(network.filter((asked) => asked === path || isScript(asked))).toHaveLength(2);
  },
);

test("a finger that scrolls over a list fetches no page", async () => {
  const page = await visit("/", PHONE);
  await cards(page).nth(1).scrollIntoViewIfNeeded();
  const network = await watchNetwork(page);
  const [flicked, pressed] = [await dataPath(cards(page).first()), await dataPath(cards(page).nth(1))];
  await stopClock(page);
  /** The page listens before this returns. */
  const listen = (event: string) =>
    page.evaluateHandle((type) => {
      const came = new Promise<void>((resolve) => document.addEventListener(type, () => resolve(), { once: true }));
      return { came };
    }, event);
  const cancelled = await listen("pointercancel");
  const finger = await touch(page, cards(page).first());
  for (const up of [20, 40, 60]) await finger.move(up);
  await cancelled.evaluate(({ came }) => came);
  await page.clock.runFor(REST_MS);
  // The page scrolls on for a moment after a fast finger.
  const settled = await listen("scrollend");
  await finger.lift();
  await settled.evaluate(({ came }) => came);
  const again = await touch(page, cards(page).nth(1));
  await page.clock.runFor(REST_MS);
  await expect.poll(() => network).toContain(pressed);
  await again.lift();
  expect(network).not.toContain(flicked);
});

test("if the browser saves data, nothing is fetched before a link is opened", async () => {
  const page = await visit("/");
  const network = await watchNetwork(page);
  const [hovered, opened] = [await dataPath(cards(page).first()), await dataPath(cards(page).nth(1))];
  await stopClock(page);
  await page.evaluate(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await cards(page).first().hover();
  await page.clock.runFor(REST_MS);
  await cards(page).nth(1).click();
  await expect.poll(() => network).toContain(opened);
  expect(network).not.toContain(hovered);
});
