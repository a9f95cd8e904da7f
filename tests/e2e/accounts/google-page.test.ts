import { expect, test } from "vitest";
import { findFaults } from "../support/faults.ts";
import { mailedCode } from "../support/mail.ts";
import { newAddress } from "../support/people.ts";
import { focused } from "../support/keyboard.ts";
import { alert, heading, press } from "../support/screen.ts";
import { visit } from "../support/visit.ts";

test("a person logs in with Google, is remembered as specified, and deletes the account by a mailed code", async () => {
  const email = newAddress("gmail.com");
  const page = await visit("/google-login/");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(email);
  await press(page, "Continue");
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
  await press(page, "Delete Account");
  await page.clock.install();
  await press(page, "No password? Get a code by email");
  await page.getByText("We sent a code to your email address.").waitFor();
  await focused(page.getByLabel("Code"));
  expect(await findFaults(page)).toEqual([]);
  await page.clock.runFor(60_000);
  await press(page, "Send a new code");
  await page.getByLabel("Code").fill(await mailedCode(email, 2));
  await press(page, "Delete for good");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a log-in that Google breaks off says so and can be tried again", async () => {
  const page = await visit("/google-login/?next=/user");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await press(page, "Cancel");
  await alert(page, "Login failed. Please try again.");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(newAddress("gmail.com"));
  await press(page, "Continue");
  await heading(page, "Your account");
});
