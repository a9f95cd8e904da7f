// @module-tag long
import { expect, test } from "vitest";
import { mailedCode } from "../support/mail.ts";
import { submitPassword, logIn, newEmail, createAccount } from "../support/people.ts";
import { waitForAlert, waitForHeading, pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";

test("five wrong codes invalidate the code, and starting again helps", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visit("/login");
  await submitPassword(page, email);
  await page.waitForURL("**/login/verify");
  const code = await mailedCode(email);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let attempt = 1; attempt <= 5; attempt++) {
    await page.getByLabel("Code").fill(wrong);
    const [answer] = await Promise.all([page.waitForResponse("**/api/login/verify/"), pressButton(page, "Verify")]);
    expect([400, 429]).toContain(answer.status());
  }
  await page.getByLabel("Code").fill(code);
  await pressButton(page, "Verify");
  await page.getByText("This code is no longer valid. Please sign in again.").waitFor();
  await page.getByRole("link", { name: "Start again with your password" }).click();
  await waitForHeading(page, "Sign in");
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await logIn(page, email);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("a new code can be requested after a minute, and replaces the old one", async () => {
  const email = await createAccount();
  const page = await visit("/login");
  await page.clock.install();
  await submitPassword(page, email);
  await page.waitForURL("**/login/verify");
  const first = await mailedCode(email);
  const resend = page.getByRole("button", { name: /^Send a new code/ });
  expect(await resend.getAttribute("aria-disabled")).toBe("true");
  // Uses the keyboard, because Playwright's click would wait until the button is enabled.
  await resend.press("Enter");
  await page.getByText(/^Please wait \d+ more seconds\.$/).waitFor();
  await page.clock.runFor(60_000);
  await page.route("**/api/login/resend/", (route) => route.abort());
  await pressButton(page, "Send a new code");
  await page.getByText("Network error - please check your connection").waitFor();
  await page.unroute("**/api/login/resend/");
  // No new code was sent, so there is nothing to wait for.
  await pressButton(page, "Send a new code");
  await page.getByText("We sent a 6-digit code to your email address.").waitFor();
  expect(await resend.innerText()).toMatch(/^Send a new code in \d+ s$/);

  const second = await mailedCode(email, 2);
  await page.getByLabel("Code").fill(first);
  await pressButton(page, "Verify");
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Code").fill(second);
  await pressButton(page, "Verify");
  await page.waitForURL("**/dashboard");
});

test("a wrong password shows the same error as an unknown email address", async () => {
  const page = await visit("/login");
  await submitPassword(page, newEmail());
  await waitForAlert(page, "Invalid email or password.");
});

test("a protected screen sends visitors to sign in and back, and never to another origin", async () => {
  const email = await createAccount();
  const page = await visit("/user");
  await page.waitForURL("**/login?next=%2Fuser");
  await logIn(page, email);
  await waitForHeading(page, "Your account");

  const other = await visit("/login?next=//evil.example/");
  await logIn(other, email);
  expect(new URL(other.url()).pathname).toBe("/dashboard");
});

test("signing in leads back to the page where the user came from", { tags: "journey" }, async () => {
  const email = await createAccount();
  const page = await visit("/mattermost");
  await page.getByRole("link", { name: "Sign In" }).click();
  await waitForHeading(page, "Sign in");
  await logIn(page, email);
  await waitForHeading(page, "Mattermost");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).waitFor();
});

test("/login redirects a signed-in user, and passes the return path on to /signup", async () => {
  const page = await visit("/login?next=/user");
  await page.getByRole("link", { name: "Sign up" }).click();
  await waitForHeading(page, "Sign up");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/login?next=%2Fuser");
  await logIn(page, await createAccount());
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await page.goto("/login?next=/user");
  await waitForHeading(page, "Your account");
});

test("staff arrive at the admin screen, which asks visitors to sign in", async () => {
  const page = await visit("/admin");
  await waitForHeading(page, "Login Required");
  await page.goto("/login");
  await logIn(page, "staff@example.com", "demo-password-1");
  expect(new URL(page.url()).pathname).toBe("/admin");
});
