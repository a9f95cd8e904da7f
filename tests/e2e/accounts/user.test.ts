// @module-tag long
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { submitPassword, PASSWORD, createAccount, visitSignedIn } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForAlert, pressButton } from "../support/actions.ts";

test("a user cancels and saves a change of name, downloads the data and logs out", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visitSignedIn("/user", email);
  await pressButton(page, "Edit Name");
  await page.getByLabel("First name").fill("Somebody else");
  await pressButton(page, "Cancel");
  await page.getByText("Anna Berg").waitFor();
  const editName = page.getByRole("button", { name: "Edit Name" });
  await waitForFocus(editName);
  await pressButton(page, "Edit Name");
  expect(await page.getByLabel("First name").inputValue()).toBe("Anna");
  await page.getByLabel("First name").fill("Annabel");
  await pressButton(page, "Save");
  await page.getByText("Annabel Berg").waitFor();
  await waitForFocus(editName);

  await pressButton(page, "Change Password");
  await page.getByLabel("Current password").fill("Typed in vain");
  await pressButton(page, "Cancel");
  await pressButton(page, "Change Password");
  expect(await page.getByLabel("Current password").inputValue()).toBe("");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  expect(await readFile(await download.path(), "utf8")).toContain(email);

  await pressButton(page, "Log Out");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  await page.goto("/user");
  await page.waitForURL("**/login?next=%2Fuser");
});

test("open sessions are listed, and all others end at once", { tags: "journey" }, async () => {
  const email = await createAccount();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  await there.getByText("(this device)").waitFor();
  expect(await there.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem").count()).toBe(2);
  await pressButton(there, "Log out everywhere else");
  await there.getByText("You are logged out everywhere else.").waitFor();
  await there
    .getByRole("region", { name: "Where you are signed in" })
    .getByRole("listitem")
    .nth(1)
    .waitFor({ state: "detached" });
  await here.reload();
  await here.waitForURL("**/login?next=%2Fuser");
});

test("one open session is ended from the list", async () => {
  const email = await createAccount();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  const region = there.getByRole("region", { name: "Where you are signed in" });
  await there.getByText("(this device)").waitFor();
  expect(await region.getByRole("button", { name: /^Log out Chrome/ }).count()).toBe(1);
  await region.getByRole("button", { name: /^Log out Chrome/ }).click();
  await there.getByText(/^Chrome on .* is logged out\.$/).waitFor();
  expect(await region.getByRole("listitem").count()).toBe(1);
  await waitForFocus(region.getByRole("heading"));
  expect(await findAccessibilityFaults(there)).toEqual([]);
  await here.reload();
  await here.waitForURL("**/login?next=%2Fuser");
});

test("a deleted account cannot sign in", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visitSignedIn("/user", email);
  await pressButton(page, "Delete Account");
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Your password");
  const saysWrong = async (sentence: string) => {
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText(sentence).waitFor();
    const describedBy = await password.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe(sentence);
    await waitForFocus(password);
  };
  await saysWrong("Password is required");
  await password.fill("not this one");
  await saysWrong("This password is incorrect.");
  await password.fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByText("Your account is deleted.").waitFor();
  await page.getByRole("link", { name: "Sign In" }).click();
  await submitPassword(page, email);
  await waitForAlert(page, "Invalid email or password.");
});
