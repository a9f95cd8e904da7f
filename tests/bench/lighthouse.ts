import lighthouse from "lighthouse";
import { openBrowser } from "../support/browser.ts";
import { findFreePort } from "../support/free-port.ts";

/** Lighthouse simulates the times for a phone: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
export type PageTimes = {
  performance: number;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** The longest task of the main thread, and the longest one of the page's scripts. Lighthouse names tasks from 50 ms. */
  longestTaskMs: number;
  longestScriptTaskMs: number;
};

export type Rating = {
  path: string;
  /** Category → score from 0 to 100. Only the performance score depends on the machine. */
  scores: Record<string, number>;
  failedAudits: string[];
  /** If performance is rated. */
  times?: PageTimes;
};

type Options = Parameters<typeof lighthouse>[1];

/** Opens a browser in which Lighthouse rates pages as a phone on a slow network. Rate one page at a time. */
export async function openLighthouse(): Promise<{
  rate(url: URL, options?: Options): Promise<Rating>;
  close(): Promise<void>;
}> {
  const port = await findFreePort();
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  return {
    // The screenshot is only for the HTML report.
    rate: (url, options) =>
      rate(url, { ...ALL, ...options, port, disableFullPageScreenshot: true, logLevel: "silent" }),
    close: () => browser.close(),
  };
}

const ALL = { onlyCategories: ["performance", "accessibility", "best-practices", "seo"] };

async function rate(url: URL, flags: Parameters<typeof lighthouse>[1]): Promise<Rating> {
  const { categories, audits, runtimeError } = (await lighthouse(url.href, flags))!.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const all = Object.values(categories);
  const costly = all.flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]!),
  );
  const scores = Object.fromEntries(all.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
  return {
    path: url.pathname + url.search,
    scores,
    failedAudits: costly
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`.trim()),
    ...(scores["performance"] !== undefined && { times: timesOf(scores["performance"], audits) }),
  };
}

/** Lighthouse runs scripts in the page, too. */
const OF_LIGHTHOUSE = "_lighthouse-eval.js";

type Audits = Record<string, { numericValue?: number; details?: object }>;

function timesOf(performance: number, audits: Audits): PageTimes {
  const value = (id: string) => Number((audits[id]!.numericValue ?? Number.NaN).toFixed(3));
  const { items } = audits["long-tasks"]!.details as { items: { url: string; duration: number }[] };
  const longest = (isOf: (url: string) => boolean) =>
    Math.max(0, ...items.filter(({ url }) => isOf(url)).map(({ duration }) => Math.round(duration)));
  return {
    performance,
    fcpMs: value("first-contentful-paint"),
    lcpMs: value("largest-contentful-paint"),
    tbtMs: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    longestTaskMs: longest((url) => url !== OF_LIGHTHOUSE),
    longestScriptTaskMs: longest((url) => /^http.*\.js$/.test(url)),
  };
}
