import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { createBlogPath, createSitePath, dashboardPath, editSitePath, sitesPath } from "#schema/paths.ts";
import type { HomePage } from "#schema/pages.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { openBrowser } from "../support/browser.ts";
import { startLocalServer } from "../support/local-server.ts";
import { insertBenchUsers, TOKENS } from "./bench-users.ts";
import { watchInteractions } from "./interactions-in-page.ts";
import { median } from "./percentile.ts";
import { PHONE } from "./phone.ts";
import { syntheticSites } from "./synthetic-sites.ts";

// `node tests/bench/interactions.ts [--directory FILE.jsonl --only WORDS]` measures in Chromium how long a person waits
// after a tap or a key, and needs a build. By default the directory has made-up sites.

const SITES = 5077;
const OWN_SITES = 100;
const RUNS = 5;
const SLOWER = 4;
/** A finger that taps stays on the screen about that long. */
const TAP_MS = 90;
const SLOWLY = { delay: 250 };
/** A person reads or types that long before the next tap. */
const REST_MS = 3000;
/** Lighthouse's phone profile: 150 ms, 1.6 Mbit/s. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export type InteractionFigures = {
  what: string;
  aimMs: number;
  medianMs: number;
  longestMs: number;
  /** The longest task of the main thread. 0: none took 50 ms. */
  longestTaskMs: number;
};

type Interaction = { what: string; aimMs: number; isSlowNetwork?: boolean; run: (page: Page) => Promise<number> };

const INTERACTIONS: Interaction[] = [
  {
    what: "search: from a letter to the found sites",
    aimMs: 200,
    run: (page) => typeSearch(page, "/", [".result-count", "“past”"]),
  },
  {
    what: "a product's 24 cards: from a letter to the found sites",
    aimMs: 200,
    run: async (page) => typeSearch(page, await productPath(page), [".result-count", "“past”"]),
  },
  {
    what: "dashboard: a letter in its search",
    aimMs: 100,
    run: (page) => nextPaint(page, dashboardPath, "#own-search", (field) => field.pressSequentially("so", SLOWLY)),
  },
  { what: "dashboard: open a tab", aimMs: 100, run: tapOn(dashboardPath, "#dashboard-payments") },
  { what: "dashboard: open a dialog", aimMs: 100, run: tapOn(dashboardPath, ".own-site [aria-haspopup=dialog]") },
  {
    what: "dashboard: open the next page",
    aimMs: 100,
    run: tapOn(dashboardPath, ".own-site-list ~ .pager [rel=next]"),
  },
  { what: "your sites: edit a row", aimMs: 100, run: tapOn(sitesPath, ".table-actions button") },
  {
    what: "edit a site: from the tap on its article to the open editor",
    aimMs: 1500,
    isSlowNetwork: true,
    run: async (page) => {
      await open(page, editSitePath(1));
      return timeUntil(page, EDITOR, () => tap(page.getByRole("tab", { name: "Blog Content" })));
    },
  },
  {
    what: "list a site: from the tap on “Continue” to the open editor",
    aimMs: 1500,
    isSlowNetwork: true,
    run: async (page) => {
      await open(page, createSitePath);
      await page.getByLabel("Site name").fill("Site of the bench");
      await page.locator("[name=link]").fill("https://site-of-the-bench.example/");
      await page.getByLabel("Category").selectOption({ index: 1 });
      await page.locator("[name='alternatives.0.name']").fill("A product");
      await page.locator("[name='alternatives.0.link']").fill("https://product.example/");
      await setTimeout(REST_MS);
      return timeUntil(page, EDITOR, () => tap(page.getByRole("button", { name: "Continue" })));
    },
  },
  {
    what: "dashboard: from the tap on “Add Blog” to the open editor",
    aimMs: 1500,
    isSlowNetwork: true,
    run: async (page) => {
      await open(page, dashboardPath);
      const begin = await tap(page.locator(`main a[href="${createBlogPath}"]`).first());
      // Its policy is another one, so the editor is in a document of its own.
      await page.waitForURL(createBlogPath);
      const start = await page.evaluate(() => performance.timeOrigin);
      return start - begin + (await page.evaluate((editor) => window.watched.waitFor(editor, "", 0), EDITOR));
    },
  },
  {
    what: "a product: from the first tap to the open filters",
    aimMs: 1000,
    isSlowNetwork: true,
    // The tap loads the app.
    run: async (page) => {
      await page.goto(await productPath(page), { waitUntil: "networkidle" });
      await page.evaluate(() => void (window.watched.tasksMs.length = 0));
      return timeUntil(page, "dialog[open]", () => tap(page.locator(".filters-button")));
    },
  },
  {
    what: "a list: from the tap on a site to its page",
    aimMs: 1000,
    isSlowNetwork: true,
    run: async (page) => {
      await open(page, "/");
      return timeUntil(page, SITE_PAGE, () => tap(page.locator(CARD)));
    },
  },
  {
    what: "a page: from “Back” to its list",
    aimMs: 100,
    isSlowNetwork: true,
    run: async (page) => {
      await open(page, "/");
      await tap(page.locator(CARD));
      await page.locator(SITE_PAGE).first().waitFor();
      // The browser's cache keeps responses for 30 seconds only.
      const session = await page.context().newCDPSession(page);
      await session.send("Network.clearBrowserCache");
      return timeUntil(page, "#results", () => page.evaluate(() => history.back()));
    },
  },
];

const CARD = "#results .card-link >> nth=3";
const SITE_PAGE = ".site-columns";
const EDITOR = ".article-editor[aria-busy=false]";

/** `lines` is a directory in the format of `npm run import`. Measures what `only` is a part of. */
export async function measureInteractions(lines = madeUp(), only = ""): Promise<InteractionFigures[]> {
  const server = await startLocalServer((store) => fill(store, lines));
  const browser = await openBrowser();
  try {
    const figures: InteractionFigures[] = [];
    for (const interaction of INTERACTIONS.filter(({ what }) => what.includes(only)))
      figures.push(await measure(browser, server.url, interaction));
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function fill(store: Store, lines: AsyncIterable<string>): Promise<void> {
  await importLines(store.db, lines, { onBadLine: (_, reason) => console.error(reason), onProgress: () => {} });
  await insertBenchUsers(store, Date.now());
  const owner = "(SELECT owner_id FROM sites WHERE id = 1)";
  await store.db.$client.prepare(`UPDATE sites SET owner_id = ${owner} WHERE id <= ?`).bind(OWN_SITES).run();
}

async function measure(browser: Browser, baseURL: string, { run, what, aimMs, isSlowNetwork }: Interaction) {
  const ms: number[] = [];
  const tasksMs = [0];
  for (let count = 0; count < RUNS; count += 1) {
    const context = await browser.newContext({ baseURL, ...PHONE });
    await context.addCookies([{ name: "session", value: TOKENS[0]!, url: baseURL }]);
    await context.addInitScript(watchInteractions);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await session.send("Network.enable");
    // The Worker would fetch them from the internet.
    await session.send("Network.setBlockedURLs", { urls: ["*/favicons/*"] });
    if (isSlowNetwork) await session.send("Network.emulateNetworkConditions", SLOW_4G);
    ms.push(await run(page));
    tasksMs.push(...(await page.evaluate(() => window.watched.tasksMs)));
    await context.close();
  }
  return { what, aimMs, medianMs: median(ms), longestMs: Math.max(...ms), longestTaskMs: Math.max(...tasksMs) };
}

/** Opens a page and waits until it has loaded and rests. Only later tasks count. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => window.dispatchEvent(new Event("pointerdown")));
  await page.waitForFunction(() => "hydrated" in window);
  await page.evaluate(() => (window as unknown as { hydrated: Promise<void> }).hydrated);
  await setTimeout(REST_MS);
  await page.evaluate(() => {
    window.watched.tasksMs.length = 0;
    window.watched.eventsMs.length = 0;
  });
}

async function timeUntil(page: Page, selector: string, act: () => Promise<unknown>, text = ""): Promise<number> {
  const waited = page.evaluate((to) => window.watched.waitFor(...to), [selector, text] as const);
  // The page listens after the next frame.
  await setTimeout(100);
  await act();
  return waited;
}

/** Returns when the finger touched the screen, in Unix ms. */
async function tap(element: Locator): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = (await element.boundingBox())!;
  const session = await element.page().context().newCDPSession(element.page());
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touched = Date.now();
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await setTimeout(TAP_MS);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  return touched;
}

async function typeSearch(page: Page, path: string, [selector, text]: [string, string]): Promise<number> {
  await open(page, path);
  const field = page.locator("#search");
  await field.focus();
  await field.pressSequentially("pas", SLOWLY);
  return timeUntil(page, selector, () => field.press("t"), text);
}

/** The longest time from a tap or a key to the next paint. */
async function nextPaint(page: Page, path: string, selector: string, act: (element: Locator) => Promise<unknown>) {
  await open(page, path);
  await act(page.locator(selector).first());
  await setTimeout(REST_MS);
  // Event timing reports from 16 ms on.
  return page.evaluate(() => Math.max(16, ...window.watched.eventsMs));
}

function tapOn(path: string, selector: string) {
  return (page: Page) => nextPaint(page, path, selector, tap);
}

/** The product with the most sites. */
async function productPath(page: Page): Promise<string> {
  await page.goto("/");
  return page.evaluate(async () => {
    const { mostReplaced } = (await (await fetch("/api/pages/home/")).json()) as HomePage;
    return `/alternatives/${mostReplaced[0]!.slug}`;
  });
}

if (import.meta.main) {
  const { directory, only } = parseArgs({
    options: { directory: { type: "string" }, only: { type: "string", default: "" } },
  }).values;
  console.table(await measureInteractions(directory === undefined ? madeUp() : linesOf(directory), only));
}

async function* madeUp() {
  yield* syntheticSites(SITES);
}

async function* linesOf(file: string) {
  yield* (await readFile(file, "utf8")).split("\n").filter(Boolean);
}
