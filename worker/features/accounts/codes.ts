import { randomInt } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from "#schema/accounts.ts";
import { codes, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";
import { nameOf, rows } from "../../db/raw.ts";
import type { AppEnv } from "../../env.ts";
import { idempotent } from "../../http/again.ts";
import { readKv, writeKv } from "../../http/kv.ts";
import { hmac, sha256 } from "../../http/signing.ts";

// One-time codes. A code counts only together with the token that the browser holds in a cookie; nobody stores either. KV
// keeps the hash of the code and what it is for. D1 keeps its row, and for the first minutes what KV may not show yet,
// which counts before what KV says: a code that was sent once more has the key of the one before.

export type Purpose = (typeof codes.$inferInsert)["purpose"];

/** A Google identity that waits for its code, with the names that Google gave. */
const pendingIdentity = z.object({ googleSub: z.string(), firstName: z.string(), lastName: z.string() });

export type PendingIdentity = z.infer<typeof pendingIdentity>;

/** As KV keeps it, under the SHA-256 of the token. Of another time than its row's it is of a code that was replaced. */
const kvCode = z.object({
  hash: z.string(),
  purpose: z.enum(codes.purpose.enumValues),
  identity: z.optional(pendingIdentity),
  mailedAt: z.int(),
});

type KvCode = z.infer<typeof kvCode>;

/** A code that somebody typed or is mailed, with its browser's token. */
type CodeOf = { token: string; code: string };

export const newCode = () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");

const hashOf = (c: Context<AppEnv>, { token, code }: CodeOf) => hmac(c.env.SECRET_KEY, `code:${sha256(token)}:${code}`);

const keyOf = (id: string) => `code:${id}`;

const readKvCode = (c: Context<AppEnv>, id: string) =>
  readKv({ kv: c.env.SESSIONS, shape: kvCode, ports: c.var.ports }, keyOf(id));

type NewCode = CodeOf & { purpose: Purpose; userId: number; identity?: PendingIdentity | undefined };

/** Makes this code the only one of its user and purpose. */
export async function insertCode(c: Context<AppEnv>, { userId, purpose, identity, ...code }: NewCode): Promise<void> {
  const { db, ports } = c.var;
  const id = sha256(code.token);
  const kept = { hash: hashOf(c, code), purpose, identity, mailedAt: ports.now() };
  await idempotent(ports, () =>
    db.batch([
      db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose))),
      db.insert(codes).values({ id, purpose, userId, ...mailed(kept) }),
    ]),
  );
  writeKvCode(c, id, kept);
}

/** Another code in place of `before`, with the tries of a new one. */
export async function replaceCode(c: Context<AppEnv>, { before, ...code }: CodeOf & { before: KvCode }): Promise<void> {
  const id = sha256(code.token);
  const kept = { ...before, hash: hashOf(c, code), mailedAt: c.var.ports.now() };
  await c.var.db
    .update(codes)
    .set(mailed(kept))
    .where(and(eq(codes.id, id), isNull(codes.usedAt)));
  writeKvCode(c, id, kept);
}

const mailed = (kept: KvCode) => ({
  recent: JSON.stringify(kept),
  attempts: 0,
  createdAt: kept.mailedAt,
  expiresAt: kept.mailedAt + CODE_MINUTES * 60_000,
});

/** The answer does not wait for it. */
const writeKvCode = (c: Context<AppEnv>, id: string, kept: KvCode) =>
  c.executionCtx.waitUntil(writeKv(c.env.SESSIONS, keyOf(id), kept, CODE_MINUTES * 60));

/** What counts of D1's copy and KV's, as JSON. */
const valueOf = (kept: KvCode | null | undefined) =>
  sql<string>`coalesce(${codes.recent}, CASE WHEN ${codes.purpose} = ${kept?.purpose ?? null}
    AND ${codes.createdAt} = ${kept?.mailedAt ?? null} THEN ${kept ? JSON.stringify(kept) : null} END)`.mapWith(String);

type Asked = { id: string; purposes: Purpose[]; value: SQL; now: number };

/** Neither used nor void nor out of time, and its hash is known. */
const isGood = ({ id, purposes, value, now }: Asked) =>
  sql`${codes.id} = ${id} AND ${inArray(codes.purpose, purposes)} AND ${codes.usedAt} IS NULL
    AND ${codes.attempts} < ${CODE_TRIES} AND ${codes.expiresAt} > ${now} AND ${value} IS NOT NULL`;

const isOwner = sql`${users.id} = ${codes.userId}`;

/** `epoch` is the user's session epoch when the code was tried. */
const TRIED = {
  userId: codes.userId,
  email: sql<string>`(SELECT ${users.email} FROM ${users} WHERE ${isOwner})`.mapWith(String),
  epoch: sql<number>`(SELECT ${users.sessionEpoch} FROM ${users} WHERE ${isOwner})`.mapWith(Number),
  isRight: sql<boolean>`${codes.usedAt} IS NOT NULL`.mapWith(Boolean),
  triesLeft: sql<number>`${CODE_TRIES} - ${codes.attempts}`.mapWith(Number),
};

/**
 * Tries a code, for the user with this address if one is given. One statement counts the try, compares and marks the code
 * used: of any number at once no more than CODE_TRIES are compared, and the right one counts once. Undefined if nothing
 * was compared: no such token, expired, used, no tries left, the account is suspended, or nobody knows its hash.
 */
export async function tryCode(
  c: Context<AppEnv>,
  { purposes, email = null, ...code }: CodeOf & { purposes: Purpose[]; email?: string | null | undefined },
) {
  const id = sha256(code.token);
  const now = c.var.ports.now();
  const value = valueOf(await readKvCode(c, id));
  const [tried] = await rows(
    c.var.db,
    { ...TRIED, value },
    (columns) => sql`UPDATE ${codes} SET
        ${nameOf(codes.attempts)} = ${codes.attempts} + 1,
        ${nameOf(codes.usedAt)} = CASE WHEN ${value} ->> 'hash' = ${hashOf(c, code)} THEN ${now} END
      WHERE ${isGood({ id, purposes, value, now })} AND EXISTS (SELECT 1 FROM ${users}
        WHERE ${isOwner} AND ${users.email} = coalesce(${email}, ${users.email}) AND ${users.suspendedAt} IS NULL)
      RETURNING ${columns}`,
  );
  return tried && { ...tried, identity: (JSON.parse(tried.value) as KvCode).identity };
}

/** Whose code this browser may enter, and so may have sent once more; `before` is that code. */
export async function findCodeOwner(c: Context<AppEnv>, { purposes, token }: { purposes: Purpose[]; token: string }) {
  const id = sha256(token);
  const value = valueOf(await readKvCode(c, id));
  const [owner] = await c.var.db
    .select({ email: users.email, resetAt: users.resetAt, value })
    .from(codes)
    .innerJoin(users, and(isOwner, isNull(users.suspendedAt)))
    .where(isGood({ id, purposes, value, now: c.var.ports.now() }));
  return owner && { ...owner, before: JSON.parse(owner.value) as KvCode };
}

/** After which KV shows everywhere what it was told. */
const CARRIED_MS = 120_000;

/** D1's copy of a code goes once KV has carried it. A statement, for `limit` rows. */
export function clearRecentCopies(db: Db, { now, limit }: { now: number; limit: number }) {
  const carried = db
    .select({ id: codes.id })
    .from(codes)
    .where(and(isNotNull(codes.recent), lt(codes.createdAt, now - CARRIED_MS)))
    .limit(limit);
  return db.update(codes).set({ recent: null }).where(inArray(codes.id, carried));
}
