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

/** Narrow and wide, light and dark. */
export const LOOKS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { viewport: { width: 390, height: 800 }, colorScheme: "light" },
  { viewport: { width: 390, height: 800 }, colorScheme: "dark" },
  { viewport: { width: 320, height: 700 }, colorScheme: "light" },
] as const;

/** The same with the page as it stands, in each look. */
export async function findFaultsInAllLooks(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    // Colours that fade from one scheme to the other would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await findFaults(page)).map((fault) => `${viewport.width} ${colorScheme}: ${fault}`));
  }
  return faults;
}
