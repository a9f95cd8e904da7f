import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong, and whether the page is wider than its window. */
export async function findFaults(page: Page): Promise<string[]> {
  // Through the protocol: the Content-Security-Policy rightly refuses a script put into the page.
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return isWide ? [...faults, "wider than the window"] : faults;
}
