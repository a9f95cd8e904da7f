import { and, eq, exists, gt, gte, inArray, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { rateCounters } from "#schema/tables/accounts.ts";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { logError } from "../log.ts";
import { violatesConstraint } from "../db/connection.ts";
import { hmac } from "./signing.ts";

const { key, count, expiresAt } = rateCounters;

/** At most `max` in a window that begins with the first. */
export type Limit = { name: string; max: number; windowMs: number };
/** A limit and whom it counts for: an account, a client address. */
export type SubjectLimit = readonly [limit: Limit, subject: string | number];

/**
 * Counts one try against each limit, before it is made: tries sent at once cannot slip through together. Where one is
 * used up, those after it are not counted: name a client address first, so that it cannot use up those of others.
 * @throws AppError 429 where one is used up.
 */
export async function countAttempt(c: Context<AppEnv>, ...counted: [SubjectLimit, ...SubjectLimit[]]): Promise<void> {
  await countAttemptUnless(c, [], ...counted);
}

/**
 * The same, unless one of `looked` is used up, which are looked at and not counted.
 * @returns how often each was counted.
 */
export async function countAttemptUnless(
  c: Context<AppEnv>,
  looked: SubjectLimit[],
  ...counted: [SubjectLimit, ...SubjectLimit[]]
): Promise<number[]> {
  const { db, ports } = c.var;
  const now = ports.now();
  const counterOf = (one: SubjectLimit, ...conditions: SQL[]) =>
    db
      .select({ expiresAt })
      .from(rateCounters)
      .where(and(eq(key, counterKey(c, ...one)), ...conditions));
  const usedUp = (one: SubjectLimit) => counterOf(one, gte(count, one[0].max), gt(expiresAt, now));
  const isLeft = looked.map((one) => notExists(usedUp(one)));
  const [first, ...others] = counted.map(([limit, subject], index) => {
    const end = now + limit.windowMs;
    const isOpen = counted.slice(0, index).map((before) => exists(counterOf(before, lte(count, before[0].max))));
    const runs = gt(expiresAt, now);
    return db
      .insert(rateCounters)
      .select(sql`SELECT ${counterKey(c, limit, subject)}, 1, ${end} WHERE ${and(sql`true`, ...isLeft, ...isOpen)}`)
      .onConflictDoUpdate({
        target: key,
        set: {
          count: sql`CASE WHEN ${runs} THEN ${count} + 1 ELSE 1 END`,
          expiresAt: sql`CASE WHEN ${runs} THEN ${expiresAt} ELSE ${end} END`,
        },
      })
      .returning({ expiresAt, count });
  });
  const rows: { expiresAt: number; count?: number }[][] = await db.batch([first!, ...others, ...looked.map(usedUp)]);
  const counts = rows.slice(0, counted.length).map(([row]) => row);
  const refused =
    rows.slice(counted.length).find((row) => row.length > 0)?.[0] ??
    counts.find((row, index) => (row?.count ?? 0) > counted[index]![0].max);
  if (refused) throw tooMany(Math.ceil((refused.expiresAt - now) / 1000));
  return counts.map((row) => row?.count ?? 0);
}

/** For a batch of which only success counts: if the limit is used up, the whole batch fails and writes nothing. */
export function countAttemptStatement(c: Context<AppEnv>, ...[limit, subject]: SubjectLimit) {
  const now = c.var.ports.now();
  const end = now + limit.windowMs;
  return c.var.db
    .insert(rateCounters)
    .values({ key: counterKey(c, limit, subject), count: 1, expiresAt: end })
    .onConflictDoUpdate({
      target: key,
      set: {
        // NULL, which the column refuses, if there were enough.
        count: sql`CASE WHEN ${expiresAt} <= ${now} THEN 1 WHEN ${count} < ${limit.max} THEN ${count} + 1 END`,
        expiresAt: sql`CASE WHEN ${expiresAt} > ${now} THEN ${expiresAt} ELSE ${end} END`,
      },
    });
}

/** Whether a batch failed because of its `countAttemptStatement`. */
export const isOverLimit = (error: unknown) => violatesConstraint(error, rateCounters.count);

/** The refusal that says when a limit which is used up starts anew. */
export async function limitError(c: Context<AppEnv>, message: string, ...[limit, subject]: SubjectLimit) {
  const now = c.var.ports.now();
  const [row] = await c.var.db
    .select({ expiresAt })
    .from(rateCounters)
    .where(eq(key, counterKey(c, limit, subject)));
  return new AppError("too_many", message, undefined, Math.max(1, Math.ceil(((row?.expiresAt ?? now) - now) / 1000)));
}

/** Takes a counted try back, where only failed ones count. */
export async function uncountAttempt(c: Context<AppEnv>, ...counted: SubjectLimit[]): Promise<void> {
  const keys = counted.map((one) => counterKey(c, ...one));
  await c.var.db.update(rateCounters).set(decrement).where(inArray(key, keys));
}

/** For a counter that is set. */
export const decrement = { count: sql`max(${count} - 1, 0)` };

/**
 * The outer shield: Cloudflare's own counter, per location and inexact, stops floods of calls that change something
 * before they cost a query.
 */
export const floodLimit = createMiddleware<AppEnv>(async function floodLimit(c, next) {
  if (c.req.method !== "GET" && (await isFlood(c))) throw tooMany(60);
  await next();
});

async function isFlood(c: Context<AppEnv>): Promise<boolean> {
  try {
    const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: clientIp(c) });
    return !success;
  } catch (error) {
    // The limits in D1 still stand.
    logError(error);
    return false;
  }
}

/** IPv4 whole; of IPv6 the network, because one line holds 2^64 addresses of it. */
export function clientIp(c: Context<AppEnv>): string {
  const address = c.req.header("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const network = [...groups, ...zeros, ...rest].slice(0, 4);
  return network.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

/** Where a limit counts for a subject. */
export const counterKey = (c: Context<AppEnv>, { name }: Limit, subject: string | number) =>
  hmac(c.env.SECRET_KEY, `limit:${name}:${subject}`);

const tooMany = (retryAfter: number) => new AppError("too_many", ACCOUNT_MESSAGES.tooMany, undefined, retryAfter);
