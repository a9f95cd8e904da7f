import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SignUpForm } from "#schema/account-forms.ts";
import { UNVERIFIED_DAYS, VERIFY_LINK_HOURS } from "#schema/accounts.ts";
import { challenges, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../../db/connection.ts";
import { all, run } from "../../../db/raw.ts";
import { sha256 } from "../../../http/signing.ts";
import { isGoodLink, linkOwner } from "../challenges.ts";

const HOUR_MS = 3_600_000;
/** What hangs on them goes with them. */
const ABANDONED_AT_ONCE = 100;

type NewUser = { form: SignUpForm; passwordHash: string; token: string; browserHash: string; now: number };

/**
 * An account that waits for its address to be verified by the link with `token`. One that waits already is signed up
 * again: each link makes the password good that was chosen with it, and a browser's newest link is its only one. An account
 * whose address is verified stays as it is; but the password is kept beside it, to be answered at log-in like that of an
 * account that waits. It opens nothing.
 */
export async function insertSignUp(db: Db, { form, passwordHash, token, browserHash, now }: NewUser): Promise<void> {
  const { email, first_name, last_name } = form;
  await db.batch([
    run(
      db,
      sql`INSERT INTO users (email, first_name, last_name, password_hash, created_at, updated_at)
        VALUES (${email}, ${first_name}, ${last_name}, ${passwordHash}, ${now}, ${now})
        ON CONFLICT (email) DO UPDATE SET
          first_name = excluded.first_name, last_name = excluded.last_name,
          password_hash = excluded.password_hash, updated_at = excluded.updated_at
        WHERE email_verified_at IS NULL`,
    ),
    run(
      db,
      sql`DELETE FROM challenges WHERE user_id = (SELECT id FROM users WHERE email = ${email})
        AND (purpose = 'refused_sign_up' OR (purpose = 'verify_email' AND browser_hash IS ${browserHash}))`,
    ),
    insertLink(db, {
      email,
      token,
      browserHash,
      chosen: undefined,
      refusedHash: passwordHash,
      refusedHours: UNVERIFIED_DAYS * 24,
      now,
    }),
  ]);
}

/** A further link for an account that waits to be verified, or the same work for one that does not. */
export async function insertVerifyLink(db: Db, link: Omit<Link, "refusedHours">): Promise<void> {
  await insertLink(db, { ...link, refusedHours: VERIFY_LINK_HOURS });
}

type Link = {
  email: string;
  token: string;
  /** Null: the password is asked for in every browser, because who asked for the link may not have chosen it. */
  browserHash: string | null;
  /** What it makes good, where that was proven: a stranger may have signed up since. Else what was signed up with last. */
  chosen: { passwordHash: string | null; firstName: string; lastName: string } | undefined;
  refusedHash: string | null;
  refusedHours: number;
  now: number;
};

/** The same write whether or not the address is verified, because time must not tell. */
function insertLink(db: Db, { email, token, browserHash, chosen, refusedHash, refusedHours, now }: Link) {
  const { passwordHash = null, firstName = null, lastName = null } = chosen ?? {};
  return run(
    db,
    sql`INSERT INTO challenges (id, purpose, user_id, secret_hash, browser_hash, first_name, last_name, expires_at, created_at)
      SELECT ${sha256(token)}, iif(waits, 'verify_email', 'refused_sign_up'), id,
        iif(waits, coalesce(${passwordHash}, password_hash), ${refusedHash ?? ""}), ${browserHash},
        coalesce(${firstName}, first_name), coalesce(${lastName}, last_name),
        iif(waits, ${now + VERIFY_LINK_HOURS * HOUR_MS}, ${now + refusedHours * HOUR_MS}), ${now}
      FROM (SELECT *, email_verified_at IS NULL AS waits FROM users WHERE email = ${email})`,
  );
}

/** Whom a good link signs up: by which password, and in which browser it was chosen. */
export async function findSignUp(db: Db, { token, now }: { token: string; now: number }) {
  const [signUp] = await db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      suspendedAt: users.suspendedAt,
      resetAt: users.resetAt,
      passwordHash: challenges.secretHash,
      browserHash: challenges.browserHash,
    })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(isGoodLink({ purpose: "verify_email", token, now }));
  return signUp;
}

/**
 * Statement for a batch, before an address is verified by somebody else than who signed up last: the password that waited is
 * answered as before, and opens nothing. `heldHash` is one that does become good.
 */
export const keepRefused = (db: Db, owner: SQL, now: number, heldHash: SQL = sql`NULL`) =>
  run(
    db,
    sql`INSERT INTO challenges (id, purpose, user_id, secret_hash, expires_at, created_at)
      SELECT lower(hex(randomblob(32))), 'refused_sign_up', id, password_hash,
        updated_at + ${UNVERIFIED_DAYS * 24 * HOUR_MS}, ${now}
      FROM users WHERE id = ${owner} AND email_verified_at IS NULL AND password_hash <> coalesce(${heldHash}, '')`,
  );

/** The password and the name that the link was mailed for become good. False if it is not, or not any more. */
export async function verifyEmail(db: Db, { token, now }: { token: string; now: number }): Promise<boolean> {
  const link = { purpose: "verify_email" as const, token, now };
  const owner = linkOwner(link);
  const [, verified] = await db.batch([
    keepRefused(db, owner, now, sql`(SELECT secret_hash FROM challenges WHERE ${isGoodLink(link)})`),
    all(
      db,
      sql`UPDATE users SET (password_hash, first_name, last_name, email_verified_at, updated_at) =
          (SELECT secret_hash, first_name, last_name, ${now}, ${now} FROM challenges WHERE ${isGoodLink(link)})
        WHERE id = ${owner} AND email_verified_at IS NULL RETURNING id`,
    ),
    run(db, sql`DELETE FROM challenges WHERE purpose = 'verify_email' AND user_id = ${owner}`),
  ]);
  return verified.length > 0;
}

/**
 * Removes some accounts that nobody verified in UNVERIFIED_DAYS since they were last signed up, and that have no good link.
 * Suspended ones stay, so that nobody signs up around that, and those that staff gave sites.
 */
export function removeAbandoned(db: Db, now: number) {
  const abandoned = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.emailVerifiedAt),
        isNull(users.suspendedAt),
        lt(users.updatedAt, now - UNVERIFIED_DAYS * 24 * HOUR_MS),
        sql`NOT EXISTS (SELECT 1 FROM sites WHERE sites.owner_id = users.id)`,
        sql`NOT EXISTS (SELECT 1 FROM challenges WHERE challenges.user_id = users.id AND challenges.expires_at >= ${now})`,
      ),
    )
    .limit(ABANDONED_AT_ONCE);
  return db.delete(users).where(inArray(users.id, abandoned));
}
