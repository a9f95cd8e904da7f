import type { Page } from "playwright";
import { STAFF, SUPERUSER } from "./accounts.ts";
import { articleOf } from "./owners.ts";
import { visitSignedIn } from "./people.ts";

export const visitAsStaff = (path: string) => visitSignedIn(path, STAFF);
export const visitAsSuperuser = (path: string) => visitSignedIn(path, SUPERUSER);

export function writePost(page: Page, fields: { title: string; published_at?: string }): Promise<void> {
  return page.evaluate(
    async (values) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(values)) body.append(name, value);
      const token = /csrftoken=([^;]*)/.exec(document.cookie)![1]!;
      await fetch("/api/blogs/user/", { method: "POST", headers: { "x-csrftoken": token }, body });
    },
    { ...fields, content: articleOf("It begins.") },
  );
}
