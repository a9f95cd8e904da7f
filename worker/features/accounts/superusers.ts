import { and, eq, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";

const other = alias(users, "other");

/**
 * Condition on a row of `users`: the user is no superuser, or another superuser exists who is not suspended. Check it in
 * the statement that removes the rights or the account (see `failBatchUnless`). Otherwise two superusers could remove each
 * other at the same time.
 */
export const isNotLastSuperuser = sql`(NOT ${users.isSuperuser} OR EXISTS (
  SELECT 1 FROM ${users} AS ${sql.identifier("other")}
  WHERE (${other.isStaff} OR ${other.isSuperuser}) AND ${other.isSuperuser} AND ${other.suspendedAt} IS NULL
    AND ${other.id} <> ${users.id}
))`;

export const lastSuperuserError = () => new AppError("conflict", ACCOUNT_MESSAGES.lastSuperuser);

/** Call it before the first step of deleting an account. @throws AppError 409 if the user is the last superuser. */
export async function requireNotLastSuperuser(db: Db, userId: number): Promise<void> {
  const last = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), not(isNotLastSuperuser)));
  if (last.length > 0) throw lastSuperuserError();
}
