// @module-tag long
import { expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { mailedCode, mailedLink, mailsTo } from "../support/mail.ts";
import { submitPassword, logIn, newEmail, PASSWORD, createAccount, signUp } from "../support/people.ts";
import { waitForFocus } from "../support/keyboard.ts";
import { waitForAlert, waitForHeading, pressButton } from "../support/actions.ts";
import { visit } from "../support/visit.ts";

const NEW_PASSWORD = "another phrase to remember";

test(
  "a user signs up, verifies the email address, signs in with the mailed code and reaches the dashboard",
  { tags: "journey" },
  async () => {
    const email = newEmail();
    const page = await visit("/");
    await page.getByRole("link", { name: "Sign In" }).click();
    await waitForHeading(page, "Sign in");
    await page.getByRole("link", { name: "Sign up" }).click();
    await signUp(page, email.toUpperCase());
    await page.getByText("Open the link that we emailed you").waitFor();
    // The redirect comes after five seconds.
    await page.waitForURL((url) => url.pathname === "/");

    await page.goto(await mailedLink(email, "/signup/verify/"));
    await page.getByText("Your email address is verified.").waitFor();
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
  },
);

test(
  "errors appear beside their fields, the first wrong field has the focus, and the typed text stays",
  { tags: "journey" },
  async () => {
    const page = await visit("/signup");
    await page.getByLabel("First name").fill("Anna");
    await pressButton(page, "Sign Up");
    const email = page.getByLabel("Email");
    await page.getByText("Email address is required").waitFor();
    await waitForFocus(email);
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const describedBy = await email.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe("Email address is required");

    await email.fill(newEmail());
    await page.getByLabel("Last name").fill("Berg");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
    await pressButton(page, "Sign Up");
    await page.getByText("Passwords do not match").waitFor();
    await waitForFocus(page.getByLabel("Confirm password"));

    // Errors that only the API finds appear beside their fields too.
    await page.getByLabel("Password", { exact: true }).fill("password1");
    await page.getByLabel("Confirm password").fill("password1");
    await pressButton(page, "Sign Up");
    await page.getByText("This password is too common. Please choose another one.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill("summer2024");
    await page.getByLabel("Confirm password").fill("summer2024");
    await pressButton(page, "Sign Up");
    await page.getByText(/^This password is easy to guess/).waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Anna");
  },
);

test("a verification link opened in another browser asks for the password of the sign-up", async () => {
  const email = newEmail();
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("Open the link that we emailed you").waitFor();
  const phone = await visit(await mailedLink(email, "/signup/verify/"));
  await phone.getByText("Please enter the password that you chose when you signed up.").waitFor();
  expect(await findAccessibilityFaults(phone)).toEqual([]);
  const password = phone.getByLabel("Password", { exact: true });
  await password.fill("not the password");
  await pressButton(phone, "Verify");
  await phone.getByText("This is not the password that you chose when you signed up. Please try again.").waitFor();
  await waitForFocus(password);
  await password.fill(PASSWORD);
  await pressButton(phone, "Verify");
  await phone.getByText("Your email address is verified.").waitFor();
  await phone.waitForURL("**/login");
  await logIn(phone, email);
  expect(new URL(phone.url()).pathname).toBe("/dashboard");
});

test("a verification that failed temporarily can be tried again", async () => {
  const email = newEmail();
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("Open the link that we emailed you").waitFor();
  await page.route("**/api/signup/verify/**", (route) => route.abort());
  await page.goto(await mailedLink(email, "/signup/verify/"));
  await waitForAlert(page, "Network error - please check your connection");
  await pressButton(page, "Try Again");
  await waitForAlert(page, "Network error - please check your connection");
  await page.unroute("**/api/signup/verify/**");
  await pressButton(page, "Try Again");
  await page.getByText("Your email address is verified.").waitFor();
});

test("an existing account is revealed only in the mail to its owner", async () => {
  const email = await createAccount();
  const before = (await mailsTo(email)).length;
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("Open the link that we emailed you").waitFor();
  expect((await mailsTo(email)).length).toBe(before + 1);
});

test("List a site leads back to its form after sign-up, verification and sign-in, even on another device", async () => {
  const email = newEmail();
  const page = await visit("/sites/create");
  await waitForHeading(page, "Sign in");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await signUp(page, email);
  await page.getByText("Open the link that we emailed you").waitFor();
  const [mail] = await mailsTo(email);
  const link = /\S+\/signup\/verify\/\S+/.exec(mail!.text)![0];
  const there = await visit(new URL(link).pathname + new URL(link).search);
  await there.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await pressButton(there, "Verify");
  await there.getByText("Your email address is verified.").waitFor();
  await there.waitForURL("**/login?next=%2Fsites%2Fcreate");
  await submitPassword(there, email);
  await there.getByLabel("Code").fill(await mailedCode(email, 2));
  await pressButton(there, "Verify");
  await there.waitForURL("**/sites/create");
  await there.getByLabel("Site link").waitFor();
});

test("an invalid verification link offers a new one", async () => {
  const page = await visit("/signup/verify/unknown");
  await waitForAlert(page, "This link is no longer valid.");
  await page.getByLabel("Email").fill(newEmail());
  await pressButton(page, "Send a new link");
  await waitForFocus(page.getByText("If there is an account with this email address"));
});
