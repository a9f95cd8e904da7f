import { and, eq, gt, gte, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, isoDay, startOfDay } from "#schema/values/dates.ts";
import { mailDays } from "#schema/tables/outbox.ts";
import type { Db } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { AppError } from "../../errors.ts";
import type { Ports } from "../../ports.ts";

// Cloudflare lets an account send a number of mails a day that it does not publish and changes by itself:
// https://developers.cloudflare.com/email-service/platform/limits/ MAIL_DAILY_LIMIT is the operator's value. The
// provider's own refusal counts as well.

/** After a refusal, mails count as refused for this time. Then the next mail finds out whether the quota has grown. */
const REFUSAL_MS = HOUR_MS;

export type MailKind = keyof typeof SHARES;

/**
 * The share of MAIL_DAILY_LIMIT after which mails of this kind wait or are refused, so that the rest is left for more
 * urgent ones. `account`: codes, resets and warnings. `known`: all mails for a browser that has signed in to the account
 * before, as long as the provider accepts them.
 */
const SHARES = { notice: 0.8, signUp: 0.8, account: 0.9, known: Infinity };
/** The share that mails from one IP address can use. */
const SHARE_OF_CLIENT = 0.25;

/** Unix ms: 00:00 UTC. */
export const nextDay = (now: number) => startOfDay(now) + DAY_MS;

/** 0 if there is no limit. */
export const dailyLimit = (env: Pick<Bindings, "MAIL_DAILY_LIMIT">) => Number(env.MAIL_DAILY_LIMIT) || 0;

/** The number of accepted mails after which mails of this kind wait or are refused. Infinity if there is no limit. */
const shareOf = (kind: MailKind, limit: number) => (limit > 0 ? Math.floor(limit * SHARES[kind]) : Infinity);

/** Infinity if there is no limit. */
export const shareOfClient = (limit: number) => (limit > 0 ? Math.ceil(limit * SHARE_OF_CLIENT) : Infinity);

/** Query with a row if no more mails of this kind may be sent today. */
export function usedUpQuota(db: Db, kind: MailKind, { now, limit }: { now: number; limit: number }) {
  const max = shareOf(kind, limit);
  const isRefused = gt(mailDays.refusedAt, now - REFUSAL_MS);
  return db
    .select({ day: mailDays.day })
    .from(mailDays)
    .where(
      and(eq(mailDays.day, isoDay(now)), Number.isFinite(max) ? or(isRefused, gte(mailDays.accepted, max)) : isRefused),
    );
}

const keep = (db: Db, now: number, first: { accepted: number; refusedAt: number | null }, set: Record<string, SQL>) =>
  db
    .insert(mailDays)
    .values({ day: isoDay(now), ...first })
    .onConflictDoUpdate({ target: mailDays.day, set });

/** Statement: counts a mail that the provider has accepted. */
export const countAccepted = (db: Db, now: number) =>
  keep(db, now, { accepted: 1, refusedAt: null }, { accepted: sql`${mailDays.accepted} + 1`, refusedAt: sql`NULL` });

/** Statement: the provider has refused a mail because of its daily quota. */
export const noteRefusal = (db: Db, now: number) =>
  keep(db, now, { accepted: 0, refusedAt: now }, { refusedAt: sql`${now}` });

/** An AppError 503 that says when mails are sent again. */
export function quotaError({ ports }: { ports: Pick<Ports, "now" | "google"> }): AppError {
  const now = ports.now();
  const message = "The directory has sent all emails that it may send today. Please try again after 00:00 UTC";
  const instead = ports.google ? ", or sign in with Google." : ".";
  return new AppError("quota_used_up", message + instead, { retryAfter: Math.ceil((nextDay(now) - now) / 1000) });
}
