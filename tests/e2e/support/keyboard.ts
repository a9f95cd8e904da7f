import type { ElementHandle, Locator, Page } from "playwright";
import { waitForHydration } from "./visit.ts";

const TAB_STOPS = 400;

export const waitForFocus = (locator: Locator) =>
  locator.and(locator.page().locator(":focus")).waitFor({ state: "attached" });

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Waits for hydration first: before it, Enter in a form does nothing. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await waitForHydration(page);
  for (let stop = 0; stop < TAB_STOPS; stop += 1) {
    if (await hasFocus(locator)) return;
    stop += await pressTabUntilFocused(page, await locator.elementHandle(), TAB_STOPS - stop);
  }
  throw new Error(`The keyboard does not reach ${String(locator)}`);
}

/** Returns the number of presses. Stops early if the element leaves the page. */
async function pressTabUntilFocused(page: Page, element: ElementHandle | null, most: number): Promise<number> {
  const isPending = (node: Node) => node.isConnected && node !== document.activeElement;
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (!(await element?.evaluate(isPending))) return pressed;
    await page.keyboard.press("Tab");
  }
  return most;
}

export async function tabAndEnter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press("Enter");
}

export async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
