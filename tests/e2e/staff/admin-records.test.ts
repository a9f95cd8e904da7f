// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { mailsTo } from "../support/mail.ts";
import { waitForText } from "../support/owners.ts";
import { createAccount, PASSWORD } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { visitAsSuperuser } from "../support/staff.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("giving rights asks for the superuser's password and mails the user", { tags: "journey" }, async () => {
  const email = await createAccount();
  const mails = (await mailsTo(email)).length;
  const page = await visitAsSuperuser(`/admin?model=accounts/user&q=${email}`);
  await button(page, `Edit ${email}`).click();
  const form = page.getByRole("form");
  const password = form.getByLabel("Your password");
  expect(await password.count()).toBe(0);
  await form.getByLabel("Staff", { exact: true }).selectOption("Yes");
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, "Please enter your own password to give rights.");
  await waitForFocus(password);
  await password.fill("not the password");
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, "This password is incorrect.");
  await password.fill(PASSWORD);
  await form.getByRole("button", { name: "Save" }).click();
  await waitForText(page, `“${email}” was saved.`);
  expect((await mailsTo(email))[0]!.subject).toContain("You are now staff");
  expect((await mailsTo(email)).length).toBe(mails + 1);
});
