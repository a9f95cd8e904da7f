// @module-tag long
import type { Page } from "playwright";
import { expect, onTestFinished, test } from "vitest";
import { baseUrl } from "../support/base-url.ts";
import { mailedCode, mailsTo } from "../support/mail.ts";
import { PASSWORD, createAccount, visitSignedIn } from "../support/people.ts";
import { browser, waitForHydration, visit } from "../support/visit.ts";

const withoutScript = { javaScriptEnabled: false };
const submit = (page: Page) => page.getByRole("main").locator("form button:not([type=button])");

const saysWhatIsMissing = (page: Page) => page.locator("noscript .notice", { hasText: "needs JavaScript" }).waitFor();

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

test.each([
  ["/login", "Sign in"],
  ["/login/verify", "Enter your code"],
  ["/signup", "Sign up"],
  ["/request-password-reset", "Reset your password"],
  ["/password/reset/confirm/token", "Choose a new password"],
])("%s shows its form without JavaScript, asks to switch JavaScript on, and sends nothing", async (path, title) => {
  const page = await visit(path, withoutScript);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await saysWhatIsMissing(page);
  const fields = page.getByRole("main").locator("input:not([type=checkbox])");
  for (const field of await fields.all()) await field.fill("typed by hand");
  await fields.last().press("Enter");
  expect(await submit(page).isDisabled()).toBe(true);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
});

test("without JavaScript, the sign-in screen links to password reset and sign-up, and protected screens ask to switch JavaScript on", async () => {
  const page = await visit("/login", withoutScript);
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByRole("heading", { level: 1, name: "Reset your password" }).waitFor();
  await page.goto("/login?next=/sites/create");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign up" }).waitFor();
  await page.goto("/dashboard");
  await saysWhatIsMissing(page);
  await page.getByRole("banner").waitFor();
});

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
  expect(await submit(page).isDisabled()).toBe(true);
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

/** What a password manager does. React then renders the page again, and logs an error. */
const addIcons = () =>
  addEventListener("DOMContentLoaded", () => {
    for (const field of document.querySelectorAll("input, textarea")) field.after(document.createElement("div"));
  });

test.each([
  "/login",
  "/login/verify",
  "/signup",
  "/request-password-reset",
  "/contact",
  "/",
  "/compare",
  "/mattermost",
])("%s keeps what is typed before its scripts arrive, also beside the icons of a password manager", async (path) => {
  for (const script of [() => {}, addIcons]) {
    const context = await (await browser()).newContext({ baseURL: baseUrl() });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.addInitScript(script);
    const letThrough = await holdScripts(page);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const fields = await page
      .locator("input:not([type=hidden], [type=checkbox], [type=radio]):visible, textarea:visible")
      .all();
    expect(fields).not.toEqual([]);
    // The field for a code takes only digits.
    for (const [index, field] of fields.entries()) await field.fill(`12${index}`);
    await letThrough();
    expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(
      fields.map((_, index) => `12${index}`),
    );
  }
});

test("a protected screen is not blank while its scripts load", async () => {
  const page = await visit("about:blank");
  const letThrough = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.getByText("Loading…").waitFor();
  await page.getByRole("banner").waitFor();
  await letThrough();
  await page.waitForURL("**/login?next=%2Fdashboard");
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
});

test("a signed-in user is redirected away from the sign-in screen", async () => {
  const page = await visitSignedIn("/user", await createAccount());
  await page.goto("/login?next=/sites");
  await page.waitForURL("**/sites");
});
