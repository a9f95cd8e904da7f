// @module-tag long
import { expect, onTestFinished, test } from "vitest";
import { budgetOf, overBudget } from "../bench/first-screens/budgets.ts";
import { loadCold } from "../bench/first-screens/cold-load.ts";
import { fillFirstScreens } from "../bench/first-screens/content.ts";
import { lighthouseOptions, PAGE_KINDS, type PageKind, PAGES } from "../bench/first-screens/pages.ts";
import { openLighthouse, type Rating } from "../bench/lighthouse.ts";
import { baseUrl, useOwnServer } from "./support/base-url.ts";
import { findMoves } from "./support/moves.ts";
import { browser, visit, waitForHydration } from "./support/visit.ts";

// One page of each kind.
useOwnServer(fillFirstScreens);

test.each(PAGE_KINDS)(
  "the first screen of the kind “%s” keeps to its bytes and requests in budgets.json, and nothing moves while it loads",
  async (kind) => {
    const url = new URL(PAGES[kind], baseUrl());
    const { list, ...figures } = await loadCold(await browser(), url.href, waitForHydration);
    const loaded = list.map(({ url: address, bytes }) => `${bytes} ${address}`).join("\n");
    expect(overBudget(kind, figures), `${JSON.stringify({ figures, budget: budgetOf(kind) })}\n${loaded}`).toEqual([]);
    for (const width of [390, 1280]) {
      const page = await visit("about:blank", { viewport: { width, height: 844 } });
      expect(await findMoves(page, PAGES[kind]), `${width} px`).toEqual([]);
    }
  },
);

/** Leaves out what only the rating of the speed needs: the pauses, and the trace of the audit `baseline`. */
const optionsOf = (kind: PageKind) => ({
  onlyCategories: ["accessibility", "best-practices", "seo"],
  skipAudits: ["baseline", ...(lighthouseOptions(kind).skipAudits ?? [])],
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
});

test("Lighthouse rates each kind of page 100 in accessibility, best practices and SEO", async () => {
  const lighthouse = await openLighthouse();
  onTestFinished(() => lighthouse.close());
  for (const kind of PAGE_KINDS)
    expect(await lighthouse.rate(new URL(PAGES[kind], baseUrl()), optionsOf(kind))).toEqual({
      path: PAGES[kind],
      scores: { accessibility: 100, "best-practices": 100, seo: 100 },
      failedAudits: [],
    } satisfies Rating);
});
