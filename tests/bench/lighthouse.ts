import lighthouse from "lighthouse";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { openBrowser } from "../support/browser.ts";
import { findFreePort } from "../support/free-port.ts";
import { startLocalServer } from "../support/local-server.ts";

export const RATED_PATHS = [
  "/",
  "/mattermost",
  "/alternatives/slack",
  "/blogs/what-featured-means-in-this-directory",
] as const;

/** Blocked, because the Worker would fetch favicons from the internet. */
const FAVICONS = "*/favicons/*";

export type Rating = {
  path: string;
  /** Category → score from 0 to 100. */
  scores: Record<string, number>;
  failedAudits: string[];
};

/** Rates pages as a phone on a slow network. Only the performance score depends on the machine. */
export async function ratePages(
  base: string,
  paths: readonly string[],
  onlyCategories = ["performance", "accessibility", "best-practices", "seo"],
): Promise<Rating[]> {
  const port = await findFreePort();
  const browser = await openBrowser(`--remote-debugging-port=${port}`);
  try {
    const ratings: Rating[] = [];
    // The screenshot is only for the HTML report.
    const flags = { port, onlyCategories, blockedUrlPatterns: [FAVICONS], disableFullPageScreenshot: true };
    // Not at the same time, because each run uses the whole machine.
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
    failedAudits: costly
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`.trim()),
  };
}

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
      (await rateDemo()).map(({ path, scores, failedAudits }) => [
        path,
        { ...scores, failedAudits: failedAudits.join(", ") },
      ]),
    ),
  );
