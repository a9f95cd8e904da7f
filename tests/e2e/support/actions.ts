import type { Locator, Page } from "playwright";

export const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
export const waitForAlert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
export const pressButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The browser hides a dialog at once after Escape, and React removes it a moment later. Until then, it cannot open again. */
export async function waitUntilClosed(dialog: Locator): Promise<void> {
  await dialog.waitFor({ state: "detached" });
  await dialog.page().locator("dialog:not([open])").first().waitFor({ state: "detached" });
}
