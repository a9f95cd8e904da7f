import { and, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import { RESET_LINK_HOURS } from "#schema/accounts.ts";
import { challenges, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { sha256 } from "../../http/signing.ts";
import { linkOwner } from "./challenges.ts";
import { endSessions } from "../sessions/queries.ts";
import { keepRefused } from "./sign-up/sign-ups.ts";

const HOUR_MS = 3_600_000;

/** The sessions that were ended. */
type Ended = { tokenHash: string }[];

/** For as long as the schedule leaves it: so long an account stays, too, that nobody verifies. */
const refusedHash = sql<string | null>`(SELECT secret_hash FROM challenges
  WHERE user_id = users.id AND purpose = 'refused_sign_up' ORDER BY created_at DESC LIMIT 1)`;

/** `refusedHash`: of the password of the last sign-up for it that was refused, because its address was verified. */
export async function findByEmail(db: Db, email: string) {
  const [user] = await db
    .select({ ...getTableColumns(users), refusedHash })
    .from(users)
    .where(eq(users.email, email));
  return user;
}

/** A link for the account with this address; false where there is none. Earlier links stay good until one is used. */
export async function insertResetLink(
  db: Db,
  { email, token, now }: { email: string; token: string; now: number },
): Promise<boolean> {
  const inserted = await all(
    db,
    sql`INSERT INTO challenges (id, purpose, user_id, secret_hash, expires_at, created_at)
      SELECT ${sha256(token)}, 'reset_password', id, '', ${now + RESET_LINK_HOURS * HOUR_MS}, ${now} FROM users
      WHERE email = ${email} AND suspended_at IS NULL
      RETURNING id`,
  );
  return inserted.length > 0;
}

export async function findResetOwner(db: Db, link: { token: string; now: number }) {
  const owner = linkOwner({ ...link, purpose: "reset_password" });
  const [user] = await db
    .select({ ...getTableColumns(users), refusedHash })
    .from(users)
    .where(sql`${users.id} = ${owner}`);
  return user;
}

/**
 * Sets the password by a mailed link, which also proves the address; what was tried before counts no more. Every session, code
 * and link of the user ends, this link too. Undefined where the link was used meanwhile.
 */
export async function resetPassword(
  db: Db,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: number },
): Promise<Ended | undefined> {
  const owner = linkOwner({ purpose: "reset_password", token, now });
  const [, changed, ended] = await db.batch([
    keepRefused(db, owner, now),
    all(
      db,
      sql`UPDATE users SET password_hash = ${passwordHash}, session_epoch = session_epoch + 1, updated_at = ${now},
          email_verified_at = coalesce(email_verified_at, ${now}), reset_at = ${now}
        WHERE id = ${owner} RETURNING id`,
    ),
    all<Ended[number]>(db, sql`DELETE FROM sessions WHERE user_id = ${owner} RETURNING token_hash AS tokenHash`),
    run(db, sql`DELETE FROM challenges WHERE user_id = ${owner} AND purpose <> 'refused_sign_up'`),
  ]);
  return changed.length > 0 ? ended : undefined;
}

type Change = { userId: number; sessionId: number; oldHash: string; passwordHash: string; now: number };

/** Ends every other session, code and link. Undefined where the password was changed meanwhile. */
export async function changePassword(db: Db, change: Change): Promise<Ended | undefined> {
  const { userId, sessionId, oldHash, passwordHash, now } = change;
  // The first statement decides; the others do their part where they find its hash, which no other change has.
  const isChanged = eq(users.passwordHash, passwordHash);
  const [{ meta }, , ended] = await db.batch([
    db
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash))),
    ...endSessions(db, userId, sessionId, isChanged),
    db.delete(challenges).where(
      and(
        ne(challenges.purpose, "refused_sign_up"),
        inArray(
          challenges.userId,
          db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, userId), isChanged)),
        ),
      ),
    ),
  ]);
  return meta.changes > 0 ? ended : undefined;
}

/** The same password under today's parameters. */
export async function rehashPassword(db: Db, change: { userId: number; oldHash: string; passwordHash: string }) {
  await db
    .update(users)
    .set({ passwordHash: change.passwordHash })
    .where(and(eq(users.id, change.userId), eq(users.passwordHash, change.oldHash)));
}

export async function findPassword(db: Db, userId: number) {
  const [user] = await db
    .select({ passwordHash: users.passwordHash, refusedHash })
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

export async function logOutElsewhere(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<Ended> {
  const [, ended] = await db.batch([...endSessions(db, userId, sessionId)]);
  return ended;
}
