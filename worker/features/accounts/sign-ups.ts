import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { SignUpForm } from "#schema/account-forms.ts";
import { UNVERIFIED_DAYS, VERIFY_LINK_HOURS } from "#schema/accounts.ts";
import { users } from "#schema/tables/accounts.ts";
import { all, type Db, run } from "../../http/database.ts";
import { sha256 } from "../../http/signing.ts";
import { linkOwner } from "./challenges.ts";

const HOUR_MS = 3_600_000;
/** What hangs on them goes with them. */
const ABANDONED_AT_ONCE = 100;

type NewUser = { form: SignUpForm; passwordHash: string; token: string; now: number };

/**
 * An account that waits for its address to be verified by the link with `token`. One that waits already is signed up
 * anew, with the newest password and link; the code that is mailed at each log-in keeps out whoever cannot read that
 * mailbox. An account whose address is verified stays as it is; but the password is kept beside it, to be answered at
 * log-in like that of an account that waits. It opens nothing.
 */
export async function insertSignUp(db: Db, { form, passwordHash, token, now }: NewUser): Promise<void> {
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
        AND purpose IN ('verify_email', 'refused_sign_up')`,
    ),
    insertLink(db, { email, token, refusedHash: passwordHash, refusedHours: UNVERIFIED_DAYS * 24, now }),
  ]);
}

/** A further link for an account that waits to be verified, or the same work for one that does not. */
export async function insertVerifyLink(
  db: Db,
  link: { email: string; token: string; refusedHash: string | null; now: number },
): Promise<void> {
  await insertLink(db, { ...link, refusedHours: VERIFY_LINK_HOURS });
}

type Link = { email: string; token: string; refusedHash: string | null; refusedHours: number; now: number };

/** The same write whether or not the address is verified, because time must not tell. */
function insertLink(db: Db, { email, token, refusedHash, refusedHours, now }: Link) {
  return run(
    db,
    sql`INSERT INTO challenges (id, purpose, user_id, secret_hash, expires_at, created_at)
      SELECT ${sha256(token)}, iif(waits, 'verify_email', 'refused_sign_up'), id, iif(waits, '', ${refusedHash ?? ""}),
        iif(waits, ${now + VERIFY_LINK_HOURS * HOUR_MS}, ${now + refusedHours * HOUR_MS}), ${now}
      FROM (SELECT id, email_verified_at IS NULL AS waits FROM users WHERE email = ${email})`,
  );
}

/** False where the link is not good, or not any more. */
export async function verifyEmail(db: Db, { token, now }: { token: string; now: number }): Promise<boolean> {
  const owner = linkOwner({ purpose: "verify_email", token, now });
  const [verified] = await db.batch([
    all(db, sql`UPDATE users SET email_verified_at = ${now}, updated_at = ${now} WHERE id = ${owner} RETURNING id`),
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
