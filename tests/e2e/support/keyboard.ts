import type { ElementHandle, Locator, Page } from "playwright-core";
import { waitForHydration } from "./visit.ts";

const TAB_STOPS = 150;

/** Waits until the element has the focus. The focus may come after the element is drawn. */
export const waitForFocus = (locator: Locator) =>
  locator.and(locator.page().locator(":focus")).waitFor({ state: "attached" });

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. Waits for hydration first: before it, Enter in a form does nothing. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await waitForHydration(page);
  for (let stop = 0; stop < TAB_STOPS; stop += 1) {
    if (await hasFocus(locator)) return;
    stop += await pressTabUntilFocused(page, await locator.elementHandle(), TAB_STOPS - stop);
  }
  throw new Error(`The keyboard does not reach ${String(locator)}`);
}

/** Presses Tab at most `most` times, until the element has the focus or has left the page. Returns the number of presses. */
async function pressTabUntilFocused(page: Page, element: ElementHandle | null, most: number): Promise<number> {
  const isPending = (node: Node) => node.isConnected && node !== document.activeElement;
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (!(await element?.evaluate(isPending))) return pressed;
    await page.keyboard.press("Tab");
  }
  return most;
}

/** Presses Tab until the element has the focus, and then Enter. */
export async function tabAndEnter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press("Enter");
}

/** Presses Tab until the field has the focus, and types. */
export async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
