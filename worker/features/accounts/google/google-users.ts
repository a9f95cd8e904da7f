import { eq, or, sql } from "drizzle-orm";
import { PERSON_NAME_MAX } from "#schema/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import type { Db } from "../../../db/connection.ts";
import { all, run } from "../../../db/raw.ts";
import type { GoogleIdentity } from "../../../ports.ts";
import { keepRefused } from "../sign-up/sign-ups.ts";

/** What Google says of a person, as far as an account holds it. */
export type Person = Pick<GoogleIdentity, "sub" | "email" | "firstName" | "lastName">;

/** `isAdded`: this log-in has linked an account that has a password. */
type Proof = { userId: number; epoch: number; isSuspended: number; isAdded: number };

const PROOF = sql`id AS userId, session_epoch AS epoch, suspended_at IS NOT NULL AS isSuspended`;

/** The account that an identity is linked to, else the one with its address. */
export async function findByIdentity(db: Db, { sub, email }: Person) {
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.googleSub, sub), eq(users.email, email)))
    .orderBy(sql`${users.googleSub} IS ${sub} DESC`)
    .limit(1);
  return user;
}

/** The id of the account with this address: a new one that waits to be verified, if there was none. */
export async function ensureAccount(db: Db, email: string, now: number): Promise<number> {
  const [, [user]] = await db.batch([
    run(
      db,
      sql`INSERT INTO users (email, created_at, updated_at) VALUES (${email}, ${now}, ${now}) ON CONFLICT (email) DO NOTHING`,
    ),
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);
  return user!.id;
}

/**
 * The account that a Google identity opens: the one it is linked to, else the one with its address, else a new one.
 * Undefined where the account with this address is linked to another identity.
 */
export async function openAccount(db: Db, person: Person, now: number): Promise<Proof | undefined> {
  const bySub = () => all<Proof>(db, sql`SELECT ${PROOF}, 0 AS isAdded FROM users WHERE google_sub = ${person.sub}`);
  const [linked] = await bySub();
  if (linked) return linked;
  const [opened] = await linkOrInsert(db, person, now);
  if (opened) return opened;
  // The same person, twice at once: the other log-in was first.
  const [meanwhile] = await bySub();
  return meanwhile;
}

/**
 * A password whose address nobody verified may be a stranger's, who waits for the owner of the address to come: it is
 * voided, with all that was mailed for it.
 */
async function linkOrInsert(db: Db, { sub, email, firstName, lastName }: Person, now: number) {
  const waiting = sql`(SELECT id FROM users WHERE email = ${email} AND email_verified_at IS NULL)`;
  const [, , rows] = await db.batch([
    run(db, sql`DELETE FROM challenges WHERE user_id = ${waiting}`),
    keepRefused(db, waiting, now),
    all<Proof>(
      db,
      sql`INSERT INTO users (email, google_sub, first_name, last_name, email_verified_at, created_at, updated_at)
        VALUES (${email}, ${sub}, ${cut(firstName)}, ${cut(lastName)}, ${now}, ${now}, ${now})
        ON CONFLICT (email) DO UPDATE SET
          google_sub = excluded.google_sub,
          password_hash = CASE WHEN email_verified_at IS NULL THEN NULL ELSE password_hash END,
          first_name = CASE WHEN email_verified_at IS NULL THEN excluded.first_name ELSE first_name END,
          last_name = CASE WHEN email_verified_at IS NULL THEN excluded.last_name ELSE last_name END,
          session_epoch = session_epoch + (email_verified_at IS NULL),
          email_verified_at = coalesce(email_verified_at, excluded.email_verified_at),
          updated_at = excluded.updated_at
        WHERE google_sub IS NULL
        RETURNING ${PROOF}, password_hash IS NOT NULL AS isAdded`,
    ),
  ]);
  return rows;
}

const cut = (name: string) => name.trim().slice(0, PERSON_NAME_MAX);
