import { users } from "#schema/tables/accounts.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { insertSession } from "../support/insert-session.ts";

const OWNED_SITES = 30;
/** Session tokens. Their users are staff, who have no limit on new sites. */
export const TOKENS = Array.from({ length: 6 }, (_, index) => `session-of-the-bench-${index}`);

export const EMAILS = TOKENS.map((_, at) => `bench-${at}@example.com`);
export const PASSWORD = "a password of the bench";

/** The first user owns the first 30 sites. */
export async function insertBenchUsers({ db, sessions: kv }: Store, now: number): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const columns = { passwordHash, emailVerifiedAt: now, isStaff: true, createdAt: now, updatedAt: now };
  const people = await db
    .insert(users)
    .values(EMAILS.map((email) => ({ email, ...columns })))
    .returning();
  await Promise.all(
    people.map(async ({ id }, at) => insertSession({ db, kv }, { token: TOKENS[at]!, userId: id, epoch: 0, now })),
  );
  await db.$client.prepare("UPDATE sites SET owner_id = ? WHERE id <= ?").bind(people[0]!.id, OWNED_SITES).run();
}

export async function signedInHeaders(base: string, token: string): Promise<Record<string, string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base), { headers: { Cookie: `session=${token}` } });
  const csrf = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return {
    Cookie: `session=${token}; csrftoken=${csrf}`,
    "X-CSRFToken": csrf,
    "Content-Type": "application/json",
    Origin: new URL(base).origin,
  };
}
