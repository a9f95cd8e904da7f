import { ROOT } from "#worker/commands/bindings.ts";
import { waitForHydration } from "../../e2e/support/visit.ts";
import { openBrowser } from "../../support/browser.ts";
import { openLighthouse, type PageTimes, type Rating } from "../lighthouse.ts";
import { median } from "../percentile.ts";
import type { Figures } from "./budgets.ts";
import { type ColdFigures, loadCold } from "./cold-load.ts";
import { lighthouseOptions, PAGE_KINDS, PAGES, type PageKind } from "./pages.ts";
import { type FirstScreensServer, serveFirstScreens } from "./server.ts";

/** A folder with the product's source. */
export type Checkout = { label: string; root: string };
export type FirstScreen = Pick<Rating, "scores" | "failedAudits"> & { figures: Figures };
export type FirstScreens = Record<PageKind, FirstScreen>;

const RUNS = 5;
export const AFTER: Checkout = { label: "after", root: ROOT };

type Page = { label: string; kind: PageKind; url: URL };

/**
 * Measures all page kinds of each checkout. Times are the median of `runs`. The checkouts take turns, so that other work of
 * the machine slows all of them.
 */
export async function measureFirstScreens(
  checkouts: Checkout[] = [AFTER],
  runs = RUNS,
): Promise<Record<string, FirstScreens>> {
  const servers: FirstScreensServer[] = [];
  try {
    for (const { root } of checkouts) servers.push(await serveFirstScreens(root));
    const pages = PAGE_KINDS.flatMap((kind) =>
      servers.map((server, index) => ({
        label: checkouts[index]!.label,
        kind,
        url: new URL(PAGES[kind], server.url),
      })),
    );
    // First, because featured places take turns.
    const cold = await loadEach(pages);
    const ratings = await rateEach(pages, runs);
    const measured: Record<string, Partial<FirstScreens>> = {};
    for (const [index, { label, kind }] of pages.entries())
      (measured[label] ??= {})[kind] = toFirstScreen(cold[index]!, ratings[index]!);
    return measured as Record<string, FirstScreens>;
  } finally {
    for (const { stop } of servers) await stop();
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
