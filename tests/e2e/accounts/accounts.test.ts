// @module-tag long
import { expect, test } from "vitest";
import { waitForAlert, waitForHeading, pressButton } from "../support/actions.ts";
import { mailedCode, mailedLink } from "../support/mail.ts";
import { createAccount, logIn, newEmail, signUp, submitPassword } from "../support/people.ts";
import { visit } from "../support/visit.ts";

const NEW_PASSWORD = "another phrase to remember";

test("a user signs up, verifies the address and signs in with the mailed code", { tags: "journey" }, async () => {
  const email = newEmail();
  const page = await visit("/");
  await page.getByRole("link", { name: "Sign In" }).click();
  await waitForHeading(page, "Sign in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await signUp(page, email.toUpperCase());
  await page.goto(await mailedLink(email, "/signup/verify/"));
  await page.waitForURL("**/login");

  await submitPassword(page, email.toUpperCase());
  await page.waitForURL("**/login/verify");
  await page.getByLabel("Code").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  const code = await mailedCode(email, 2);
  await page.getByLabel("Code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await pressButton(page, "Verify");
  await page.waitForURL("**/dashboard");
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies).toContain("session");
  expect(cookies).not.toContain("login");
  await page.getByRole("link", { name: "Your account: Anna Berg" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Your account: Anna Berg" }).waitFor();
});

test("a forgotten password can be replaced once with the mailed link", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visit("/login");
  await pressButton(page, "Forgot Password?");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Submit" }).click();
  const link = await mailedLink(email, "/password/reset/confirm/");
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await pressButton(page, "Submit");
  await page.waitForURL("**/login");

  await submitPassword(page, email);
  await waitForAlert(page, "Invalid email or password.");
  await logIn(page, email, NEW_PASSWORD);
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  await page.goto(link);
  await waitForAlert(page, "This link is no longer valid.");
});
