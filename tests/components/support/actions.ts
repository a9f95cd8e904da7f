import { expect } from "vitest";
import { page } from "vitest/browser";

export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const press = (name: string) => button(name).click();
/**
 * Presses within the page, at once. A real press can end seconds later, when a notice that it showed is gone.
 */
export async function pressInPage(name: string): Promise<void> {
  const element = await button(name).findElement();
  (element as HTMLElement).click();
}
export const field = (label: string) => page.getByLabelText(label, { exact: true });
export const fill = (label: string, text: string) => field(label).fill(text);

export const see = (text: string | RegExp) =>
  expect.element(page.getByText(text, { exact: false }).first()).toBeInTheDocument();
export const seeAlert = (text: string) =>
  expect.element(page.getByRole("alert").filter({ hasText: text })).toBeInTheDocument();

/** The field says what is wrong, and has the focus. */
export async function seeProblem(label: string, text: string) {
  await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining(text));
  await expect.element(field(label)).toHaveFocus();
}
