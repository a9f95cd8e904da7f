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
  const scripts: string[] = [];
  visitor.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  // The visitor only reads the page, so the app is not loaded.
  const [script] = await Promise.all([
    visitor.waitForResponse(/\/report-vitals-/),
    visitor.goto("/", { waitUntil: "load" }),
  ]);
  const painted = `new PerformanceObserver(() => resolve()).observe({ type: "largest-contentful-paint", buffered: true })`;
  await visitor.evaluate(`import("${script.url()}").then(() => new Promise((resolve) => ${painted}))`);
  expect(scripts.filter((url) => !url.includes("/start-"))).toEqual([script.url()]);
  // A page that the browser leaves is hidden.
  await visitor.goto("/contact");

  const page = await visitAsStaff("/about");
  const measured = () => page.evaluate(async () => (await fetch("/api/analytics/speed/")).text());
  await expect.poll(measured).toContain('"home"');
  await page.goto("/admin");
  const speed = page.getByRole("region", { name: "Speed" });
  // The last part was shown, and the first byte came.
  const home = speed.getByRole("row", { name: /^Home/ });
  await home
    .getByText(/\d pages?$/)
    .nth(1)
    .waitFor();
  await speed.getByLabel("Speed of").selectOption("Home");
  await speed.getByRole("columnheader", { name: "Country" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
