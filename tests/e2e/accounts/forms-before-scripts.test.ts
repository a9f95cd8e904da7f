// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { mailedCode, mailsTo } from "../support/mail.ts";
import { PASSWORD, createAccount } from "../support/people.ts";
import { waitForHydration, visit } from "../support/visit.ts";

/** Holds back all scripts. The returned function lets them load, and waits for hydration. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    resolve();
    await waitForHydration(page);
  };
}

test("text typed while scripts load is kept, and pressing Enter submits nothing", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visit("about:blank");
  const letThrough = await holdScripts(page);
  const posted: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posted.push(request.url()));
  await page.goto("/login?next=/user", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  expect(await page.getByRole("button", { name: "Sign In", exact: true }).isDisabled()).toBe(true);
  expect(page.url()).toMatch(/\/login\?next=\/user$/);
  expect(posted).toEqual([]);

  await letThrough();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/login/verify?next=%2Fuser");
  const code = await mailedCode(email, (await mailsTo(email)).length);

  const letThroughAgain = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByLabel("Code").fill(code);
  await letThroughAgain();
  expect(await page.getByLabel("Code").inputValue()).toBe(code);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/user");
});
