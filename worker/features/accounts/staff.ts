import { desc, eq, or } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { cleanEmail } from "#schema/values/email.ts";
import { type Db, violatesConstraint } from "../../db/connection.ts";
import { failBatchUnless } from "../../db/fail-batch.ts";
import type { Audited } from "../audit/audited.ts";
import { auditChange } from "../audit/statements.ts";
import { isNotLastSuperuser, lastSuperuserError } from "./superusers.ts";

type Rights = { isStaff?: boolean; isSuperuser?: boolean };

const COMMAND = "npm run staff";

const auditedUser = {
  app: "accounts",
  name: "user",
  table: users,
  key: users.id,
  fields: {
    is_staff: { value: users.isStaff, kind: "boolean" },
    is_superuser: { value: users.isSuperuser, kind: "boolean" },
  },
} satisfies Audited;

/**
 * Sets the rights that are given. They take effect with the user's next request. Returns false if there is no user with
 * this email address.
 * @throws AppError 409 if no superuser would remain.
 */
export async function setRights(db: Db, email: string, rights: Rights & { now: number }): Promise<boolean> {
  const { now, isStaff, isSuperuser } = rights;
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, cleanEmail(email)));
  if (!person) return false;
  const input = {
    ...(isStaff !== undefined && { is_staff: isStaff }),
    ...(isSuperuser !== undefined && { is_superuser: isSuperuser }),
  };
  const columns = {
    ...(isStaff !== undefined && { isStaff }),
    ...(isSuperuser !== undefined && {
      isSuperuser: isSuperuser || failBatchUnless(isNotLastSuperuser, users.isSuperuser, false),
    }),
  };
  await db
    .batch([
      auditChange(db, { id: null, email: COMMAND, now }, auditedUser, { id: person.id, input }),
      db
        .update(users)
        .set({ ...columns, updatedAt: now })
        .where(eq(users.id, person.id)),
    ])
    .catch((error: unknown) => {
      throw violatesConstraint(error, users.isSuperuser) ? lastSuperuserError() : error;
    });
  return true;
}

export const listStaff = (db: Db) =>
  db
    .select({ email: users.email, isStaff: users.isStaff, isSuperuser: users.isSuperuser })
    .from(users)
    .where(or(eq(users.isStaff, true), eq(users.isSuperuser, true)))
    .orderBy(desc(users.isSuperuser), users.email);
