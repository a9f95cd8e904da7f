import type { Page } from "playwright-core";
import { mailedCode, mailedLink, mailsTo } from "./mail.ts";
import { visit } from "./visit.ts";

export const PASSWORD = "a phrase to remember";

/** An address that no other test uses. Google vouches for those of gmail.com. */
export const newAddress = (host = "example.com") => `${crypto.randomUUID()}@${host}`;

/** Fills the form of /signup on the page and sends it. */
export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Sign up" }).waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("First name").fill("Anna");
  await page.getByLabel("Last name").fill("Berg");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
}

/** Gives email and password on /login. */
export async function givePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Both steps from /login; ends where the product leads. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const mails = (await mailsTo(email)).length;
  await givePassword(page, email, password);
  await page.waitForURL((url) => url.pathname === "/login/verify");
  await page.getByLabel("Code").fill(await mailedCode(email, mails + 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** A new account with a verified address. */
export async function register(): Promise<string> {
  const email = newAddress();
  const page = await visit("/signup");
  await signUp(page, email);
  await page.getByText("We sent you an email").waitFor();
  await page.goto(await mailedLink(email, "/signup/verify/"));
  await page.getByText("Your email address is verified.").waitFor();
  await page.context().close();
  return email;
}

/** A new account's page at `path`, signed in. */
export async function visitSignedIn(path: string, email: string, password = PASSWORD): Promise<Page> {
  const page = await visit(`/login?${new URLSearchParams({ next: path })}`);
  await logIn(page, email, password);
  return page;
}
