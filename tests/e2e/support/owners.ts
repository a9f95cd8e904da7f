import type { Locator, Page } from "playwright-core";
import { vi } from "vitest";
import { googleStartPath } from "#schema/paths.ts";
import { mailedCode } from "./mail.ts";
import { newAddress } from "./people.ts";
import { visit } from "./visit.ts";

export type ListedSite = { id: number; slug: string; name: string };

/** A new person's page at `path`, signed in through the stand-in for Google. */
export async function visitThroughGoogle(path: string, email = newAddress()): Promise<Page> {
  const page = await visit(googleStartPath);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Workspace").fill("example.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await page.goto(path);
  return page;
}

/** Where a log-in with Google asks for a code: the one of mail number `count`. */
export async function enterGoogleCode(page: Page, email: string, count: number): Promise<void> {
  await page.getByLabel("Code").fill(await mailedCode(email, count));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** In the prompt of Google's stand-in that a press on /login opened. */
export async function chooseGoogleAccount(page: Page, email: string): Promise<void> {
  const prompt = page.getByRole("dialog", { name: "Stand-in for Google" });
  await prompt.getByLabel("Google account").fill(email);
  await prompt.getByRole("button", { name: "Continue as this person" }).click();
}

export const articleOf = (...texts: string[]) =>
  JSON.stringify({ blocks: texts.map((text) => ({ type: "paragraph", data: { text } })) });

/** A call as the page itself would send it. */
export function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ({ method: verb, path: to, body: sent }) => {
      const token = /csrftoken=([^;]*)/.exec(document.cookie)![1]!;
      const answer = await fetch(`/api/${to}`, {
        method: verb,
        headers: { "content-type": "application/json", "x-csrftoken": token },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      return answer.json();
    },
    { method, path, body },
  ) as Promise<T>;
}

/** Lists a site of whoever is signed in on the page, under a name and a link that no other test uses. */
export function listSite(page: Page, changes: object = {}): Promise<ListedSite> {
  const name = `Site ${crypto.randomUUID().slice(0, 8)}`;
  return callApi(page, "POST", "sites/", {
    name,
    link: `https://${crypto.randomUUID()}.example/`,
    description: "Made for a test",
    category: "productivity",
    alternatives: [
      { name: "First Product", link: "https://first.example/" },
      { name: "Second Product", link: "https://second.example/" },
    ],
    blog: { content: articleOf("What this site does.") },
    ...changes,
  });
}

/** Opens the editor's menu of blocks from the empty line that has the focus. */
export async function openBlockMenu(page: Page): Promise<Locator> {
  const line = page.locator(".ce-paragraph:focus");
  const menu = page.locator(".ce-popover--opened > .ce-popover__container");
  await line.and(page.locator(":empty")).waitFor();
  // Typed at a machine's speed, the key may come before the editor has done with the line before.
  await vi.waitFor(async () => {
    if (!(await menu.isVisible())) {
      await line.fill("", { timeout: 1000 });
      await page.keyboard.type("/");
    }
    await menu.waitFor({ timeout: 2000 });
  }, 30_000);
  return menu;
}

/** The entry of the open menu that the arrow key reaches. The menu is drawn before it listens to keys. */
export async function focusMenuEntry(page: Page, menu: Locator): Promise<Locator> {
  const marked = menu.locator(".ce-popover-item--focused");
  await vi.waitFor(async () => {
    await page.keyboard.press("ArrowDown");
    await marked.waitFor({ timeout: 2000 });
  }, 30_000);
  return marked;
}

/** Turns the empty line that has the focus into a block of another kind. */
export async function chooseBlock(page: Page, name: string): Promise<void> {
  const menu = await openBlockMenu(page);
  await menu.getByText(name, { exact: true }).click();
}

/** The text of the alert or status message with these words, once it is there. */
export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
