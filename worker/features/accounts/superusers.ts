import { and, eq, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";

const other = alias(users, "other");

/**
 * True of whoever's rights or account may go: somebody who is not suspended can still give rights. A statement that takes
 * them sets `is_superuser` to NULL otherwise, so that of two who remove each other at once one remains.
 */
export const isNotLastSuperuser = sql`(NOT ${users.isSuperuser} OR EXISTS (
  SELECT 1 FROM ${users} AS ${sql.identifier("other")}
  WHERE (${other.isStaff} OR ${other.isSuperuser}) AND ${other.isSuperuser} AND ${other.suspendedAt} IS NULL
    AND ${other.id} <> ${users.id}
))`;

export const lastSuperuserError = () => new AppError("conflict", ACCOUNT_MESSAGES.lastSuperuser);

/** @throws AppError 409 for the last superuser, before anything else of an account goes. */
export async function requireNotLastSuperuser(db: Db, userId: number): Promise<void> {
  const last = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), not(isNotLastSuperuser)));
  if (last.length > 0) throw lastSuperuserError();
}
