// @module-tag long
import { expect, test } from "vitest";
import { pressButton } from "../support/actions.ts";
import { chooseGoogleAccount } from "../support/owners.ts";
import { newEmail } from "../support/people.ts";
import { waitForHydration, visit } from "../support/visit.ts";

const GOOGLE_STAND_IN_SCRIPT = "/dev/google/client.js";

test("Google's prompt on /login signs the user in, and loads nothing before a press", { tags: "journey" }, async () => {
  const email = newEmail("gmail.com");
  const page = await visit("/login");
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  expect(await loaded()).not.toContain(GOOGLE_STAND_IN_SCRIPT);
  await pressButton(page, "Continue with Google");
  await expect.poll(loaded).toContain(GOOGLE_STAND_IN_SCRIPT);
  await chooseGoogleAccount(page, email);
  await page.waitForURL("**/dashboard");
  const [user, token] = await page.evaluate(() => [localStorage.getItem("user"), localStorage.getItem("token")]);
  expect(JSON.parse(user!)).toEqual({
    email,
    first_name: "Anna",
    last_name: "Lind",
    is_staff: false,
    is_superuser: false,
  });
  expect(token).toMatch(/./);
  await page.getByRole("link", { name: "Your account: Anna Lind" }).waitFor();

  // The session ends on another device.
  await page.context().clearCookies({ name: "session" });
  await page.goto("/about");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
});

test("/login loads as a new document with Google's policy", { tags: "journey" }, async () => {
  const page = await visit("/mattermost");
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  await page.getByRole("link", { name: "Sign In" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await page.evaluate(() => "isMarked" in window)).toBe(false);
});
