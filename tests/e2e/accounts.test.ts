import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findFaults } from "./support/faults.ts";
import { mailedCode, mailedLink, mailsTo } from "./support/mail.ts";
import { givePassword, logIn, newAddress, PASSWORD, register, signUp, visitSignedIn } from "./support/people.ts";
import { focused } from "./support/keyboard.ts";
import { visit } from "./support/visit.ts";

const NEW_PASSWORD = "another phrase to remember";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a person signs up, verifies the address, logs in with the mailed code and reaches the dashboard", async () => {
  const email = newAddress();
  const page = await visit("/");
  await page.getByRole("link", { name: "Sign In" }).click();
  await heading(page, "Sign in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await signUp(page, email.toUpperCase());
  await page.getByText("We sent you an email").waitFor();
  // Five seconds later.
  await page.waitForURL((url) => url.pathname === "/");

  await page.goto(await mailedLink(email, "/signup/verify/"));
  await page.getByText("Your email address is verified.").waitFor();
  await page.waitForURL("**/login");

  await givePassword(page, email.toUpperCase());
  await page.waitForURL("**/login/verify");
  await page.getByLabel("Code").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  const code = await mailedCode(email, 2);
  await page.getByLabel("Code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await press(page, "Verify");
  await page.waitForURL("**/dashboard");
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies).toContain("session");
  expect(cookies).not.toContain("login");
  await page.getByRole("link", { name: "Your account: Anna Berg" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Your account: Anna Berg" }).waitFor();
});

test("what is wrong stands beside its field, the first one has the focus, and what was typed stays", async () => {
  const page = await visit("/signup");
  await page.getByLabel("First name").fill("Anna");
  await press(page, "Sign Up");
  const email = page.getByLabel("Email");
  await page.getByText("Email address is required").waitFor();
  await focused(email);
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  const describedBy = await email.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe("Email address is required");

  await email.fill(newAddress());
  await page.getByLabel("Last name").fill("Berg");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await press(page, "Sign Up");
  await page.getByText("Passwords do not match").waitFor();
  await focused(page.getByLabel("Confirm password"));

  // What only the server knows stands beside its field as well.
  await page.getByLabel("Password", { exact: true }).fill("password1");
  await page.getByLabel("Confirm password").fill("password1");
  await press(page, "Sign Up");
  await page.getByText("This password is too common. Please choose another one.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("summer2024");
  await page.getByLabel("Confirm password").fill("summer2024");
  await press(page, "Sign Up");
  await page.getByText(/^This password is easy to guess/).waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Anna");
});

test("a link that is opened in another browser asks for the password of the sign-up", async () => {
  const email = newAddress();
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("We sent you an email").waitFor();
  const phone = await visit(await mailedLink(email, "/signup/verify/"));
  await phone.getByText("Please enter the password that you chose when you signed up.").waitFor();
  expect(await findFaults(phone)).toEqual([]);
  const password = phone.getByLabel("Password", { exact: true });
  await password.fill("not the password");
  await press(phone, "Verify");
  await phone.getByText("This is not the password that was chosen at that sign-up.").waitFor();
  await focused(password);
  await password.fill(PASSWORD);
  await press(phone, "Verify");
  await phone.getByText("Your email address is verified.").waitFor();
  await phone.waitForURL("**/login");
  await logIn(phone, email);
  expect(new URL(phone.url()).pathname).toBe("/dashboard");
});

test("a forgotten password is replaced by the mailed link, once", async () => {
  const email = await register();
  const page = await visit("/login");
  await press(page, "Forgot Password?");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await dialog.count()).toBe(0);
  await page.getByLabel("Email").fill(email);
  await press(page, "Forgot Password?");
  expect(await dialog.getByLabel("Email").inputValue()).toBe(email);
  await focused(dialog.getByLabel("Email"));
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.getByText("If there is an account with this address").waitFor();

  const link = await mailedLink(email, "/password/reset/confirm/");
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
  await page.getByLabel("Show Password").check();
  expect(await page.getByLabel("New password").getAttribute("type")).toBe("text");
  await press(page, "Submit");
  await page.waitForURL("**/login");

  await givePassword(page, email);
  await alert(page, "Invalid email or password.");
  await logIn(page, email, NEW_PASSWORD);
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  await page.goto(link);
  await alert(page, "This link is not valid any more.");
  expect(await page.getByLabel("New password").count()).toBe(0);
  await page.getByLabel("Email").fill(email);
  await press(page, "Submit");
  await page.getByText("If there is an account with this address").waitFor();
});

test("/request-password-reset says the same for an unknown address and goes home", async () => {
  const page = await visit("/request-password-reset");
  await page.getByLabel("Email").fill(newAddress());
  await press(page, "Submit");
  await page.getByText("If there is an account with this address").waitFor();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a new password ends the session of the other browser", async () => {
  const email = await register();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  await press(here, "Change Password");
  await here.getByLabel("Current password").fill(PASSWORD);
  await here.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await here.getByLabel("Confirm new password").fill(PASSWORD);
  await here.getByRole("button", { name: "Change Password" }).click();
  await here.getByText("New passwords don't match.").waitFor();
  await here.getByLabel("Confirm new password").fill(NEW_PASSWORD);
  await here.getByRole("button", { name: "Change Password" }).click();
  await here.getByText("Your password was changed.").waitFor();
  await focused(here.getByRole("button", { name: "Change Password" }));

  await press(there, "Edit Name");
  await press(there, "Save");
  await there.waitForURL("**/login?next=%2Fuser");
  await here.reload();
  await heading(here, "Your account");
});

test("five wrong codes void the code, and a new log-in helps", async () => {
  const email = await register();
  const page = await visit("/login");
  await givePassword(page, email);
  await page.waitForURL("**/login/verify");
  const code = await mailedCode(email);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let attempt = 1; attempt <= 5; attempt++) {
    await page.getByLabel("Code").fill(wrong);
    const [answer] = await Promise.all([page.waitForResponse("**/api/login/verify/"), press(page, "Verify")]);
    expect([400, 429]).toContain(answer.status());
  }
  await page.getByLabel("Code").fill(code);
  await press(page, "Verify");
  await page.getByText("This code is not valid any more. Please log in again.").waitFor();
  await page.getByRole("link", { name: "Start again with your password" }).click();
  await heading(page, "Sign in");
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await logIn(page, email);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("a new code can be asked for after a minute, and only it is good", async () => {
  const email = await register();
  const page = await visit("/login");
  await page.clock.install();
  await givePassword(page, email);
  await page.waitForURL("**/login/verify");
  const first = await mailedCode(email);
  const resend = page.getByRole("button", { name: /^Send a new code/ });
  expect(await resend.getAttribute("aria-disabled")).toBe("true");
  // By the keyboard, because a click of the test would wait until it is not disabled.
  await resend.press("Enter");
  await page.getByText(/^Please wait \d+ more seconds\.$/).waitFor();
  await page.clock.runFor(60_000);
  await page.route("**/api/login/resend/", (route) => route.abort());
  await press(page, "Send a new code");
  await page.getByText("Network error - please check your connection").waitFor();
  await page.unroute("**/api/login/resend/");
  // What was not sent is not waited for.
  await press(page, "Send a new code");
  await page.getByText("We sent a 6-digit code to your email address.").waitFor();
  expect(await resend.innerText()).toMatch(/^Send a new code in \d+ s$/);

  const second = await mailedCode(email, 2);
  await page.getByLabel("Code").fill(first);
  await press(page, "Verify");
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Code").fill(second);
  await press(page, "Verify");
  await page.waitForURL("**/dashboard");
});

test("a wrong password is refused in the words that an unknown address gets", async () => {
  const page = await visit("/login");
  await givePassword(page, newAddress());
  await alert(page, "Invalid email or password.");
});

test("a protected screen sends visitors to sign in and back, and never to another origin", async () => {
  const email = await register();
  const page = await visit("/user");
  await page.waitForURL("**/login?next=%2Fuser");
  await logIn(page, email);
  await heading(page, "Your account");

  const other = await visit("/login?next=//evil.example/");
  await logIn(other, email);
  expect(new URL(other.url()).pathname).toBe("/dashboard");
});

test("whoever signs in from a page comes back to it", async () => {
  const email = await register();
  const page = await visit("/mattermost");
  await page.getByRole("link", { name: "Sign In" }).click();
  await heading(page, "Sign in");
  await logIn(page, email);
  await heading(page, "Mattermost");
  await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).waitFor();
});

test("whoever is signed in is sent on from /login, and the way back travels along to /signup", async () => {
  const page = await visit("/login?next=/user");
  await page.getByRole("link", { name: "Sign up" }).click();
  await heading(page, "Sign up");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/login?next=%2Fuser");
  await logIn(page, await register());
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await page.goto("/login?next=/user");
  await heading(page, "Your account");
});

test("a link that could not be looked at is tried again", async () => {
  const email = newAddress();
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("We sent you an email").waitFor();
  await page.route("**/api/signup/verify/**", (route) => route.abort());
  await page.goto(await mailedLink(email, "/signup/verify/"));
  await alert(page, "Network error - please check your connection");
  await press(page, "Try Again");
  await alert(page, "Network error - please check your connection");
  await page.unroute("**/api/signup/verify/**");
  await press(page, "Try Again");
  await page.getByText("Your email address is verified.").waitFor();
});

test("staff arrive at the admin screen, which asks others to log in", async () => {
  const page = await visit("/admin");
  await heading(page, "Login Required");
  await page.goto("/login");
  await logIn(page, "staff@example.com", "demo-password-1");
  expect(new URL(page.url()).pathname).toBe("/admin");
});

test("a person changes the name, cancels without a trace, downloads the data and logs out", async () => {
  const email = await register();
  const page = await visitSignedIn("/user", email);
  await press(page, "Edit Name");
  await page.getByLabel("First name").fill("Somebody else");
  await press(page, "Cancel");
  await page.getByText("Anna Berg").waitFor();
  const editName = page.getByRole("button", { name: "Edit Name" });
  await focused(editName);
  await press(page, "Edit Name");
  expect(await page.getByLabel("First name").inputValue()).toBe("Anna");
  await page.getByLabel("First name").fill("Annabel");
  await press(page, "Save");
  await page.getByText("Annabel Berg").waitFor();
  await focused(editName);

  await press(page, "Change Password");
  await page.getByLabel("Current password").fill("Typed in vain");
  await press(page, "Cancel");
  await press(page, "Change Password");
  expect(await page.getByLabel("Current password").inputValue()).toBe("");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  expect(await readFile(await download.path(), "utf8")).toContain(email);

  await press(page, "Log Out");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  await page.goto("/user");
  await page.waitForURL("**/login?next=%2Fuser");
});

test("open sessions are listed, and all others end at once", async () => {
  const email = await register();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  await there.getByText("(this one)").waitFor();
  expect(await there.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem").count()).toBe(2);
  await press(there, "Log out everywhere");
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
  const email = await register();
  const here = await visitSignedIn("/user", email);
  const there = await visitSignedIn("/user", email);
  const region = there.getByRole("region", { name: "Where you are signed in" });
  await there.getByText("(this one)").waitFor();
  expect(await region.getByRole("button", { name: /^Log out Chrome/ }).count()).toBe(1);
  await region.getByRole("button", { name: /^Log out Chrome/ }).click();
  await there.getByText(/^Chrome on .* is logged out\.$/).waitFor();
  expect(await region.getByRole("listitem").count()).toBe(1);
  await focused(region.getByRole("heading"));
  expect(await findFaults(there)).toEqual([]);
  await here.reload();
  await here.waitForURL("**/login?next=%2Fuser");
});

test("a deleted account is gone", async () => {
  const email = await register();
  const page = await visitSignedIn("/user", email);
  await press(page, "Delete Account");
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Your password");
  const saysWrong = async (sentence: string) => {
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText(sentence).waitFor();
    const describedBy = await password.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe(sentence);
    await focused(password);
  };
  await saysWrong("Password is required");
  await password.fill("not this one");
  await saysWrong("This password is not right.");
  await password.fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByText("Your account is deleted.").waitFor();
  await page.getByRole("link", { name: "Sign In" }).click();
  await givePassword(page, email);
  await alert(page, "Invalid email or password.");
});

test("a person logs in with Google, is remembered as specified, and deletes the account by a mailed code", async () => {
  const email = newAddress("gmail.com");
  const page = await visit("/google-login/");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(email);
  await press(page, "Continue");
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Your account: Anna Lind" }).waitFor();
  const kept = await page.evaluate(() => ({
    user: localStorage.getItem("user"),
    token: localStorage.getItem("token"),
  }));
  expect(JSON.parse(kept.user!)).toMatchObject({ email });
  expect(kept.token).toMatch(/./);

  await page.getByRole("link", { name: /^Your account/ }).click();
  await press(page, "Delete Account");
  await page.clock.install();
  await press(page, "No password? Get a code by email");
  await page.getByText("We sent a code to your email address.").waitFor();
  await focused(page.getByLabel("Code"));
  expect(await findFaults(page)).toEqual([]);
  await page.clock.runFor(60_000);
  await press(page, "Send a new code");
  await page.getByLabel("Code").fill(await mailedCode(email, 2));
  await press(page, "Delete for good");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a log-in that Google breaks off says so and can be tried again", async () => {
  const page = await visit("/google-login/?next=/user");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await press(page, "Cancel");
  await alert(page, "Login failed. Please try again.");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByLabel("Email").fill(newAddress("gmail.com"));
  await press(page, "Continue");
  await heading(page, "Your account");
});

test("an address that has an account is told so by mail only", async () => {
  const email = await register();
  const before = (await mailsTo(email)).length;
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("We sent you an email").waitFor();
  expect((await mailsTo(email)).length).toBe(before + 1);
});

test("List a site leads back to the wizard after signing up, verifying and logging in, also on another device", async () => {
  const email = newAddress();
  const page = await visit("/sites/create");
  await heading(page, "Sign in");
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await signUp(page, email);
  await page.getByText("We sent you an email").waitFor();
  const [mail] = await mailsTo(email);
  const link = /\S+\/signup\/verify\/\S+/.exec(mail!.text)![0];
  const there = await visit(new URL(link).pathname + new URL(link).search);
  await there.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(there, "Verify");
  await there.getByText("Your email address is verified.").waitFor();
  await there.waitForURL("**/login?next=%2Fsites%2Fcreate");
  await givePassword(there, email);
  await there.getByLabel("Code").fill(await mailedCode(email, 2));
  await press(there, "Verify");
  await there.waitForURL("**/sites/create");
  await there.getByLabel("Site link").waitFor();
});

test("a link to verify an address that is void offers a new one", async () => {
  const page = await visit("/signup/verify/unknown");
  await alert(page, "This link is not valid any more.");
  await page.getByLabel("Email").fill(newAddress());
  await press(page, "Send a new link");
  await focused(page.getByText("If there is an account with this address"));
});
