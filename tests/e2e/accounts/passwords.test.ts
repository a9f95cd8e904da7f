// @module-tag long
import { expect, test } from "vitest";
import { mailedLink } from "../support/mail.ts";
import { submitPassword, logIn, newEmail, PASSWORD, createAccount, visitSignedIn } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForAlert, waitForHeading, pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";

const NEW_PASSWORD = "another phrase to remember";

test("a forgotten password can be replaced once with the mailed link", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visit("/login");
  await pressButton(page, "Forgot Password?");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await dialog.count()).toBe(0);
  await page.getByLabel("Email").fill(email);
  await pressButton(page, "Forgot Password?");
  expect(await dialog.getByLabel("Email").inputValue()).toBe(email);
  await waitForFocus(dialog.getByLabel("Email"));
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByText("If there is an account with this email address").waitFor();

  const link = await mailedLink(email, "/password/reset/confirm/");
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.getByLabel("Show Password").check();
  expect(await page.getByLabel("New password").getAttribute("type")).toBe("text");
  await pressButton(page, "Submit");
  await page.waitForURL("**/login");

  await submitPassword(page, email);
  await waitForAlert(page, "Invalid email or password.");
  await logIn(page, email, NEW_PASSWORD);
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  await page.goto(link);
  await waitForAlert(page, "This link is no longer valid.");
  expect(await page.getByLabel("New password").count()).toBe(0);
  await page.getByLabel("Email").fill(email);
  await pressButton(page, "Submit");
  await page.getByText("If there is an account with this email address").waitFor();
});

test("/request-password-reset shows the same message for an unknown email address, and then leads to the home page", async () => {
  const page = await visit("/request-password-reset");
  await page.getByLabel("Email").fill(newEmail());
  await pressButton(page, "Submit");
  await page.getByText("If there is an account with this email address").waitFor();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a new password ends the session of the other browser", async () => {
  const email = await createAccount();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  // Its data has arrived before its session ends.
  await there.getByRole("button", { name: "Edit Name", exact: true }).waitFor();
  await pressButton(here, "Change Password");
  await here.getByLabel("Current password").fill(PASSWORD);
  await here.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await here.getByLabel("Confirm new password").fill(PASSWORD);
  await here.getByRole("button", { name: "Change Password" }).click();
  await here.getByText("New passwords don't match.").waitFor();
  await here.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await here.getByRole("button", { name: "Change Password" }).click();
  await here.getByText("Your password was changed.").waitFor();
  await waitForFocus(here.getByRole("button", { name: "Change Password" }));

  await pressButton(there, "Edit Name");
  await pressButton(there, "Save");
  await there.waitForURL("**/login?next=%2Fuser");
  await here.reload();
  await waitForHeading(here, "Your account");
});
