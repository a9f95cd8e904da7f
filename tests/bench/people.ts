import { users } from "#schema/tables/accounts.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { insertSession } from "#worker/features/sessions/session.ts";

const OWNED = 30;
/** Staff, whom no limit on new sites stops. */
export const TOKENS = Array.from({ length: 6 }, (_, index) => `session-of-the-bench-${index}`);

export const EMAILS = TOKENS.map((_, at) => `bench-${at}@example.com`);
export const PASSWORD = "a password of the bench";

/** People who are signed in; the first of them owns some sites. */
export async function insertPeople({ db, sessions: kv }: Store, now: number): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const columns = { passwordHash, emailVerifiedAt: now, isStaff: true, createdAt: now, updatedAt: now };
  const people = await db
    .insert(users)
    .values(EMAILS.map((email) => ({ email, ...columns })))
    .returning();
  const opened = people.map(async ({ id }, at) =>
    insertSession({ db, kv }, { token: TOKENS[at]!, userId: id, epoch: 0, device: "Bench", now }),
  );
  await Promise.all((await Promise.all(opened)).map((session) => session?.kvWritten));
  await db.$client.prepare("UPDATE sites SET owner_id = ? WHERE id <= ?").bind(people[0]!.id, OWNED).run();
}

/** Headers of somebody who is signed in and may write. */
export async function signedIn(base: string, token: string): Promise<Record<string, string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base), { headers: { Cookie: `session=${token}` } });
  const csrf = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return {
    Cookie: `session=${token}; csrftoken=${csrf}`,
    "X-CSRFToken": csrf,
    "Content-Type": "application/json",
    Origin: new URL(base).origin,
  };
}
