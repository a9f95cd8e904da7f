import type { Browser, Page } from "playwright-core";
import type { HomePage } from "#schema/pages.ts";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { openBrowser } from "../support/browser.ts";
import { startLocalServer } from "../support/local-server.ts";
import { PHONE } from "./phone.ts";
import { syntheticSites } from "./synthetic-sites.ts";

// `node tests/bench/visit.ts` counts in Chromium what a visit loads, and needs a build. The numbers are in edge-month.ts.
//
// Half of the visits begin at the home page: search, a site, a product that it replaces. The others come from a search
// engine to a product, and open a site. Half of each are on a phone. On each page the visitor scrolls half-way down; lazy
// images load a little earlier than they are seen.

const SCREENS = [PHONE, { viewport: { width: 1280, height: 800 } }];
const SCROLL_STEP_PX = 400;
const SITES = 5077;

/** `data` is what the browser asks instead of a document when a visitor follows a link. */
const KINDS = ["home", "page", "data", "search", "suggestions", "icon", "image", "other", "free"] as const;
export type VisitKind = (typeof KINDS)[number];
/** Requests of an average visit. A browser asks once for each URL in a visit. */
export type VisitFigures = Record<VisitKind, number>;

function kindOf({ pathname, search }: URL): VisitKind {
  if (/^\/(assets|fonts)\/|\.(svg|png|txt)$/.test(pathname)) return "free";
  if (pathname.startsWith("/favicons/")) return "icon";
  if (pathname.startsWith("/media/")) return "image";
  if (pathname.startsWith("/api/suggestions")) return "suggestions";
  if (pathname.startsWith("/api/pages/home") && search.includes("q=")) return "search";
  if (pathname.startsWith("/api/pages/")) return "data";
  if (/^\/api\/|\.\w+$/.test(pathname)) return "other";
  return pathname === "/" ? "home" : "page";
}

type Step = (page: Page) => Promise<unknown>;

/** Measures the directory at `base`. */
export async function measureVisit(browser: Browser, base: string): Promise<VisitFigures> {
  const { mostReplaced } = (await (await fetch(new URL("/api/pages/home", base))).json()) as HomePage;
  const { name, slug } = mostReplaced[0]!;
  const openSite: Step = (page) => page.locator(".site-grid .card-link").first().click();
  const openProduct: Step = (page) => page.locator("main a[href^='/alternatives/']").first().click();
  const search: Step = async (page) => {
    const field = page.locator("#search[role=combobox]");
    await field.pressSequentially(name, { delay: 150 });
    await field.press("Enter");
    await page.waitForURL(/\?q=/);
  };
  const journeys: Step[][] = [
    [(page) => page.goto("/"), search, openSite, openProduct],
    [(page) => page.goto(`/alternatives/${slug}`), openSite],
  ];
  const sum = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as VisitFigures;
  const share = 1 / (journeys.length * SCREENS.length);
  for (const steps of journeys) {
    for (const screen of SCREENS) {
      const context = await browser.newContext({ baseURL: base, ...screen });
      const page = await context.newPage();
      const urls = new Set<string>();
      page.on("request", (request) => urls.add(request.url()));
      for (const step of steps) {
        await step(page);
        await page.waitForLoadState("networkidle");
        await scrollHalfWay(page);
      }
      for (const url of urls) if (url.startsWith(base)) sum[kindOf(new URL(url))] += share;
      await context.close();
    }
  }
  return sum;
}

async function scrollHalfWay(page: Page): Promise<void> {
  const end = await page.evaluate(() => document.documentElement.scrollHeight / 2);
  for (let top = 0; top <= end; top += SCROLL_STEP_PX) {
    // A lazy image starts to load in the frame after the scroll.
    await page.evaluate(async (y) => {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
  }
  await page.waitForLoadState("networkidle");
}

if (import.meta.main) {
  const fills: Record<string, (store: Store) => Promise<unknown>> = {
    "with logos": (store) => loadDemo(store, Date.now()),
    "without logos": (store) => importLines(store.db, lines(), { onBadLine: console.error, onProgress: () => {} }),
  };
  const browser = await openBrowser();
  const figures: Record<string, VisitFigures> = {};
  for (const [name, fill] of Object.entries(fills)) {
    const server = await startLocalServer(fill);
    figures[name] = await measureVisit(browser, server.url);
    await server.stop();
  }
  await browser.close();
  console.table(figures);
}

async function* lines() {
  yield* syntheticSites(SITES);
}
