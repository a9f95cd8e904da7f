import type { Page } from "playwright-core";

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
export const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
