import type { Page } from "playwright-core";
import { register, visitSignedIn } from "./people.ts";

export type Listed = { id: number; slug: string; name: string };

/** A new owner's page at `path`. */
export async function visitAsOwner(path: string): Promise<Page> {
  return visitSignedIn(path, await register());
}

export const articleOf = (...texts: string[]) =>
  JSON.stringify({ blocks: texts.map((text) => ({ type: "paragraph", data: { text } })) });

/** A call as the page itself would send it. */
export function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
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
export function listSite(page: Page, changes: object = {}): Promise<Listed> {
  const name = `Site ${crypto.randomUUID().slice(0, 8)}`;
  return call(page, "POST", "sites/", {
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

/** The text of the alert or status message with these words, once it is there. */
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
