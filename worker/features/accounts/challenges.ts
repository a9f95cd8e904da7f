import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from "#schema/accounts.ts";
import { challenges } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { hmac, sha256 } from "../../http/signing.ts";

// One-time codes and links. A link is a token; a code counts only together with the token that the browser holds in a
// cookie. D1 stores neither.

type Purpose = (typeof challenges.$inferInsert)["purpose"];

export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");

const codeHash = (key: string, id: string, code: string) => hmac(key, `code:${id}:${code}`);

type CodeOf = { token: string; code: string; key: string; now: number };

/** A Google identity that waits for its code, with the names that Google gave. */
export type WaitingIdentity = { googleSub: string; firstName: string; lastName: string };

type NewCode = CodeOf & { purpose: Purpose; userId: number; identity?: WaitingIdentity };

const expiryOfCode = (now: number) => now + CODE_MINUTES * 60_000;

/** Makes this code the only one of its user and purpose. */
export async function insertCode(db: Db, { userId, purpose, identity, ...code }: NewCode): Promise<void> {
  const { now } = code;
  const id = sha256(code.token);
  await db.batch([
    db.delete(challenges).where(and(eq(challenges.userId, userId), eq(challenges.purpose, purpose))),
    db.insert(challenges).values({
      id,
      purpose,
      userId,
      secretHash: codeHash(code.key, id, code.code),
      expiresAt: expiryOfCode(now),
      createdAt: now,
      ...identity,
    }),
  ]);
}

/** Another code in place of one, with the tries of a new one. */
export async function replaceCode(db: Db, { token, code, key, now }: CodeOf): Promise<void> {
  const id = sha256(token);
  await db
    .update(challenges)
    .set({ secretHash: codeHash(key, id, code), attempts: 0, expiresAt: expiryOfCode(now), createdAt: now })
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt)));
}

/** What became of a code that was tried; `epoch` is the user's session epoch at that time. */
type TriedCode = { userId: number; email: string; epoch: number; isRight: number; triesLeft: number } & {
  [Name in keyof WaitingIdentity]: string | null;
};

/**
 * Tries a code, for the user with this address if one is given. One statement counts the try, compares and marks the code used: of any
 * number at once no more than CODE_TRIES are compared, and the right one counts once. Undefined where nothing was
 * compared: no such token, expired, used, no tries left, or the account is suspended.
 */
export async function tryCode(
  db: Db,
  {
    purposes,
    token,
    code,
    key,
    now,
    email = null,
  }: CodeOf & { purposes: Purpose[]; email?: string | null | undefined },
): Promise<TriedCode | undefined> {
  const id = sha256(token);
  const [tried] = await all<TriedCode>(
    db,
    sql`UPDATE challenges SET
        attempts = attempts + 1,
        used_at = CASE WHEN secret_hash = ${codeHash(key, id, code)} THEN ${now} END
      WHERE id = ${id} AND ${isOneOf(purposes)} AND used_at IS NULL AND attempts < ${CODE_TRIES} AND expires_at > ${now}
        AND EXISTS (SELECT 1 FROM users
          WHERE users.id = user_id AND email = coalesce(${email}, email) AND suspended_at IS NULL)
      RETURNING user_id AS userId, used_at IS NOT NULL AS isRight, ${CODE_TRIES} - attempts AS triesLeft,
        google_sub AS googleSub, first_name AS firstName, last_name AS lastName,
        (SELECT email FROM users WHERE users.id = user_id) AS email,
        (SELECT session_epoch FROM users WHERE users.id = user_id) AS epoch`,
  );
  return tried;
}

type CodeOwner = { purpose: Purpose; email: string; resetAt: number | null };

/** Whose code this browser may enter, and so may have sent anew. */
export async function findCodeOwner(
  db: Db,
  { purposes, token, now }: { purposes: Purpose[]; token: string; now: number },
): Promise<CodeOwner | undefined> {
  const [owner] = await all<CodeOwner>(
    db,
    sql`SELECT purpose, users.email, users.reset_at AS resetAt FROM challenges JOIN users ON users.id = challenges.user_id
      WHERE challenges.id = ${sha256(token)} AND ${isOneOf(purposes)} AND used_at IS NULL AND attempts < ${CODE_TRIES}
        AND expires_at > ${now} AND suspended_at IS NULL`,
  );
  return owner;
}

const isOneOf = (purposes: Purpose[]) => sql`purpose IN (SELECT value FROM json_each(${JSON.stringify(purposes)}))`;

/** The user of a link that is still good; a condition for statements that act on it. */
export const linkOwner = (link: Link) => sql`(SELECT user_id FROM challenges WHERE ${isGoodLink(link)})`;

type Link = { purpose: Purpose; token: string; now: number };

export const isGoodLink = ({ purpose, token, now }: Link) =>
  and(
    eq(challenges.id, sha256(token)),
    eq(challenges.purpose, purpose),
    isNull(challenges.usedAt),
    gt(challenges.expiresAt, now),
  )!;

export async function removeChallenge(db: Db, token: string): Promise<void> {
  await db.delete(challenges).where(eq(challenges.id, sha256(token)));
}
