import { and, eq, exists, isNull, like, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DAY_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { outbox } from "#schema/tables/outbox.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { countAccepted, nextDay, noteRefusal, usedUpQuota } from "./quota.ts";
import type { Mail } from "../../ports.ts";

/** The eighth attempt is made about 21 hours after the first. After it, the mail stays in the outbox for staff. */
const MAX_ATTEMPTS = 8;
/** Cloudflare, "Queues: Limits": at most 100 messages in one call. */
const MAILS_PER_RUN = 100;

/** Statement for the batch of the change that the mail is about. Replaces an unsent mail with this key. */
export function enqueueMail(db: Db, { key, mail, now }: { key: string; mail: Mail; now: number }) {
  const { to: recipient, replyTo = null, headers = null, subject, text, html } = mail;
  const fresh = { tries: 0, dueAt: now, sendingAt: null, failure: null, gaveUpAt: null };
  const row = { recipient, replyTo, headers, subject, text, html, ...fresh };
  return db
    .insert(outbox)
    .values({ key, ...row, createdAt: now })
    .onConflictDoUpdate({ target: outbox.key, set: row });
}

type Value = string | SQL | SQLiteColumn;
type MailValues = Record<"key" | "recipient" | "subject" | "text" | "html", Value> &
  Pick<Mail, "headers"> & { now: number };

/** SQL: queues a mail for each row of `source`, which begins with `FROM` and ends with a condition. */
export function insertMails({ now, headers, ...values }: MailValues, source: SQL): SQL {
  const json = headers && { headers: sql`${JSON.stringify(headers)}` };
  return sql`${insertFrom(outbox, { ...values, ...json, dueAt: now, createdAt: now }, source)} ON CONFLICT DO NOTHING`;
}

const QUOTA_USED_UP = "The emails of the day are used up.";

const isWaiting = and(isNull(outbox.sendingAt), isNull(outbox.gaveUpAt));

/** Returns the keys of mails that were due a minute ago: until then, the message of the request is under way. */
export async function listDueMails(db: Db, now: number): Promise<string[]> {
  const due = await db
    .select({ key: outbox.key })
    .from(outbox)
    .where(and(isWaiting, lt(outbox.dueAt, now - MINUTE_MS)))
    .orderBy(outbox.dueAt)
    .limit(MAILS_PER_RUN);
  return due.map(({ key }) => key);
}

/**
 * Marks a mail as being sent. Returns undefined if it is not due, is already being sent, was sent or was given up. If
 * today's quota is used up, the mail is due on the next day.
 */
export async function claimMail(db: Db, key: string, { now, limit }: { now: number; limit: number }) {
  const isDue = and(eq(outbox.key, key), isWaiting, lte(outbox.dueAt, now));
  const [, [row]] = await db.batch([
    db
      .update(outbox)
      .set({ dueAt: nextDay(now), failure: QUOTA_USED_UP })
      .where(and(isDue, exists(usedUpQuota(db, "notice", { now, limit })))),
    db
      .update(outbox)
      .set({ sendingAt: now, tries: sql`${outbox.tries} + 1` })
      .where(isDue)
      .returning(),
  ]);
  return row;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

// The time of the claim is compared as well: a mail that replaced the claimed one has the same id.
const isClaimed = ({ id, sendingAt }: Claimed) => and(eq(outbox.id, id), eq(outbox.sendingAt, sendingAt!));

/** Deletes a mail that the provider has accepted, and counts it. */
export async function finishMail(db: Db, claimed: Claimed, now: number): Promise<void> {
  await db.batch([db.delete(outbox).where(isClaimed(claimed)), countAccepted(db, now)]);
}

type Failure = { failure: string; isFinal: boolean; isOverQuota: boolean; now: number };

/**
 * Schedules the next attempt. The first delay is 10 minutes, and each later one is twice as long. If the provider's quota
 * is used up, the mail is due on the next day, and the attempt does not count.
 */
export async function recordFailure(db: Db, claimed: Claimed, { failure, now, ...why }: Failure): Promise<void> {
  const set = (next: Partial<typeof outbox.$inferInsert>) =>
    db
      .update(outbox)
      .set({ sendingAt: null, failure, ...next })
      .where(isClaimed(claimed));
  if (why.isOverQuota) {
    await db.batch([set({ tries: claimed.tries - 1, dueAt: nextDay(now) }), noteRefusal(db, now)]);
    return;
  }
  const isGivenUp = why.isFinal || claimed.tries >= MAX_ATTEMPTS;
  await set(isGivenUp ? { gaveUpAt: now } : { dueAt: now + 10 * MINUTE_MS * 2 ** (claimed.tries - 1) });
}

const URGENT = "urgent:";

/** True for the key of an urgent mail, whose text is not kept. */
export const isUrgent = (key: string) => key.startsWith(URGENT);

type GivenUp = { id: string; mail: Mail; tries: number; failure: string; queuedAt: number; now: number };

/** Stores an urgent mail that was not sent, without its text. `id` is the message's. Idempotent. */
export async function keepUnsent(db: Db, { id, mail, tries, failure, queuedAt, now }: GivenUp): Promise<void> {
  const { to: recipient, subject } = mail;
  const row = { recipient, subject, text: "", html: "", tries, dueAt: now, failure, gaveUpAt: now };
  await db
    .insert(outbox)
    .values({ key: URGENT + id, ...row, createdAt: queuedAt })
    .onConflictDoNothing();
}

/** An attempt that runs for longer was interrupted. */
export const INTERRUPTED_MS = 10 * MINUTE_MS;

/** Staff can look at an urgent mail that was given up for this long. It names an address that may have no account. */
const UNSENT_KEPT_MS = 30 * DAY_MS;

/** Statement for cron. */
export const forgetUnsent = (db: Db, now: number) =>
  db.delete(outbox).where(and(like(outbox.key, `${URGENT}%`), lt(outbox.dueAt, now - UNSENT_KEPT_MS)));

export const toMail = ({ recipient: to, replyTo, headers, subject, text, html }: Claimed): Mail => ({
  to,
  ...(replyTo && { replyTo }),
  ...(headers && { headers }),
  subject,
  text,
  html,
});
