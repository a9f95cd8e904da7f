import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { sessions, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { runQuery } from "../../db/raw.ts";
import { MAX_SESSION_MS } from "./lifetime.ts";

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
  // Another name than that of `users.id`: D1 returns rows by their column names.
  sessionId: sql<number>`${sessions.id}`.as("session_id"),
  epoch: sessions.epoch,
  createdAt: sessions.createdAt,
};

/**
 * Finds no row if the session was deleted, the user's epoch is higher, or the user is suspended. Run it on the primary,
 * because a replica may lag behind.
 */
export const selectValidSession = (db: Db, tokenHash: string) =>
  db
    .select(checkColumns)
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(users.suspendedAt)));

type NewSession = {
  tokenHash: string;
  /** The browser's previous session, which ends if the new one begins. */
  previousHash: string | undefined;
  /** SQL, `FROM users …`, that finds the user if the sign-in is proven, and else nothing. */
  proof: SQL;
  /**
   * The user's session epoch at the time of the proof. If it was raised since then, the session is invalid from the
   * start.
   */
  epoch: SQLiteColumn | number;
  now: number;
};

/**
 * Statements for a batch: insert a session, end the previous one and return it, and return the user of the new one. A
 * repeated batch with the same token changes nothing more and returns the user again.
 */
export function openSession(db: Db, { tokenHash, previousHash, proof, epoch, now }: NewSession) {
  const row = { tokenHash, userId: users.id, epoch: sql`${epoch}`, createdAt: now };
  const isOpened = sql`EXISTS (SELECT 1 FROM ${sessions} AS opened WHERE opened.token_hash = ${tokenHash})`;
  return [
    runQuery(db, sql`${insertFrom(sessions, row, proof)} ON CONFLICT DO NOTHING`),
    db
      .delete(sessions)
      .where(and(sql`${sessions.tokenHash} IS ${previousHash ?? null}`, isOpened))
      .returning({ tokenHash: sessions.tokenHash }),
    db
      .select({ ...personColumns, epoch: sessions.epoch })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.tokenHash, tokenHash)),
  ] as const;
}

/** SQL for `openSession`: the user has been proven already. */
export const provenUser = (userId: number): SQL => sql`FROM ${users} WHERE ${users.id} = ${userId}`;

export const deleteSessionRow = (db: Db, tokenHash: string) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ tokenHash: sessions.tokenHash });

export const deleteOwnSession = (db: Db, { id, userId }: { id: number; userId: number }) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ tokenHash: sessions.tokenHash });

/**
 * Statements for a batch: end all sessions of a user except `keptId`, if `condition` holds for the user's row. The
 * higher epoch also ends sessions that are inserted at the same time. The first statement returns it, and the second one
 * returns the ended sessions.
 */
export function endSessions(db: Db, userId: number, keptId: number | null, condition: SQL = sql`true`) {
  const raised = db
    .update(users)
    .set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
    .where(and(eq(users.id, userId), condition))
    .returning({ epoch: users.sessionEpoch });
  const conditionHolds = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${condition})`;
  const removed = db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} IS NOT ${keptId}`, conditionHolds))
    .returning({ tokenHash: sessions.tokenHash });
  const kept = db
    .update(sessions)
    .set({ epoch: sql`(SELECT ${users.sessionEpoch} FROM ${users} WHERE ${users.id} = ${userId})` })
    .where(and(eq(sessions.userId, userId), sql`${sessions.id} IS ${keptId}`));
  return [raised, removed, kept] as const;
}

/** Statement: a user's sessions, newest first. Some may have expired. */
export const listSessionRows = (db: Db, userId: number) =>
  db
    .select({ id: sessions.id, tokenHash: sessions.tokenHash, createdAt: sessions.createdAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch)))
    .where(and(eq(sessions.userId, userId), isNull(users.suspendedAt)))
    .orderBy(desc(sessions.id));

export const isPastMaxAge = (now: number) => lt(sessions.createdAt, now - MAX_SESSION_MS);
