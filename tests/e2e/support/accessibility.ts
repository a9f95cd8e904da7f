import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { findHiddenFocus, findSmallTargets, findLabellingFaults, overflowsSideways } from "./measure.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PHONE_PX = 390;
/** 1280 px at 200 %, and what WCAG 2.2 asks for at 400 % (1.4.10). */
const ZOOMED_PX = [640, 320];

const LOOKS = [
  [PHONE_PX, "light"],
  [PHONE_PX, "dark"],
  [1280, "dark"],
  [1280, "light"],
] as const;

/** Of axe-core's rules those that look at colours (`cat.color`, less what is off by default). */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe-core finds wrong in the page as it stands. A scheme of colours changes nothing but colours. */
async function findViolations(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  const runOnly = colorScheme === "dark" ? COLOR_RULES : undefined;
  const { violations } = await page.evaluate<AxeResults, typeof runOnly>(
    (rules) =>
      (window as unknown as { axe: typeof Axe }).axe.run(document, {
        resultTypes: ["violations"],
        // It would load styles and media again, for rules that are off or about sounds that play by themselves.
        preload: false,
        ...(rules && { runOnly: rules }),
      }),
    runOnly,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * What keeps somebody from using the page as it stands: on a phone and on a wide screen, light and dark, zoomed, by
 * finger, by keyboard. Leaves the window 1280 px wide.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // Through the protocol: the Content-Security-Policy rightly refuses a script put into the page.
  await page.evaluate(axe);
  const faults: string[] = (await page.evaluate(findLabellingFaults)).map((error) => `not announced: ${error}`);
  for (const width of ZOOMED_PX) {
    await page.setViewportSize({ width, height: 700 });
    if (await page.evaluate(overflowsSideways)) faults.push(`${width} px: wider than the window`);
  }
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    // Colours that fade from one scheme to the other would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await findViolations(page, colorScheme)).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
    if (await page.evaluate(overflowsSideways)) faults.push(`${width} px: wider than the window`);
    if (width === PHONE_PX && colorScheme === "light")
      faults.push(...(await page.evaluate(findSmallTargets)).map((target) => `smaller than a finger: ${target}`));
  }
  // Chromium shows the focus to whoever uses keys.
  await page.keyboard.press("Shift");
  return [...faults, ...(await page.evaluate(findHiddenFocus)).map((element) => `focus not seen: ${element}`)];
}
