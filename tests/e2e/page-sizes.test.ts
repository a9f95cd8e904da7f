// @module-tag long
import { expect, test } from "vitest";
import { budgetOf, overBudget } from "../bench/first-screens/budgets.ts";
import { loadCold } from "../bench/first-screens/cold-load.ts";
import { PAGE_KINDS, PAGES } from "../bench/first-screens/pages.ts";
import { baseUrl } from "./support/base-url.ts";
import { useFirstScreens } from "./support/first-screens.ts";
import { findMoves } from "./support/moves.ts";
import { browser, visit, waitForHydration } from "./support/visit.ts";

useFirstScreens();

test.each(PAGE_KINDS)(
  "the first screen of the kind “%s” keeps to its bytes and requests in budgets.json, and nothing moves while it loads",
  async (kind) => {
    const url = new URL(PAGES[kind], baseUrl());
    const { list, ...figures } = await loadCold(await browser(), url.href, waitForHydration);
    const loaded = list.map(({ url: address, bytes }) => `${bytes} ${address}`).join("\n");
    expect(overBudget(kind, figures), `${JSON.stringify({ figures, budget: budgetOf(kind) })}\n${loaded}`).toEqual([]);
    for (const width of [390, 1280]) {
      const page = await visit("/about", { viewport: { width, height: 844 } });
      expect(await findMoves(page, PAGES[kind]), `${width} px`).toEqual([]);
    }
  },
);
