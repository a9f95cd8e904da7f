import type { ElementHandle, Locator, Page } from "playwright-core";
import { waitForHydration } from "./visit.ts";

const TAB_STOPS = 150;

/** Waits for the focus, which may come after what is drawn. */
export const waitForFocus = (locator: Locator) =>
  locator.and(locator.page().locator(":focus")).waitFor({ state: "attached" });

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. Before scripts have taken over, Enter in a form does nothing. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await waitForHydration(page);
  for (let stop = 0; stop < TAB_STOPS; stop += 1) {
    if (await hasFocus(locator)) return;
    stop += await pressTabUntilFocused(page, await locator.elementHandle(), TAB_STOPS - stop);
  }
  throw new Error(`The keyboard does not reach ${String(locator)}`);
}

/** The same for an element as long as the page has it, for which the page need not look again. Returns how often it pressed. */
async function pressTabUntilFocused(page: Page, element: ElementHandle | null, most: number): Promise<number> {
  const isSought = (one: Node) => one.isConnected && one !== document.activeElement;
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (!(await element?.evaluate(isSought))) return pressed;
    await page.keyboard.press("Tab");
  }
  return most;
}

/** The same, and presses Enter there. */
export async function tabAndEnter(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press("Enter");
}

/** Presses Tab until the field has the focus, and types. */
export async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
