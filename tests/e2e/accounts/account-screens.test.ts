import { expect, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { measureSizes } from "../../bench/sizes.ts";
import { visit } from "../support/visit.ts";

const HOME_SCRIPTS_MAX = 136_000;

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

test("the scripts of the home page stay below their size limit", async () => {
  const sizes = await measureSizes(baseUrl());
  expect(sizes.find(({ name }) => name === "home page, scripts")!.gzipBytes).toBeLessThan(HOME_SCRIPTS_MAX);
});
