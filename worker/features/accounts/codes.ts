import { randomInt } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { CODE_LENGTH, CODE_VALID_MINUTES, MAX_CODE_ATTEMPTS } from "#schema/accounts.ts";
import { MINUTE_MS } from "#schema/dates.ts";
import { codes, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { columnName, queryRows } from "../../db/raw.ts";
import type { AppEnv } from "../../env.ts";
import { retryIdempotent } from "../../http/retry.ts";
import { readKv, writeKv } from "../../http/kv.ts";
import { hmac, sha256 } from "../../http/signing.ts";
import { prepareSession } from "../sessions/session.ts";

// One-time codes. A code is valid only together with the token in the browser's cookie; neither is stored. KV stores
// the hash of the code, and D1 a row that counts attempts and use. For the first minutes, that row also holds a copy of
// the KV value (`recent`), because KV may still return the previous code under this key.

export type Purpose = (typeof codes.$inferInsert)["purpose"];

/** A Google identity whose sign-in waits for the mailed code. */
const pendingIdentity = z.object({ googleSub: z.string(), firstName: z.string(), lastName: z.string() });

export type PendingIdentity = z.infer<typeof pendingIdentity>;

/**
 * A code as KV stores it, under the SHA-256 of the token. If `mailedAt` (Unix ms) differs from the row's `createdAt`,
 * the code was replaced.
 */
const kvCode = z.object({
  hash: z.string(),
  purpose: z.enum(codes.purpose.enumValues),
  identity: z.optional(pendingIdentity),
  mailedAt: z.int(),
});

type KvCode = z.infer<typeof kvCode>;

type CodeOf = { token: string; code: string };

export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");

const hashOf = (c: Context<AppEnv>, { token, code }: CodeOf) => hmac(c.env.SECRET_KEY, `code:${sha256(token)}:${code}`);

const keyOf = (id: string) => `code:${id}`;

const readKvCode = (c: Context<AppEnv>, id: string) =>
  readKv({ kv: c.env.SESSIONS, shape: kvCode, ports: c.var.ports }, keyOf(id));

type NewCode = CodeOf & { purpose: Purpose; userId: number; identity?: PendingIdentity | undefined };

/** Stores a code. The user's earlier codes of this kind become invalid. */
export async function insertCode(c: Context<AppEnv>, { userId, purpose, identity, ...code }: NewCode): Promise<void> {
  const { db, ports } = c.var;
  const id = sha256(code.token);
  const value = { hash: hashOf(c, code), purpose, identity, mailedAt: ports.now() };
  await retryIdempotent(ports, () =>
    db.batch([
      db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose))),
      db.insert(codes).values({ id, purpose, userId, ...freshColumns(value) }),
    ]),
  );
  writeKvCode(c, id, value);
}

/** Replaces the code `previous` under the same token. Attempts and lifetime start again. */
export async function replaceCode(
  c: Context<AppEnv>,
  { previous, ...code }: CodeOf & { previous: KvCode },
): Promise<void> {
  const id = sha256(code.token);
  const value = { ...previous, hash: hashOf(c, code), mailedAt: c.var.ports.now() };
  await c.var.db
    .update(codes)
    .set(freshColumns(value))
    .where(and(eq(codes.id, id), isNull(codes.usedAt)));
  writeKvCode(c, id, value);
}

const freshColumns = (value: KvCode) => ({
  recent: JSON.stringify(value),
  attempts: 0,
  createdAt: value.mailedAt,
  expiresAt: value.mailedAt + CODE_VALID_MINUTES * MINUTE_MS,
});

const writeKvCode = (c: Context<AppEnv>, id: string, value: KvCode) =>
  c.executionCtx.waitUntil(writeKv(c.env.SESSIONS, keyOf(id), value, CODE_VALID_MINUTES * 60));

/** SQL for a code's value as JSON: D1's copy, else KV's value if it belongs to the row, else NULL. */
const currentValue = (kvValue: KvCode | null | undefined) =>
  sql<string>`coalesce(${codes.recent}, CASE WHEN ${codes.purpose} = ${kvValue?.purpose ?? null}
    AND ${codes.createdAt} = ${kvValue?.mailedAt ?? null}
    THEN ${kvValue ? JSON.stringify(kvValue) : null} END)`.mapWith(String);

type CodeQuery = { id: string; purposes: Purpose[]; value: SQL; now: number };

const isUsable = ({ id, purposes, value, now }: CodeQuery) =>
  sql`${codes.id} = ${id} AND ${inArray(codes.purpose, purposes)} AND ${codes.usedAt} IS NULL
    AND ${codes.attempts} < ${MAX_CODE_ATTEMPTS} AND ${codes.expiresAt} > ${now} AND ${value} IS NOT NULL`;

const isOwner = sql`${users.id} = ${codes.userId}`;

const ATTEMPT_COLUMNS = {
  userId: codes.userId,
  email: sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${isOwner})`.mapWith(String),
  isRight: sql<boolean>`${codes.usedAt} IS NOT NULL`.mapWith(Boolean),
  attemptsLeft: sql<number>`${MAX_CODE_ATTEMPTS} - ${codes.attempts}`.mapWith(Number),
};

/**
 * Tries a code. One statement counts the attempt, compares the code and marks it as used. So of any number of concurrent
 * requests at most MAX_CODE_ATTEMPTS are compared, and the right code succeeds once.
 * @returns no `tried` if the code was not compared: it is unknown, expired, used or has no attempts left, or its account
 *   is suspended or does not have this `email`.
 */
export async function tryCode(c: Context<AppEnv>, given: GivenCode) {
  const [tried] = await tryStatement(c, given, await readKvCode(c, sha256(given.token)));
  return { tried: tried && toAttempt(tried) };
}

/**
 * Like `tryCode`. If the code is right and its purpose is "login", the same transaction opens a session, and `user` is
 * signed in. A transaction whose response was lost can be repeated: the session tells that the code was right.
 */
export async function signInWithCode(c: Context<AppEnv>, given: GivenCode) {
  const { db, ports } = c.var;
  const id = sha256(given.token);
  const kvValue = await readKvCode(c, id);
  const session = prepareSession(c);
  // changes() is that of the attempt, the statement before: https://www.sqlite.org/lang_corefunc.html#changes
  const isRight = sql`FROM ${codes} JOIN ${users} ON ${isOwner}
    WHERE changes() = 1 AND ${codes.id} = ${id} AND ${codes.purpose} = 'login' AND ${codes.usedAt} IS NOT NULL`;
  const [[tried], ...opened] = await retryIdempotent(ports, () =>
    db.batch([tryStatement(c, given, kvValue), ...session.statements(isRight, users.sessionEpoch)]),
  );
  return { tried: tried && toAttempt(tried), user: session.accept(opened) };
}

type GivenCode = CodeOf & { purposes: Purpose[]; email?: string | null | undefined };

const toAttempt = <T extends { value: string }>(tried: T) => ({
  ...tried,
  identity: (JSON.parse(tried.value) as KvCode).identity,
});

function tryStatement(
  c: Context<AppEnv>,
  { purposes, email = null, ...code }: GivenCode,
  kvValue: KvCode | null | undefined,
) {
  const id = sha256(code.token);
  const now = c.var.ports.now();
  const value = currentValue(kvValue);
  return queryRows(
    c.var.db,
    { ...ATTEMPT_COLUMNS, value },
    (columns) => sql`UPDATE ${codes} SET
        ${columnName(codes.attempts)} = ${codes.attempts} + 1,
        ${columnName(codes.usedAt)} = CASE WHEN ${value} ->> 'hash' = ${hashOf(c, code)} THEN ${now} END
      WHERE ${isUsable({ id, purposes, value, now })} AND EXISTS (SELECT 1 FROM ${users}
        WHERE ${isOwner} AND ${users.email} = coalesce(${email}, ${users.email}) AND ${users.suspendedAt} IS NULL)
      RETURNING ${columns}`,
  );
}

/**
 * Returns the user whose code this browser may enter or request again, with the current code as `previous`. Returns
 * undefined if there is no usable code, or if the user is suspended.
 */
export async function findCodeOwner(c: Context<AppEnv>, { purposes, token }: { purposes: Purpose[]; token: string }) {
  const id = sha256(token);
  const value = currentValue(await readKvCode(c, id));
  const [owner] = await c.var.db
    .select({ email: users.email, value })
    .from(codes)
    .innerJoin(users, and(isOwner, isNull(users.suspendedAt)))
    .where(isUsable({ id, purposes, value, now: c.var.ports.now() }));
  return owner && { ...owner, previous: JSON.parse(owner.value) as KvCode };
}

/** After this time, we assume that KV returns a written value in every location (documented: "60 seconds or more"). */
const KV_PROPAGATION_MS = 120_000;

/** Statement: clears `recent` of up to `limit` codes that are older than KV_PROPAGATION_MS. */
export function clearRecentCopies(db: Db, { now, limit }: { now: number; limit: number }) {
  const propagated = db
    .select({ id: codes.id })
    .from(codes)
    .where(and(isNotNull(codes.recent), lt(codes.createdAt, now - KV_PROPAGATION_MS)))
    .limit(limit);
  return db.update(codes).set({ recent: null }).where(inArray(codes.id, propagated));
}
