import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { visitAsStaff } from "../support/staff.ts";
import { visit } from "../support/visit.ts";

test("the speed that a visitor gets is measured by a small script, and staff see it by page and by country", async () => {
  const visitor = await visit("/about");
  // A person's browser, which belongs to the sample.
  await visitor.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
    Math.random = () => 0.01;
  });
  const [script] = await Promise.all([visitor.waitForResponse(/\/report-vitals-/), visitor.goto("/")]);
  expect(await script.text()).not.toMatch(/\bfrom\s*["'`]|\bimport\b/);
  await visitor.evaluate(`import("${script.url()}")`);
  // A page that the browser leaves is hidden.
  await visitor.goto("/contact");

  const page = await visitAsStaff("/admin");
  const speed = page.getByRole("region", { name: "Speed" });
  const home = speed.getByRole("row", { name: /^Home/ });
  await expect
    .poll(async () => {
      await page.reload();
      await speed.getByRole("combobox").waitFor();
      return home.getByText(/\d pages?/).count();
    })
    .toBeGreaterThanOrEqual(2);
  await speed.getByLabel("Speed of").selectOption("Home");
  await speed.getByRole("columnheader", { name: "Country" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
