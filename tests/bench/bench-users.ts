import { users } from "#schema/tables/accounts.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { insertSession } from "../support/insert-session.ts";

const OWNED_SITES = 30;
/** The session of the bench's user. */
export const TOKEN = "session-of-the-bench";

/** The user is staff, who have no limit on new sites, and owns the first 30 sites. */
export async function insertBenchUser({ db, sessions: kv }: Store, now: number): Promise<void> {
  const [user] = await db
    .insert(users)
    .values({ email: "bench@example.com", emailVerifiedAt: now, isStaff: true, createdAt: now, updatedAt: now })
    .returning();
  await insertSession({ db, kv }, { token: TOKEN, userId: user!.id, epoch: 0, now });
  await db.$client.prepare("UPDATE sites SET owner_id = ? WHERE id <= ?").bind(user!.id, OWNED_SITES).run();
}

export async function signedInHeaders(base: string): Promise<Record<string, string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base), { headers: { Cookie: `session=${TOKEN}` } });
  const csrf = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return { Cookie: `session=${TOKEN}; csrftoken=${csrf}`, "X-CSRFToken": csrf, Origin: new URL(base).origin };
}
