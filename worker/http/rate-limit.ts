import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import { logError } from "../log.ts";
import { isRefusedBy } from "../db/connection.ts";
import { all, run } from "../db/raw.ts";
import { hmac } from "./signing.ts";

/** At most `max` in a window that begins with the first. */
export type Limit = { name: string; max: number; windowMs: number };
/** A limit and whom it counts for: an account, a client address. */
export type Counted = readonly [limit: Limit, subject: string | number];

/**
 * Counts one try against each limit, before it is made: tries sent at once cannot slip through together. Where one is
 * used up, those after it are not counted: name a client address first, so that it cannot use up those of others.
 * @throws AppError 429 where one is used up.
 */
export async function countTry(c: Context<AppEnv>, ...counted: [Counted, ...Counted[]]): Promise<void> {
  await countTryUnless(c, [], ...counted);
}

/**
 * The same, unless one of `looked` is used up, which are looked at and not counted.
 * @returns how often each was counted.
 */
export async function countTryUnless(
  c: Context<AppEnv>,
  looked: Counted[],
  ...counted: [Counted, ...Counted[]]
): Promise<number[]> {
  const now = c.var.ports.now();
  const usedUp = ([limit, subject]: Counted) => sql`(SELECT expires_at AS expiresAt FROM rate_counters
    WHERE key = ${keyOf(c, limit, subject)} AND count >= ${limit.max} AND expires_at > ${now})`;
  const isLeft = looked.map((one) => sql`NOT EXISTS ${usedUp(one)}`);
  const [first, ...others] = counted.map(([limit, subject], index) => {
    const end = now + limit.windowMs;
    const isOpen = counted
      .slice(0, index)
      .map((before) => sql`(SELECT count FROM rate_counters WHERE key = ${keyOf(c, ...before)}) <= ${before[0].max}`);
    return all<Row>(
      c.var.db,
      sql`INSERT INTO rate_counters (key, count, expires_at)
        SELECT ${keyOf(c, limit, subject)}, 1, ${end} WHERE ${sql.join([sql`true`, ...isLeft, ...isOpen], sql` AND `)}
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN expires_at > ${now} THEN count + 1 ELSE 1 END,
          expires_at = CASE WHEN expires_at > ${now} THEN expires_at ELSE ${end} END
        RETURNING count, expires_at AS expiresAt`,
    );
  });
  const seen = looked.map((one) => all<{ expiresAt: number }>(c.var.db, sql`SELECT * FROM ${usedUp(one)}`));
  const rows = (await c.var.db.batch([first!, ...others, ...seen])) as Row[][];
  const counts = rows.slice(0, counted.length).map(([row]) => row);
  const refused =
    rows.slice(counted.length).find((row) => row.length > 0)?.[0] ??
    counts.find((row, index) => row && row.count > counted[index]![0].max);
  if (refused) throw tooMany(Math.ceil((refused.expiresAt - now) / 1000));
  return counts.map((row) => row?.count ?? 0);
}

type Row = { count: number; expiresAt: number };

/** For a batch of which only success counts: where the limit is used up, the whole batch fails and writes nothing. */
export function countStatement(c: Context<AppEnv>, ...[limit, subject]: Counted) {
  const now = c.var.ports.now();
  const end = now + limit.windowMs;
  return run(
    c.var.db,
    sql`INSERT INTO rate_counters (key, count, expires_at) VALUES (${keyOf(c, limit, subject)}, 1, ${end})
      ON CONFLICT (key) DO UPDATE SET
        -- NULL, which the column refuses, where there were enough.
        count = CASE WHEN expires_at <= ${now} THEN 1 WHEN count < ${limit.max} THEN count + 1 END,
        expires_at = CASE WHEN expires_at > ${now} THEN expires_at ELSE ${end} END`,
  );
}

/** Whether a batch failed because of its `countStatement`. */
export const isOverLimit = (error: unknown) => isRefusedBy(error, "rate_counters.count");

/** The refusal that says when a limit which is used up starts anew. */
export async function limitRefusal(c: Context<AppEnv>, message: string, ...[limit, subject]: Counted) {
  const now = c.var.ports.now();
  const [row] = await all<{ expiresAt: number }>(
    c.var.db,
    sql`SELECT expires_at AS expiresAt FROM rate_counters WHERE key = ${keyOf(c, limit, subject)}`,
  );
  return new AppError("too_many", message, undefined, Math.max(1, Math.ceil(((row?.expiresAt ?? now) - now) / 1000)));
}

/** Takes a counted try back, where only failed ones count. */
export async function uncountTry(c: Context<AppEnv>, ...counted: Counted[]): Promise<void> {
  await run(
    c.var.db,
    sql`UPDATE rate_counters SET count = max(count - 1, 0)
      WHERE key IN (SELECT value FROM json_each(${keysOf(c, counted)}))`,
  );
}

/**
 * The outer shield: Cloudflare's own counter, per location and inexact, stops floods of calls that change something
 * before they cost a query.
 */
export const shield = createMiddleware<AppEnv>(async function shield(c, next) {
  if (c.req.method !== "GET" && (await isFlood(c))) throw tooMany(60);
  await next();
});

async function isFlood(c: Context<AppEnv>): Promise<boolean> {
  try {
    const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: clientAddress(c) });
    return !success;
  } catch (error) {
    // The limits in D1 still stand.
    logError(error);
    return false;
  }
}

/** IPv4 whole; of IPv6 the network, because one line holds 2^64 addresses of it. */
export function clientAddress(c: Context<AppEnv>): string {
  const address = c.req.header("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const network = [...groups, ...zeros, ...rest].slice(0, 4);
  return network.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

const keyOf = (c: Context<AppEnv>, { name }: Limit, subject: string | number) =>
  hmac(c.env.SECRET_KEY, `limit:${name}:${subject}`);

const keysOf = (c: Context<AppEnv>, counted: Counted[]) => JSON.stringify(counted.map((one) => keyOf(c, ...one)));

const tooMany = (retryAfter: number) => new AppError("too_many", ACCOUNT_MESSAGES.tooMany, undefined, retryAfter);
