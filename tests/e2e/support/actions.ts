import type { Page } from "playwright-core";

export const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
export const waitForAlert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
export const pressButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
