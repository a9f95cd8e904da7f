import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { address, openPage } from "../support/directory.tsx";

const heading = (name: string) => page.getByRole("heading", { level: 2, name });
const tab = (name: string) => page.getByRole("navigation", { name: "About" }).getByRole("link", { name });

test("the tabs of /about open, collapse and have their own URLs, by keyboard alone", async () => {
  await openPage("/about");
  await expect.element(heading("About Us")).toBeVisible();
  (tab("About Us").element() as HTMLElement).focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(address).toBe("/about?tab=terms");
  await expect.element(heading("Terms & Conditions")).toBeVisible();
  await expect.element(page.getByText("Last updated April 25, 2025")).toBeVisible();
  await expect.element(tab("Terms & Conditions")).toHaveFocus();
  await expect.poll(() => document.title).toContain("Terms & Conditions");

  await userEvent.keyboard("{Enter}");
  await expect.element(heading("Terms & Conditions")).not.toBeInTheDocument();
  await expect.element(tab("Terms & Conditions")).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("{Enter}");
  await expect.element(heading("Terms & Conditions")).toBeVisible();

  const section = document.querySelector("details")!;
  const summary = section.querySelector("summary")!;
  expect(summary.innerText).toMatch(/^1\. /);
  summary.focus();
  await userEvent.keyboard("{Enter}");
  expect(section.open).toBe(true);

  await tab("Privacy Policy").click();
  await expect.element(heading("Privacy Policy")).toBeVisible();
  history.back();
  await expect.element(heading("Terms & Conditions")).toBeVisible();
});
