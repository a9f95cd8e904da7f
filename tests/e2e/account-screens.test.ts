import { expect, inject, test } from "vitest";
import { measureSizes } from "../bench/sizes.ts";
import { findFaults } from "./support/faults.ts";
import { register, visitSignedIn } from "./support/people.ts";
import { visit } from "./support/visit.ts";

const HOME_SCRIPTS_MAX = 120_000;

const looks = [
  { viewport: { width: 320, height: 700 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
] as const;

test.each([
  ["/login", "Sign in"],
  ["/login/verify", "Enter your code"],
  ["/google-login/", "Sign in with Google"],
  ["/signup", "Sign up"],
  ["/signup/verify/unknown", "Verify your email address"],
  ["/request-password-reset", "Reset your password"],
  ["/password/reset/confirm/unknown", "Choose a new password"],
  ["/admin", "Login Required"],
])("%s is accessible, narrow and wide, light and dark, and kept out of search engines", async (path, heading) => {
  for (const look of looks) {
    const page = await visit(path, look);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await findFaults(page)).toEqual([]);
    expect(await page.title()).toMatch(/ – /);
    expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    const submit = page.getByRole("main").locator("form button:not([type=button])");
    if ((await submit.count()) > 0) {
      await submit.click();
      await page.getByRole("main").locator("[aria-invalid=true]").first().waitFor();
      expect(await findFaults(page)).toEqual([]);
    }
  }
});

test("the account page is accessible with everything opened", async () => {
  const email = await register();
  const page = await visitSignedIn("/user", email);
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.reload();
    await page.getByText("(this one)").waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Edit Name" }).click();
    await page.getByRole("button", { name: "Change Password" }).click();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findFaults(page)).toEqual([]);
  }
});

test("forms and their rules cost a visitor of the home page nothing", async () => {
  const sizes = await measureSizes(inject("baseUrl"));
  expect(sizes.find(({ name }) => name === "home page, scripts")!.gzipBytes).toBeLessThan(HOME_SCRIPTS_MAX);
});
