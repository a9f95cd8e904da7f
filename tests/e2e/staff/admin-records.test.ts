// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { mailsTo } from "../support/mail.ts";
import { callApi, waitForText } from "../support/owners.ts";
import { newEmail, createAccount, PASSWORD } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { visitAsSuperuser } from "../support/staff.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function makeMessage(page: Page): Promise<string> {
  const email = newEmail();
  await callApi(page, "POST", "contact/", { email, message: "Is there an app for it?" });
  return email;
}

test("an answer to a message is mailed, and the audit log shows it before and after", { tags: "journey" }, async () => {
  const page = await visitAsSuperuser("/admin");
  const email = await makeMessage(page);
  await page.goto("/admin?model=contact/message&filter=unanswered");
  await button(page, `Edit ${email}`).click();
  const form = page.getByRole("dialog").getByRole("form");
  await form.getByText("Is there an app for it?").waitFor();
  await form.getByLabel("Answer").fill("Yes, there is.");
  await form.getByRole("button", { name: "Preview the email" }).click();
  await form.getByRole("region", { name: "The email" }).getByText("Yes, there is.").waitFor();
  await form.getByRole("button", { name: `Send answer to ${email}` }).click();
  await waitForText(page, "was saved.");
  expect((await mailsTo(email))[0]!.text).toContain("Yes, there is.");

  await page.goto("/admin?model=audit/entry");
  const entry = page
    .getByRole("row")
    .filter({ hasText: "contact.message" })
    .filter({ hasText: "Yes, there is." })
    .first();
  expect((await entry.innerText()).replaceAll(/\s+/g, " ")).toMatch(
    /root@example\.com change contact\.message \d+ answer empty → changed to Yes, there is\./,
  );
  expect(await page.getByRole("button", { name: /^(Edit|Delete)/ }).count()).toBe(0);
});

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
