import type { Locator, Page } from "playwright";
import { vi } from "vitest";

export type ListedSite = { id: number; slug: string; name: string };

/** Enters the code that a sign-in with Google asks for. `count` is the number of mails to that address so far. */
export async function chooseGoogleAccount(page: Page, email: string): Promise<void> {
  const prompt = page.getByRole("dialog", { name: "Stand-in for Google" });
  await prompt.getByLabel("Google account").fill(email);
  await prompt.getByRole("button", { name: "Continue as this person" }).click();
}

export const articleOf = (...texts: string[]) =>
  JSON.stringify({ blocks: texts.map((text) => ({ type: "paragraph", data: { text } })) });

/** Calls the API with the cookies and the CSRF token of the page. Returns the JSON body. */
export function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ({ method: verb, path: to, body: sent }) => {
      const token = /csrftoken=([^;]*)/.exec(document.cookie)![1]!;
      const response = await fetch(`/api/${to}`, {
        method: verb,
        headers: { "content-type": "application/json", "x-csrftoken": token },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      return response.json();
    },
    { method, path, body },
  ) as Promise<T>;
}

/** Lists a site with a unique name and link for the user of the page. */
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

/** Editor.js has other menus in a window of this width. */
const EDITOR_NARROW_PX = 650;

/** Opens the menu of the editor from the empty line that has the focus. */
export async function openBlockMenu(page: Page): Promise<Locator> {
  const line = page.locator(".ce-paragraph:focus");
  const menu = page.locator(".ce-popover--opened > .ce-popover__container");
  await line.and(page.locator(":empty")).waitFor();
  // A moment after a window becomes wide or narrow, Editor.js replaces its menus, also an open one. Only those of a narrow
  // window have this part.
  if (page.viewportSize()!.width > EDITOR_NARROW_PX)
    await page.locator(".ce-popover__overlay").first().waitFor({ state: "detached" });
  // Retries, because the key may arrive before the editor has finished the previous line.
  await vi.waitFor(async () => {
    if (!(await menu.isVisible())) {
      await line.fill("", { timeout: 1000 });
      await page.keyboard.type("/");
    }
    await menu.waitFor({ timeout: 2000 });
  }, 30_000);
  return menu;
}

/** Turns the empty line that has the focus into a block of another kind. */
export async function chooseBlock(page: Page, name: string): Promise<void> {
  const menu = await openBlockMenu(page);
  await menu.getByText(name, { exact: true }).click();
}

/** Types at the end of the last line, once the editor listens. */
export async function writeArticle(page: Page, text: string): Promise<void> {
  await page.locator(".article-editor[aria-busy=false]").waitFor();
  await page.locator(".ce-paragraph").last().click();
  await page.keyboard.press("End");
  await page.keyboard.type(text);
}

export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
