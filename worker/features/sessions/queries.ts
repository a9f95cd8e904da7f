import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { sessions, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { rows, run } from "../../db/raw.ts";
import { SESSION_MS_MAX } from "./lifetime.ts";
import type { Person, SignedIn } from "./signed-in.ts";

const personColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isStaff: users.isStaff,
  isSuperuser: users.isSuperuser,
};

const checkColumns = {
  ...personColumns,
  resetAt: users.resetAt,
  sessionId: sessions.id,
  epoch: sessions.epoch,
  createdAt: sessions.createdAt,
};

/** What D1 says of a session that has not been ended, and of its user as they are now. */
export type ValidSession = Omit<SignedIn, "lastUsedAt">;

/**
 * The check of a signed-in request, for a batch or alone: no row if the session was ended, by its end or by a higher
 * epoch, or the user is suspended. Ask the primary: a replica may not know yet.
 */
export const selectValidSession = (db: Db, tokenHash: string) =>
  rows(
    db,
    checkColumns,
    (columns) => sql`SELECT ${columns} FROM ${sessions}
      JOIN ${users} ON ${users.id} = ${sessions.userId} AND ${users.sessionEpoch} = ${sessions.epoch}
      WHERE ${sessions.tokenHash} = ${tokenHash} AND ${users.suspendedAt} IS NULL`,
  );

type NewSession = { tokenHash: string; userId: number; epoch: number; now: number };

/**
 * Opens a session for a user whose proof was given at `epoch`: had the epoch been raised since, the session would be
 * over before it began. Returns the user; undefined if the account was deleted since. Twice is as good as once.
 */
export async function insertSessionRow(
  db: Db,
  { tokenHash, userId, epoch, now }: NewSession,
): Promise<Person | undefined> {
  const row = { tokenHash, userId: users.id, epoch, createdAt: now };
  const [, found] = await db.batch([
    run(db, insertFrom(sessions, row, sql`FROM ${users} WHERE ${users.id} = ${userId} ON CONFLICT DO NOTHING`)),
    db.select(personColumns).from(users).where(eq(users.id, userId)),
  ]);
  return found[0];
}

/** Returns the session, unless it had ended. */
export const deleteSessionRow = (db: Db, tokenHash: string) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ tokenHash: sessions.tokenHash });

/** The same for one of a user's own. */
export const deleteOwnSession = (db: Db, { id, userId }: { id: number; userId: number }) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ tokenHash: sessions.tokenHash });

/**
 * Statements for a batch: end every session of a user but `keptId`, also those whose insert is under way. Only if
 * the user is still as `condition` says. The second answers the tokens' hashes.
 */
export function endSessions(db: Db, userId: number, keptId: number | null, condition: SQL = sql`true`) {
  const raised = db
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.id, userId), condition));
  const isMeant = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${condition})`;
  const removed = db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} IS NOT ${keptId}`, isMeant))
    .returning({ tokenHash: sessions.tokenHash });
  const kept = db
    .update(sessions)
    .set({ epoch: sql`(SELECT ${users.sessionEpoch} FROM ${users} WHERE ${users.id} = ${userId})` })
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} IS ${keptId}`));
  return [raised, removed, kept] as const;
}

/** Those of a user that were not ended, newest first; a statement for a batch or alone. */
export const listSessionRows = (db: Db, userId: number) =>
  db
    .select({ id: sessions.id, tokenHash: sessions.tokenHash, createdAt: sessions.createdAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(and(eq(sessions.userId, userId), isNull(users.suspendedAt)))
    .orderBy(desc(sessions.id));

/** Those that are over however much they were used. */
export const isPastMaxAge = (now: number) => lt(sessions.createdAt, now - SESSION_MS_MAX);
