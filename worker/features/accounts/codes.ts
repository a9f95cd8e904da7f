import { randomInt } from "node:crypto";
import { and, eq, exists, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { ACCOUNT_MESSAGES, CODE_LENGTH, CODE_VALID_MINUTES, MAX_CODE_ATTEMPTS } from "#schema/accounts/accounts.ts";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { codes, users } from "#schema/tables/accounts.ts";
import { withDeadline } from "../../http/deadline.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { KV_TIMEOUT_MS, readKv, writeKv } from "../../http/kv.ts";
import { retryIdempotent } from "../../http/retry.ts";
import { hmac, isEqual, randomToken, sha256 } from "../../http/signing.ts";
import { logError } from "../../log.ts";
import { prepareSession } from "../sessions/session.ts";

// One-time codes. A code is valid only together with the token in the browser's cookie; neither is stored. KV stores the
// hash of each code under a new random key, which is written once, before anybody reads it. So no location of KV has an
// older value under this key, or remembers that it was missing. D1 has a row with this key, which counts attempts and use.

type Purpose = (typeof codes.$inferInsert)["purpose"];

/** A Google identity whose sign-in waits for the mailed code. */
const pendingIdentity = z.object({ googleSub: z.string(), firstName: z.string(), lastName: z.string() });

export type PendingIdentity = z.infer<typeof pendingIdentity>;

/** A code as KV stores it. `expiresAt` (Unix ms) and `purpose` are those of its row in D1. */
const kvCode = z.object({
  hash: z.string(),
  purpose: z.enum(codes.purpose.enumValues),
  identity: z.optional(pendingIdentity),
  expiresAt: z.int(),
});

type KvCode = z.infer<typeof kvCode>;

const keyOf = (kvKey: string) => `code:${kvKey}`;

/** `id` is the SHA-256 of the token. */
const hashOf = (c: Context<AppEnv>, { id, code }: { id: string; code: string }) =>
  hmac(c.env.SECRET_KEY, `code:${id}:${code}`);

export const codesUnavailable = () => new AppError("unavailable", ACCOUNT_MESSAGES.codesUnavailable);

export type NewCode = { purpose: Purpose; token: string; identity?: PendingIdentity | undefined };

type CodeRow = Omit<typeof codes.$inferInsert, "userId">;

/**
 * Makes a code and writes it to KV. It becomes valid when `row` is in D1. Returns undefined if KV does not accept it.
 */
export async function storeCode(
  c: Context<AppEnv>,
  { purpose, token, identity }: NewCode,
): Promise<{ code: string; row: CodeRow } | undefined> {
  const { ports } = c.var;
  const [id, kvKey, createdAt] = [sha256(token), randomToken(), ports.now()];
  const expiresAt = createdAt + CODE_VALID_MINUTES * MINUTE_MS;
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const value: KvCode = { hash: hashOf(c, { id, code }), purpose, identity, expiresAt };
  const writing = writeKv(c.env.SESSIONS, keyOf(kvKey), value, CODE_VALID_MINUTES * 60);
  const isWritten = await withDeadline(writing, ports.timeout(KV_TIMEOUT_MS)).catch((error: unknown) => {
    logError(error);
    return false;
  });
  return isWritten ? { code, row: { id, purpose, kvKey, attempts: 0, createdAt, expiresAt } } : undefined;
}

/** Makes a stored code valid. The user's earlier codes of this kind become invalid. */
export async function insertCode(c: Context<AppEnv>, row: typeof codes.$inferInsert): Promise<void> {
  const { db, ports } = c.var;
  await retryIdempotent(ports, () =>
    db.batch([
      db.delete(codes).where(and(eq(codes.userId, row.userId), eq(codes.purpose, row.purpose))),
      db.insert(codes).values(row),
    ]),
  );
}

/** Makes a stored code valid instead of the previous one of its token. Attempts and lifetime start again. */
export async function replaceCode(c: Context<AppEnv>, row: CodeRow): Promise<void> {
  await c.var.db
    .update(codes)
    .set(row)
    .where(and(eq(codes.id, row.id), isNull(codes.usedAt)));
}

const isUsable = (now: number) =>
  and(isNull(codes.usedAt), lt(codes.attempts, MAX_CODE_ATTEMPTS), gt(codes.expiresAt, now));

/**
 * Returns the code that this browser may enter or request again, with its owner. Returns undefined if there is no usable
 * code, or if the owner is suspended.
 * @throws AppError 503 if KV does not have the code. No attempt is counted.
 */
export async function findCode(c: Context<AppEnv>, { purposes, token }: { purposes: Purpose[]; token: string }) {
  const { db, ports } = c.var;
  const { id, purpose, userId, kvKey, expiresAt } = codes;
  const [row] = await db
    .select({ id, purpose, userId, kvKey, expiresAt, email: users.email })
    .from(codes)
    .innerJoin(users, and(eq(users.id, userId), isNull(users.suspendedAt)))
    .where(and(eq(id, sha256(token)), inArray(purpose, purposes), isUsable(ports.now())));
  if (!row) return undefined;
  const value = await readKv({ kv: c.env.SESSIONS, shape: kvCode, ports }, keyOf(row.kvKey));
  if (value?.purpose !== row.purpose || value.expiresAt !== row.expiresAt) throw codesUnavailable();
  return { ...row, hash: value.hash, identity: row.purpose === "google" ? value.identity : undefined };
}

type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

/**
 * Tries a code. One statement counts the attempt and marks the right code as used. So of any number of concurrent requests
 * at most MAX_CODE_ATTEMPTS learn whether the code is right, and the right code succeeds once.
 * @returns no `tried` if the found code was replaced, expired, used or has no attempts left, or if its owner was
 *   suspended.
 */
export async function tryCode(c: Context<AppEnv>, found: FoundCode, code: string) {
  const [tried] = await tryStatement(c, found, code);
  return { tried };
}

/**
 * Like `tryCode`. If the code is right and its purpose is "login", the same transaction opens a session, and `user` is
 * signed in. A transaction whose response was lost can be repeated: the session tells that the code was right.
 */
export async function signInWithCode(c: Context<AppEnv>, found: FoundCode, code: string) {
  const { db, ports } = c.var;
  const session = prepareSession(c);
  // changes() is that of the attempt, the statement before: https://www.sqlite.org/lang_corefunc.html#changes
  const isRight = sql`FROM ${codes} JOIN ${users} ON ${users.id} = ${codes.userId}
    WHERE changes() = 1 AND ${codes.id} = ${found.id} AND ${codes.purpose} = 'login' AND ${codes.usedAt} IS NOT NULL`;
  const [[tried], ...opened] = await retryIdempotent(ports, () =>
    db.batch([tryStatement(c, found, code), ...session.statements(isRight, users.sessionEpoch)]),
  );
  return { tried, user: session.accept(opened) };
}

function tryStatement(c: Context<AppEnv>, { id, kvKey, userId, hash }: FoundCode, code: string) {
  const { db, ports } = c.var;
  const now = ports.now();
  const isRight = isEqual(hashOf(c, { id, code }), hash);
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.suspendedAt)));
  return db
    .update(codes)
    .set({ attempts: sql`${codes.attempts} + 1`, usedAt: isRight ? now : null })
    .where(and(eq(codes.id, id), eq(codes.kvKey, kvKey), isUsable(now), exists(owner)))
    .returning({
      isRight: sql<boolean>`${codes.usedAt} IS NOT NULL`.mapWith(Boolean),
      attemptsLeft: sql<number>`${MAX_CODE_ATTEMPTS} - ${codes.attempts}`.mapWith(Number),
    });
}
