import type { BrowserContext, Page } from "playwright-core";
import { users } from "#schema/tables/accounts.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { DEMO_PASSWORD, loadDemo } from "#worker/commands/demo/load.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password.ts";
import { articleOf } from "./owners.ts";
import { visitSignedIn } from "./people.ts";
import { visit } from "./visit.ts";

const STAFF = "staff@example.com";
const SUPERUSER = "root@example.com";

/** The demo directory, whose staff is no superuser, and somebody who is. */
export async function fillWithSuperuser(store: Store): Promise<void> {
  const now = Date.now();
  await loadDemo(store, now);
  await store.db.insert(users).values({
    email: SUPERUSER,
    firstName: "Ruth",
    lastName: "Root",
    passwordHash: await hashPassword(DEMO_PASSWORD),
    emailVerifiedAt: now,
    isSuperuser: true,
    createdAt: now,
    updatedAt: now,
  });
}

type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;
const sessions = new Map<string, Session>();

/** Each signs in once a file: an account gets few codes an hour. */
async function visitAs(email: string, path: string): Promise<Page> {
  const storageState = sessions.get(email);
  if (storageState) return visit(path, { storageState });
  const page = await visitSignedIn(path, email, DEMO_PASSWORD);
  sessions.set(email, await page.context().storageState());
  return page;
}

export const visitAsStaff = (path: string) => visitAs(STAFF, path);
export const visitAsSuperuser = (path: string) => visitAs(SUPERUSER, path);

/** A post, written as the page itself would. */
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
