import { expect, test } from "vitest";
import { findAccessibilityFaults } from "./support/accessibility.ts";
import { visit } from "./support/visit.ts";

test("each control, card and state is accessible", async () => {
  const page = await visit("/dev/design");
  await page.getByRole("heading", { level: 1, name: "Design" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("each mail opens in frames of 600 and 320 pixels", async () => {
  const page = await visit("/dev/design");
  await page.getByText("Sign-in code", { exact: true }).click();
  for (const width of [600, 320]) {
    const mail = page.frameLocator(`iframe[title="Sign-in code, ${width} pixels wide"]`);
    await mail.getByText("482915").first().waitFor();
    expect(await mail.locator("body").evaluate((body) => body.scrollWidth <= body.clientWidth)).toBe(true);
  }
});
