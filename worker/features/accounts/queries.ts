import { and, count, desc, eq, exists, gt, getTableColumns, ne, sql } from "drizzle-orm";
import { RESET_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import { HOUR_MS } from "#schema/values/dates.ts";
import { codes, mailedLinks, sessions, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { queryRows } from "../../db/raw.ts";
import { sha256 } from "../../http/signing.ts";
import { endSessions } from "../sessions/queries.ts";
import { linkOwner } from "./mailed-links.ts";
import { insertRefusedSignUp } from "./sign-up/sign-ups.ts";

type EndedSessions = { tokenHash: string }[];
/** `epoch` is the user's new session epoch. */
type Ended = { ended: EndedSessions; epoch: number };

/**
 * SQL for the password hash of a user's latest refused sign-up (see `mailedLinks`), or NULL. An expired row counts,
 * too, until cron deletes it.
 */
const selectRefusedHash = (db: Db) =>
  sql<string | null>`${db
    .select({ passwordHash: mailedLinks.passwordHash })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.userId, users.id), eq(mailedLinks.purpose, "refused_sign_up")))
    .orderBy(desc(mailedLinks.createdAt))
    .limit(1)}`;

const selectAccount = (db: Db) =>
  db
    .select({ ...getTableColumns(users), refusedHash: selectRefusedHash(db) })
    .from(users)
    .$dynamic();

export async function findByEmail(db: Db, email: string) {
  const [user] = await selectAccount(db).where(eq(users.email, email));
  return user;
}

/** Strangers cannot fill a mailbox: if so many links are valid, none is mailed, and the owner can use one of them. */
const MAX_RESET_LINKS = 3;

/**
 * Returns false if there is no account with this email address, it is suspended, or has enough valid links. Earlier links
 * stay valid until any link is used.
 */
export async function insertResetLink(
  db: Db,
  { email, token, now }: { email: string; token: string; now: number },
): Promise<boolean> {
  const link = {
    id: sha256(token),
    purpose: "reset_password" as const,
    userId: users.id,
    expiresAt: now + RESET_LINK_VALID_HOURS * HOUR_MS,
    createdAt: now,
  };
  const valid = db
    .select({ count: count() })
    .from(mailedLinks)
    .where(
      and(eq(mailedLinks.userId, users.id), eq(mailedLinks.purpose, "reset_password"), gt(mailedLinks.expiresAt, now)),
    );
  const account = sql`FROM ${users} WHERE ${users.email} = ${email} AND ${users.suspendedAt} IS NULL
    AND ${valid} < ${MAX_RESET_LINKS}`;
  const inserted = await queryRows(
    db,
    { id: mailedLinks.id },
    (columns) => sql`${insertFrom(mailedLinks, link, account)} RETURNING ${columns}`,
  );
  return inserted.length > 0;
}

export async function findUserOfResetLink(db: Db, link: { token: string; now: number }) {
  const [user] = await selectAccount(db).where(eq(users.id, linkOwner(db, { ...link, purpose: "reset_password" })));
  return user;
}

const isNotRefusedSignUp = ne(mailedLinks.purpose, "refused_sign_up");

/**
 * Sets the password with a mailed link, and marks the email address as verified. Ends all sessions of the user and
 * deletes all mailed codes and links, including this one. If the account is unverified, its old password becomes that of
 * a refused sign-up. The new `resetAt` restarts rate limits. Returns the ended sessions, or undefined if the link is not
 * valid.
 */
export async function resetPassword(
  db: Db,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: number },
): Promise<EndedSessions | undefined> {
  const owner = linkOwner(db, { purpose: "reset_password", token, now });
  const [, changed, ended] = await db.batch([
    insertRefusedSignUp(db, { owner, now }),
    db
      .update(users)
      .set({
        passwordHash,
        sessionEpoch: sql`${users.sessionEpoch} + 1`,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
        resetAt: now,
        updatedAt: now,
      })
      .where(eq(users.id, owner))
      .returning({ id: users.id }),
    db.delete(sessions).where(eq(sessions.userId, owner)).returning({ tokenHash: sessions.tokenHash }),
    db.delete(codes).where(eq(codes.userId, owner)),
    // This must be last: the other statements find the user through this link.
    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, owner), isNotRefusedSignUp)),
  ]);
  return changed.length > 0 ? ended : undefined;
}

type PasswordChange = { userId: number; keptSessionId: number; oldHash: string; passwordHash: string; now: number };

/**
 * Changes the password, ends the user's other sessions and deletes all codes and links. Returns undefined if another
 * request has changed `oldHash`.
 */
export async function changePassword(db: Db, change: PasswordChange): Promise<Ended | undefined> {
  const { userId, keptSessionId, oldHash, passwordHash, now } = change;
  // The first statement sets the new hash if the old one is still there. The others do nothing without the new hash.
  const isChanged = eq(users.passwordHash, passwordHash);
  const changedUser = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isChanged)),
  );
  const [, [raised], ended] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash))),
    ...endSessions(db, userId, keptSessionId, isChanged),
    db.delete(codes).where(and(eq(codes.userId, userId), changedUser)),
    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, userId), isNotRefusedSignUp, changedUser)),
  ]);
  return raised && { ended, epoch: raised.epoch };
}

export async function replacePasswordHash(db: Db, change: { userId: number; oldHash: string; passwordHash: string }) {
  await db
    .update(users)
    .set({ passwordHash: change.passwordHash })
    .where(and(eq(users.id, change.userId), eq(users.passwordHash, change.oldHash)));
}

export async function findPasswordHashes(db: Db, userId: number) {
  const [user] = await db
    .select({ passwordHash: users.passwordHash, refusedHash: selectRefusedHash(db) })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? { passwordHash: null, refusedHash: null };
}

export async function updateName(db: Db, user: { id: number; firstName: string; lastName: string; now: number }) {
  const { id, now, ...name } = user;
  await db
    .update(users)
    .set({ ...name, updatedAt: now })
    .where(eq(users.id, id));
}

export async function endOtherSessions(
  db: Db,
  { userId, keptSessionId }: { userId: number; keptSessionId: number },
): Promise<Ended | undefined> {
  const [[raised], ended] = await db.batch([...endSessions(db, userId, keptSessionId)]);
  return raised && { ended, epoch: raised.epoch };
}
