import type { BrowserContextOptions, Page } from "playwright-core";
import { baseUrl, testServer } from "./base-url.ts";
import { mailedCode, mailsTo } from "./mail.ts";
import { PASSWORD } from "./password.ts";
import type { Cookie } from "./sign-in.ts";
import { visit } from "./visit.ts";

export { PASSWORD };

/** An address that no other test uses. Google vouches for those of gmail.com. */
export const newAddress = (host = "example.com") => `${crypto.randomUUID()}@${host}`;

async function askSignInServer<T>(what: "account" | "session", email: string): Promise<T> {
  const answer = await fetch(`${testServer().signInUrl}/${what}`, { method: "POST", body: email });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json() as Promise<T>;
}

/** A browser in which that person is signed in; who has no account gets one. */
async function signedInContext(email: string): Promise<BrowserContextOptions> {
  const cookies = (await askSignInServer<Cookie[]>("session", email)).map((cookie) => ({
    ...cookie,
    domain: new URL(baseUrl()).hostname,
    path: "/",
    expires: -1,
    secure: false,
    sameSite: "Lax" as const,
  }));
  return { storageState: { cookies, origins: [] } };
}

/** A new account with a verified address. */
export async function createAccount(): Promise<string> {
  const email = newAddress();
  await askSignInServer("account", email);
  return email;
}

/** A person's page at `path`, signed in; by default of a new account. */
export const visitSignedIn = async (path: string, email = newAddress()): Promise<Page> =>
  visit(path, await signedInContext(email));

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
export async function submitPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Both steps from /login; ends where the product leads. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const mails = (await mailsTo(email)).length;
  await submitPassword(page, email, password);
  await page.waitForURL((url) => url.pathname === "/login/verify");
  await page.getByLabel("Code").fill(await mailedCode(email, mails + 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
