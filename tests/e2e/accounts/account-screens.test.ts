// @module-tag long
import { expect, test } from "vitest";
import { visit } from "../support/visit.ts";

test.each([
  "/login",
  "/login/verify",
  "/google-login/",
  "/signup",
  "/signup/verify/unknown",
  "/request-password-reset",
  "/password/reset/confirm/unknown",
  "/admin",
])("%s has a title and is not indexed by search engines", async (path) => {
  const page = await visit(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.title()).toMatch(/ – /);
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
});
