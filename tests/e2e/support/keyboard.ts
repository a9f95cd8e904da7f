import type { Locator, Page } from "playwright-core";
import { hydrated } from "./visit.ts";

const TAB_STOPS = 150;

/** Waits for the focus, which may come after what is drawn. */
export const focused = (locator: Locator) =>
  locator.and(locator.page().locator(":focus")).waitFor({ state: "attached" });

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. Before scripts have taken over, Enter in a form does nothing. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await hydrated(page);
  await locator.waitFor();
  for (let stop = 0; stop < TAB_STOPS; stop += 1) {
    if (await hasFocus(locator)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${String(locator)}`);
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
