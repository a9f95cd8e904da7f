import { startTestServer } from "../../e2e/support/test-server.ts";
import { waitForHydration } from "../../e2e/support/visit.ts";
import { openBrowser } from "../../support/browser.ts";
import { requireBuiltSite } from "../../support/built-site.ts";
import { openLighthouse, type PageTimes, type Rating } from "../lighthouse.ts";
import { median } from "../percentile.ts";
import type { Figures } from "./budgets.ts";
import { type ColdFigures, loadCold } from "./cold-load.ts";
import { fillFirstScreens } from "./content.ts";
import { lighthouseOptions, PAGE_KINDS, PAGES, type PageKind } from "./pages.ts";

export type FirstScreen = Pick<Rating, "scores" | "failedAudits"> & { figures: Figures };
export type FirstScreens = Record<PageKind, FirstScreen>;

const RUNS = 5;

type Page = { kind: PageKind; url: URL };

/** Measures all page kinds. Times are the median of `runs`. */
export async function measureFirstScreens(runs = RUNS): Promise<FirstScreens> {
  requireBuiltSite();
  const { served, stop } = await startTestServer(fillFirstScreens);
  try {
    const pages = PAGE_KINDS.map((kind) => ({ kind, url: new URL(PAGES[kind], served.url) }));
    // First, because featured places take turns.
    const cold = await loadEach(pages);
    const ratings = await rateEach(pages, runs);
    const screens = pages.map(({ kind }, index) => [kind, toFirstScreen(cold[index]!, ratings[index]!)] as const);
    return Object.fromEntries(screens) as FirstScreens;
  } finally {
    await stop();
  }
}

async function loadEach(pages: Page[]): Promise<ColdFigures[]> {
  const browser = await openBrowser();
  const all: ColdFigures[] = [];
  for (const { url } of pages) {
    const { list: _, ...figures } = await loadCold(browser, url.href, waitForHydration);
    all.push(figures);
  }
  await browser.close();
  return all;
}

async function rateEach(pages: Page[], runs: number): Promise<Rating[][]> {
  const lighthouse = await openLighthouse();
  const ratings = pages.map((): Rating[] => []);
  for (let run = 1; run <= runs; run += 1) {
    for (const [index, { kind, url }] of pages.entries())
      ratings[index]!.push(await lighthouse.rate(url, lighthouseOptions(kind)));
    console.info(`Lighthouse: run ${run} of ${runs} is done.`);
  }
  await lighthouse.close();
  return ratings;
}

function toFirstScreen(cold: ColdFigures, ratings: Rating[]): FirstScreen {
  const { scores, failedAudits } = ratings[0]!;
  const times = ratings.map((rating) => rating.times!);
  const medianOf = (name: keyof PageTimes) => median(times.map((figures) => figures[name]));
  return {
    scores,
    failedAudits,
    figures: {
      performance: medianOf("performance"),
      fcpMs: medianOf("fcpMs"),
      lcpMs: medianOf("lcpMs"),
      tbtMs: medianOf("tbtMs"),
      cls: medianOf("cls"),
      longestTaskMs: medianOf("longestTaskMs"),
      longestScriptTaskMs: medianOf("longestScriptTaskMs"),
      ...cold,
    },
  };
}
