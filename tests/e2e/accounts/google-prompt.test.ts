// @module-tag long
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { chooseGoogleAccount, enterGoogleCode } from "../support/owners.ts";
import { logIn, newEmail, createAccount } from "../support/people.ts";
import { waitForHydration, visit } from "../support/visit.ts";

const GOOGLE_STAND_IN_SCRIPT = "/dev/google/client.js";

const press = (page: Page) => page.getByRole("button", { name: "Continue with Google" }).click();
const redirectLink = (page: Page) => page.getByRole("link", { name: "Continue on Google’s page" });

const withScript = (page: Page, script: string) =>
  page.route(`**${GOOGLE_STAND_IN_SCRIPT}`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));

const identity = (parts: string) =>
  `window.google = { accounts: { id: { initialize() {}, prompt() {}, cancel() {}, ${parts} } } };`;
const shown = (moment: string) =>
  identity(`prompt(listen) { listen({ isSkippedMoment: () => false, isDismissedMoment: () => false, ${moment} }); }`);

test(
  "Google's prompt on /login signs the user in, stores them as specified, and loads nothing before the button is pressed",
  { tags: "journey" },
  async () => {
    const email = newEmail("gmail.com");
    const page = await visit("/login");
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    expect(scripts).not.toContain(GOOGLE_STAND_IN_SCRIPT);
    await press(page);
    await chooseGoogleAccount(page, email);
    await page.getByText(`You are signed in as ${email}.`).waitFor();
    await page.waitForFunction(() => localStorage.length > 0);
    const kept = await page.evaluate(() => ({
      user: localStorage.getItem("user"),
      token: localStorage.getItem("token"),
    }));
    expect(JSON.parse(kept.user!)).toEqual({
      email,
      first_name: "Anna",
      last_name: "Lind",
      is_staff: false,
      is_superuser: false,
    });
    expect(kept.token).toMatch(/./);
    await page.waitForURL("**/dashboard");
    await page.getByRole("link", { name: "Your account: Anna Lind" }).waitFor();
    expect(scripts).toContain(GOOGLE_STAND_IN_SCRIPT);
  },
);

test("local storage is cleared after the session was ended on another device", async () => {
  const page = await visit("/login");
  await press(page);
  await chooseGoogleAccount(page, newEmail("gmail.com"));
  await page.waitForURL("**/dashboard");
  await page.context().clearCookies({ name: "session" });
  await page.goto("/about");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
});

test("an email address for which Google is not authoritative needs the mailed code, with the prompt and with Google's own page", async () => {
  const email = newEmail();
  const page = await visit("/login?next=/user");
  await press(page);
  await chooseGoogleAccount(page, email);
  await page.getByText("We sent a code to the email address of your Google account.").waitFor();
  expect(await page.getByLabel("Email").count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Code").fill("12");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("Please enter the 6-digit code.").waitFor();
  await waitForFocus(page.getByLabel("Code"));
  await enterGoogleCode(page, email, 1);
  await page.waitForURL((url) => url.pathname === "/user");
  const user = await page.evaluate(() => localStorage.getItem("user"));
  expect(JSON.parse(user!)).toMatchObject({ email });

  const other = newEmail();
  const second = await visit("/google-login/?next=/user");
  await second.getByRole("link", { name: "Continue with Google" }).click();
  await second.getByLabel("Email").fill(other);
  await second.getByRole("button", { name: "Continue" }).click();
  await second.waitForURL("**/login/verify?by=google&next=%2Fuser");
  await enterGoogleCode(second, other, 1);
  await second.waitForURL((url) => url.pathname === "/user");
});

test("Google's prompt leads back to the page where the user came from", async () => {
  const page = await visit("/login?next=/user");
  await press(page);
  await chooseGoogleAccount(page, newEmail("gmail.com"));
  await page.waitForURL((url) => url.pathname === "/user");
});

test("a Google script that does not load shows an error, and Google's own page still works", async () => {
  const page = await visit("/login?next=/user");
  await page.route(`**${GOOGLE_STAND_IN_SCRIPT}`, (route) => route.abort());
  await press(page);
  await page.getByRole("alert").filter({ hasText: "Failed to load Google authentication script" }).waitFor();
  await waitForFocus(redirectLink(page));
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dev/google/authorize?*");
  await page.getByLabel("Email").fill(newEmail("gmail.com"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.pathname === "/user");
});

test("a closed prompt can be opened again", async () => {
  const page = await visit("/login");
  await press(page);
  await redirectLink(page).waitFor();
  await page.getByRole("dialog", { name: "Stand-in for Google" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("alert").filter({ hasText: "Failed to show Google sign-in. Please try again." }).waitFor();
  await waitForFocus(redirectLink(page));
  await press(page);
  await chooseGoogleAccount(page, newEmail("gmail.com"));
  await page.waitForURL("**/dashboard");
});

test.each([
  ["that is empty", "", "Google authentication not ready. Please refresh the page."],
  ["that does not start", identity("initialize() { throw 1; }"), "Failed to initialize Google authentication"],
  ["that breaks", identity("prompt() { throw 1; }"), "Failed to show Google sign-in. Please try again."],
  ["that skips", shown("isSkippedMoment: () => true"), "Failed to show Google sign-in. Please try again."],
  ["without FedCM", shown("isNotDisplayed: () => true"), "Failed to show Google sign-in. Please try again."],
  ["with no credential", identity("initialize(to) { to.callback({}); }"), "No credential received from Google"],
  [
    "with a made-up credential",
    identity("initialize(to) { to.callback({ credential: 'made-up' }); }"),
    "Login failed. Please try again.",
  ],
])("a Google script %s shows its specified error", async (_, script, problem) => {
  const page = await visit("/login");
  await withScript(page, script);
  await press(page);
  await page.getByRole("alert").filter({ hasText: problem }).waitFor();
  await waitForFocus(redirectLink(page));
});

test("an API that returns no nonce shows an error", async () => {
  const page = await visit("/login");
  await page.route("**/api/auth/google-login/", (route) => route.fulfill({ status: 503, body: "" }));
  await press(page);
  await page.getByRole("alert").filter({ hasText: "Failed to initialize Google authentication" }).waitFor();
});

test("/login loads as a new document with Google's CSP, and without Google as a client-side navigation", async () => {
  const marked = async (page: Page) => {
    await waitForHydration(page);
    await page.evaluate(() => Object.assign(window, { isMarked: true }));
    await page.getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    return page.evaluate(() => "isMarked" in window);
  };
  const page = await visit("/mattermost");
  expect(await marked(page)).toBe(false);
  await logIn(page, await createAccount());
  await page.waitForURL("**/mattermost");

  const other = await visit("about:blank");
  await other.route("**/mattermost", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/,"googleClientId":"[^"]*"/, "");
    await route.fulfill({ response, body });
  });
  await other.goto("/mattermost");
  expect(await marked(other)).toBe(true);
  expect(await other.getByRole("button", { name: "Continue with Google" }).count()).toBe(0);
});
