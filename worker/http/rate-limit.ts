import { and, eq, exists, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { rateCounters } from "#schema/tables/accounts.ts";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { logError } from "../log.ts";
import { violatesConstraint } from "../db/connection.ts";
import { hmac } from "./signing.ts";

const { key, count, expiresAt } = rateCounters;

/** The window is fixed and begins with the first attempt. */
export type Limit = { name: string; max: number; windowMs: number };
/**
 * The subject is what the limit counts: an account, a user, an IP address. `clearedAt` is SQL for a time (Unix ms, or NULL):
 * attempts before it do not count.
 */
export type SubjectLimit = readonly [limit: Limit, subject: string | number, clearedAt?: SQL | undefined];

const runs = ([{ windowMs }, , clearedAt]: SubjectLimit, now: number): SQL =>
  clearedAt
    ? sql`(${expiresAt} > ${now} AND ${expiresAt} - ${windowMs} > coalesce(${clearedAt}, 0))`
    : gt(expiresAt, now);

/**
 * Counts one attempt against each limit before it is made, so simultaneous attempts cannot all pass. The limits after a
 * used-up one are not counted: a client who has reached the first limit cannot use up the others.
 * @returns for each limit how many attempts were counted in the current window.
 * @throws AppError 429 if a limit is used up.
 */
export async function countAttempt(c: Context<AppEnv>, ...limits: SubjectLimit[]): Promise<number[]> {
  const { db, ports } = c.var;
  const now = ports.now();
  const isBelow = ([limit, subject]: SubjectLimit) =>
    exists(
      db
        .select({ expiresAt })
        .from(rateCounters)
        .where(and(eq(key, counterKey(c, limit, subject)), lte(count, limit.max))),
    );
  const [first, ...others] = limits.map((one, index) => {
    const [limit, subject] = one;
    const end = now + limit.windowMs;
    const isRunning = runs(one, now);
    return db
      .insert(rateCounters)
      .select(
        sql`SELECT ${counterKey(c, limit, subject)}, 1, ${end} WHERE ${and(sql`true`, ...limits.slice(0, index).map(isBelow))}`,
      )
      .onConflictDoUpdate({
        target: key,
        set: {
          count: sql`CASE WHEN ${isRunning} THEN ${count} + 1 ELSE 1 END`,
          expiresAt: sql`CASE WHEN ${isRunning} THEN ${expiresAt} ELSE ${end} END`,
        },
      })
      .returning({ expiresAt, count });
  });
  const counted = (await db.batch([first!, ...others])).map(([row]) => row);
  const refused = counted.find((row, index) => (row?.count ?? 0) > limits[index]![0].max);
  if (refused) throw tooMany(Math.ceil((refused.expiresAt - now) / 1000));
  return counted.map((row) => row?.count ?? 0);
}

/**
 * Counts one attempt if its batch succeeds. If the limit is used up, the batch fails and writes nothing: see
 * `isOverLimit`.
 */
export function countAttemptStatement(c: Context<AppEnv>, ...one: SubjectLimit) {
  const [limit, subject] = one;
  const now = c.var.ports.now();
  const end = now + limit.windowMs;
  const isRunning = runs(one, now);
  return c.var.db
    .insert(rateCounters)
    .values({ key: counterKey(c, limit, subject), count: 1, expiresAt: end })
    .onConflictDoUpdate({
      target: key,
      set: {
        // NULL if the limit is used up: the NOT NULL column then fails the batch.
        count: sql`CASE WHEN NOT ${isRunning} THEN 1 WHEN ${count} < ${limit.max} THEN ${count} + 1 END`,
        expiresAt: sql`CASE WHEN ${isRunning} THEN ${expiresAt} ELSE ${end} END`,
      },
    });
}

/** True if a batch failed because of its `countAttemptStatement`. */
export const isOverLimit = (error: unknown) => violatesConstraint(error, rateCounters.count);

/** The error's `retryAfter` is the time until the limit's window ends. */
export async function limitError(c: Context<AppEnv>, message: string, ...[limit, subject]: SubjectLimit) {
  const now = c.var.ports.now();
  const [row] = await c.var.db
    .select({ expiresAt })
    .from(rateCounters)
    .where(eq(key, counterKey(c, limit, subject)));
  return new AppError("too_many", message, {
    retryAfter: Math.max(1, Math.ceil(((row?.expiresAt ?? now) - now) / 1000)),
  });
}

/** For limits that count only failures. */
export async function uncountAttempt(c: Context<AppEnv>, ...limits: SubjectLimit[]): Promise<void> {
  const keys = limits.map((one) => counterKey(c, ...one));
  await c.var.db.update(rateCounters).set(decrement).where(inArray(key, keys));
}

const decrement = { count: sql`max(${count} - 1, 0)` };

/**
 * Stops floods before they cost a query. Cloudflare's own rate limit counts per location and is inexact, so the limits
 * in D1 apply as well.
 */
export const floodLimit = createMiddleware<AppEnv>(async function floodLimit(c, next) {
  if (c.req.method !== "GET" && (await isFlood(c.env.ACCOUNT_LIMIT, clientIp(c)))) throw tooMany(60);
  await next();
});

/** False if Cloudflare's rate limit does not answer. */
export async function isFlood(limit: RateLimit, subject: string): Promise<boolean> {
  try {
    const { success } = await limit.limit({ key: subject });
    return !success;
  } catch (error) {
    logError(error);
    return false;
  }
}

/**
 * Returns the IPv4 address, or the /64 network of an IPv6 address: one connection has all 2^64 addresses of such a
 * network.
 */
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

const counterKey = (c: Context<AppEnv>, ...[{ name }, subject]: SubjectLimit) =>
  hmac(c.env.SECRET_KEY, `limit:${name}:${subject}`);

const tooMany = (retryAfter: number) => new AppError("too_many", ACCOUNT_MESSAGES.tooMany, { retryAfter });
