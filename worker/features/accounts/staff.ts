import { desc, eq, or } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import type { Db } from "../../http/database.ts";

type Rights = { isStaff?: boolean; isSuperuser?: boolean };

/** In force on the person's next request. False where nobody has that address. */
export async function setRights(db: Db, email: string, rights: Rights & { now: number }): Promise<boolean> {
  const { now, ...columns } = rights;
  const rows = await db
    .update(users)
    .set({ ...columns, updatedAt: now })
    .where(eq(users.email, email.trim().toLowerCase()))
    .returning({ id: users.id });
  return rows.length > 0;
}

export const listStaff = (db: Db) =>
  db
    .select({ email: users.email, isStaff: users.isStaff, isSuperuser: users.isSuperuser })
    .from(users)
    .where(or(eq(users.isStaff, true), eq(users.isSuperuser, true)))
    .orderBy(desc(users.isSuperuser), users.email);
