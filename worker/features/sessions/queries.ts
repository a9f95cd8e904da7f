import { and, desc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { SESSION_DAYS_MAX, STAFF_SESSION_HOURS } from "#schema/accounts.ts";
import { sessions, users } from "#schema/tables/accounts.ts";
import { SESSION_SECONDS } from "../../http/cookies.ts";
import type { Db } from "../../db/connection.ts";
import { run } from "../../db/raw.ts";
import type { Person, SignedIn } from "./signed-in.ts";

const SESSION_MS = SESSION_SECONDS * 1000;
const SESSION_MS_MAX = SESSION_DAYS_MAX * 86_400_000;
const STAFF_IDLE_MS = STAFF_SESSION_HOURS * 3_600_000;

/** Joined with its user. The hours of staff are looked at with each request, because rights come and go. */
const isOpen = (now: number) =>
  and(
    gt(sessions.expiresAt, now),
    sql`(NOT (${users.isStaff} OR ${users.isSuperuser}) OR ${sessions.lastUsedAt} > ${now - STAFF_IDLE_MS})`,
  );

const userColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  isStaff: users.isStaff,
  isSuperuser: users.isSuperuser,
};

/** The one query of a signed-in request. */
export async function findSignedIn(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<SignedIn | undefined> {
  const [row] = await db
    .select({ ...userColumns, resetAt: users.resetAt, sessionId: sessions.id, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpen(now), isNull(users.suspendedAt)));
  return row;
}

type NewSession = { tokenHash: string; userId: number; epoch: number; now: number };

/**
 * Opens a session for a user whose proof was given at `epoch`: had the epoch been raised since, the session would be
 * over before it began. Returns the user; undefined where the account was deleted since.
 */
export async function insertSession(
  db: Db,
  { tokenHash, userId, epoch, now }: NewSession,
): Promise<Person | undefined> {
  const [, rows] = await db.batch([
    run(
      db,
      sql`INSERT INTO sessions (token_hash, user_id, epoch, created_at, last_used_at, expires_at)
        SELECT ${tokenHash}, id, ${epoch}, ${now}, ${now}, ${now + SESSION_MS} FROM users WHERE id = ${userId}`,
    ),
    db.select(userColumns).from(users).where(eq(users.id, userId)),
  ]);
  return rows[0];
}

export async function renewSession(db: Db, id: number, now: number): Promise<void> {
  await db
    .update(sessions)
    .set({
      lastUsedAt: now,
      expiresAt: sql`min(${now + SESSION_MS}, ${sessions.createdAt} + ${SESSION_MS_MAX})`,
    })
    .where(eq(sessions.id, id));
}

/** For local runs, where the clock can be moved: everybody stays signed in. */
export async function prolongSessions(db: Db, ms: number): Promise<void> {
  await db.update(sessions).set({
    createdAt: sql`${sessions.createdAt} + ${ms}`,
    lastUsedAt: sql`${sessions.lastUsedAt} + ${ms}`,
    expiresAt: sql`${sessions.expiresAt} + ${ms}`,
  });
}

/** Returns the session, unless it had ended. */
export const removeSession = (db: Db, tokenHash: string) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ tokenHash: sessions.tokenHash });

/** The same for one of a user's own. */
export const removeOwnSession = (db: Db, { id, userId }: { id: number; userId: number }) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ tokenHash: sessions.tokenHash });

/**
 * Statements for a batch: end every session of a user but `keptId`, also those whose insert is under way. Only where
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

/** Open ones, last used first. */
export function listSessions(db: Db, { userId, now }: { userId: number; now: number }) {
  return db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(and(eq(sessions.userId, userId), isOpen(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}
