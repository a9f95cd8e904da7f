import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright";
import {
  findFieldsThatZoom,
  findMissingFocusRings,
  findSmallTargets,
  findLabellingFaults,
  overflowsSideways,
} from "./in-page-checks.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PHONE_PX = 390;
/** A window of 1280 px at a zoom of 200 % and 400 % (WCAG 2.2, 1.4.10). */
const ZOOMED_PX = [640, 320];

/** Colours depend on the scheme, and the arrangement on the width, so two looks show both. */
const LOOKS = [
  [PHONE_PX, "light"],
  [1280, "dark"],
] as const;

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(() =>
    (window as unknown as { axe: typeof Axe }).axe.run(document, {
      resultTypes: ["violations"],
      // Preloading loads styles and media again. Only rules about orientation and autoplay need it.
      preload: false,
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * Checks the page in its current state: on a light phone and a dark wide screen, zoomed, for touch and for the keyboard.
 * Leaves the window 1280 px wide.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // The Content-Security-Policy blocks a script element, but not `evaluate`.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const faults: string[] = (await page.evaluate(findLabellingFaults)).map((error) => `not announced: ${error}`);
  for (const width of ZOOMED_PX) {
    await page.setViewportSize({ width, height: 700 });
    if (await page.evaluate(overflowsSideways)) faults.push(`${width} px: wider than the window`);
  }
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    // Otherwise colours would be measured in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await findViolations(page)).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    if (await page.evaluate(overflowsSideways)) faults.push(`${width} px: wider than the window`);
    if (width === PHONE_PX) {
      faults.push(...(await page.evaluate(findSmallTargets)).map((target) => `smaller than a finger: ${target}`));
      faults.push(...(await page.evaluate(findFieldsThatZoom)).map((field) => `a phone zooms into it: ${field}`));
    }
  }
  // Chromium shows the focus ring of links and buttons only after a key press.
  await page.keyboard.press("Shift");
  return [...faults, ...(await page.evaluate(findMissingFocusRings)).map((element) => `focus not seen: ${element}`)];
}
