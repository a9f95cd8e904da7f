import lighthouse from "lighthouse";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { openBrowser } from "../support/browser.ts";
import { findFreePort } from "../support/free-port.ts";
import { startLocalServer } from "../support/local-server.ts";

/** Pages of the demo directory: home page, site page, product page, blog post. */
export const RATED_PATHS = [
  "/",
  "/mattermost",
  "/alternatives/slack",
  "/blogs/what-featured-means-in-this-directory",
] as const;

/** Blocked, because the Worker would fetch favicons from the internet. Lighthouse ignores blocked requests. */
const FETCHED = "*/favicons/*";

export type Rating = {
  path: string;
  /** Lighthouse category → score from 0 to 100. */
  scores: Record<string, number>;
  /** Audits that cost points. */
  faults: string[];
};

/**
 * Rates pages with Lighthouse, which simulates a phone on a slow network. Of its scores, only performance depends on
 * the machine.
 */
export async function ratePages(
  base: string,
  paths: readonly string[],
  onlyCategories = ["performance", "accessibility", "best-practices", "seo"],
): Promise<Rating[]> {
  const port = await findFreePort();
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  try {
    const ratings: Rating[] = [];
    // Screenshots are only for Lighthouse's HTML report.
    const flags = { port, onlyCategories, blockedUrlPatterns: [FETCHED], disableFullPageScreenshot: true };
    // One after the other, because each run uses the whole machine.
    for (const path of paths) ratings.push(await rate(new URL(path, base), { ...flags, logLevel: "silent" }));
    return ratings;
  } finally {
    await browser.close();
  }
}

async function rate(url: URL, flags: Parameters<typeof lighthouse>[1]): Promise<Rating> {
  const { categories, audits, runtimeError } = (await lighthouse(url.href, flags))!.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const all = Object.values(categories);
  const costly = all.flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]!),
  );
  return {
    path: url.pathname,
    scores: Object.fromEntries(all.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    faults: costly
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`.trim()),
  };
}

/** Rates RATED_PATHS of a demo directory, which is served from a new database. */
export async function rateDemo(): Promise<Rating[]> {
  const server = await startLocalServer((store) => loadDemo(store, Date.now()));
  try {
    return await ratePages(server.url, RATED_PATHS);
  } finally {
    await server.stop();
  }
}

if (import.meta.main)
  console.table(
    Object.fromEntries(
      (await rateDemo()).map(({ path, scores, faults }) => [path, { ...scores, faults: faults.join(", ") }]),
    ),
  );
