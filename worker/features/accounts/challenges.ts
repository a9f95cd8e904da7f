import { randomInt } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from "#schema/accounts.ts";
import { challenges } from "#schema/tables/accounts.ts";
import { all, type Db } from "../../http/database.ts";
import { hmac, sha256 } from "../../http/signing.ts";

// One-time codes and links. A link is a token; a code counts only together with the token that the browser holds in a
// cookie. D1 stores neither.

type Purpose = (typeof challenges.$inferInsert)["purpose"];

export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");

const codeHash = (key: string, id: string, code: string) => hmac(key, `code:${id}:${code}`);

type CodeOf = { purpose: Purpose; token: string; code: string; key: string; now: number };

/** Makes this code the only one of its user and purpose. */
export async function insertCode(db: Db, { userId, ...code }: CodeOf & { userId: number }): Promise<void> {
  const { purpose, now } = code;
  const id = sha256(code.token);
  await db.batch([
    db.delete(challenges).where(and(eq(challenges.userId, userId), eq(challenges.purpose, purpose))),
    db.insert(challenges).values({
      id,
      purpose,
      userId,
      secretHash: codeHash(code.key, id, code.code),
      expiresAt: now + CODE_MINUTES * 60_000,
      createdAt: now,
    }),
  ]);
}

/** What became of a code that was tried; `epoch` is the user's session epoch at that time. */
type TriedCode = { userId: number; epoch: number; isRight: number; triesLeft: number };

/**
 * Tries a code for the user with this address. One statement counts the try, compares and marks the code used: of any
 * number at once no more than CODE_TRIES are compared, and the right one counts once. Undefined where nothing was
 * compared: no such token, expired, used, no tries left, or the account is suspended.
 */
export async function tryCode(
  db: Db,
  { purpose, token, code, key, now, email }: CodeOf & { email: string },
): Promise<TriedCode | undefined> {
  const id = sha256(token);
  const [tried] = await all<TriedCode>(
    db,
    sql`UPDATE challenges SET
        attempts = attempts + 1,
        used_at = CASE WHEN secret_hash = ${codeHash(key, id, code)} THEN ${now} END
      WHERE id = ${id} AND purpose = ${purpose} AND used_at IS NULL AND attempts < ${CODE_TRIES} AND expires_at > ${now}
        AND user_id = (SELECT id FROM users WHERE email = ${email} AND suspended_at IS NULL)
      RETURNING user_id AS userId, used_at IS NOT NULL AS isRight, ${CODE_TRIES} - attempts AS triesLeft,
        (SELECT session_epoch FROM users WHERE users.id = user_id) AS epoch`,
  );
  return tried;
}

/** Whose code this browser may enter, and so may have sent anew. */
export async function findCodeOwner(
  db: Db,
  { purpose, token, now }: { purpose: Purpose; token: string; now: number },
): Promise<{ id: number; email: string } | undefined> {
  const [owner] = await all<{ id: number; email: string }>(
    db,
    sql`SELECT users.id, users.email FROM challenges JOIN users ON users.id = challenges.user_id
      WHERE challenges.id = ${sha256(token)} AND purpose = ${purpose} AND used_at IS NULL AND attempts < ${CODE_TRIES}
        AND expires_at > ${now} AND suspended_at IS NULL`,
  );
  return owner;
}

/** The user of a link that is still good; a condition for statements that act on it. */
export const linkOwner = ({ purpose, token, now }: { purpose: Purpose; token: string; now: number }) =>
  sql`(SELECT user_id FROM challenges
    WHERE id = ${sha256(token)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now})`;

export async function removeChallenge(db: Db, token: string): Promise<void> {
  await db.delete(challenges).where(eq(challenges.id, sha256(token)));
}
