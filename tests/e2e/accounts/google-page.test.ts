// @module-tag long
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { mailedCode } from "../support/mail.ts";
import { newEmail } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForAlert, waitForHeading, pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";

test("a user signs in with Google, is stored in local storage as specified, and deletes the account with a mailed code", async () => {
  const email = newEmail("gmail.com");
  const page = await visit("/google-login/");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(email);
  await pressButton(page, "Continue");
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Your account: Anna Lind" }).waitFor();
  const kept = await page.evaluate(() => ({
    user: localStorage.getItem("user"),
    token: localStorage.getItem("token"),
  }));
  expect(JSON.parse(kept.user!)).toMatchObject({ email });
  expect(kept.token).toMatch(/./);

  await page.getByRole("link", { name: /^Your account/ }).click();
  await pressButton(page, "Delete Account");
  await page.clock.install();
  await pressButton(page, "No password? Get a code by email");
  await page.getByText("We sent a code to your email address.").waitFor();
  await waitForFocus(page.getByLabel("Code"));
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.clock.runFor(60_000);
  await pressButton(page, "Send a new code");
  await page.getByLabel("Code").fill(await mailedCode(email, 2));
  await pressButton(page, "Delete for good");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a sign-in that Google cancels shows an error and can be tried again", async () => {
  const page = await visit("/google-login/?next=/user");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await pressButton(page, "Cancel");
  await waitForAlert(page, "Login failed. Please try again.");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(newEmail("gmail.com"));
  await pressButton(page, "Continue");
  await waitForHeading(page, "Your account");
});
