import type { BrowserContextOptions, Page } from "playwright";
import { baseUrl, testServer } from "./base-url.ts";
import { mailedCode, mailsTo } from "./mail.ts";
import { PASSWORD } from "./accounts.ts";
import type { Cookie } from "./sign-in.ts";
import { visit } from "./visit.ts";

export { PASSWORD };

/** Returns a unique email address. With `gmail.com`, a sign-in with Google needs no mailed code. */
export const newEmail = (host = "example.com") => `${crypto.randomUUID()}@${host}`;

async function askSignInServer<T>(path: "account" | "session", email: string): Promise<T> {
  const response = await fetch(`${testServer().signInUrl}/${path}`, { method: "POST", body: email });
  if (!response.ok) throw new Error(await response.text());
  return response.json() as Promise<T>;
}

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

/** Creates an account with a verified email address. Returns the address. */
export async function createAccount(): Promise<string> {
  const email = newEmail();
  await askSignInServer("account", email);
  return email;
}

/** Opens `path` as a signed-in user: by default with a new account. */
export const visitSignedIn = async (path: string, email = newEmail()): Promise<Page> =>
  visit(path, await signedInContext(email));

export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Sign up" }).waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("First name").fill("Anna");
  await page.getByLabel("Last name").fill("Berg");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
}

export async function submitPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Signs in on /login by password and mailed code. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const mails = (await mailsTo(email)).length;
  await submitPassword(page, email, password);
  await page.waitForURL((url) => url.pathname === "/login/verify");
  await page.getByLabel("Code").fill(await mailedCode(email, mails + 1));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
