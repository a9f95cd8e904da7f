import { users } from "#schema/tables/accounts.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { DEMO_PASSWORD, loadDemo } from "#worker/commands/demo/load.ts";

export const STAFF = "staff@example.com";
export const SUPERUSER = "root@example.com";

/** Loads the demo, which has no superuser, and adds one. */
export async function fillWithSuperuser(store: Store): Promise<void> {
  const now = Date.now();
  await loadDemo(store, now);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const times = { emailVerifiedAt: now, createdAt: now, updatedAt: now };
  await store.db
    .insert(users)
    .values({ email: SUPERUSER, firstName: "Ruth", lastName: "Root", passwordHash, isSuperuser: true, ...times });
}
