import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { outbox } from "#schema/tables/outbox.ts";
import type { Db } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import type { Mail } from "../../ports.ts";

const MINUTE_MS = 60_000;
/** The eighth attempt is made about 21 hours after the first. After it, the mail stays in the outbox for staff. */
const MAX_ATTEMPTS = 8;
const MAILS_PER_RUN = 50;

/**
 * Statement for the batch of the change that the mail is about. Replaces an unsent mail with this key. Cron sends the
 * mail after one minute at the earliest, so that the request can send it first.
 */
export function enqueueMail(db: Db, { key, mail, now }: { key: string; mail: Mail; now: number }) {
  const { to: recipient, replyTo = null, subject, text, html } = mail;
  const row = { recipient, replyTo, subject, text, html, tries: 0, dueAt: now + MINUTE_MS, sendingAt: null };
  return db
    .insert(outbox)
    .values({ key, ...row, createdAt: now })
    .onConflictDoUpdate({ target: outbox.key, set: row });
}

type Value = string | SQL | SQLiteColumn;
type MailValues = Record<"key" | "recipient" | "subject" | "text" | "html", Value> & { now: number };

/** SQL: queues a mail for each row of `source`, which begins with `FROM` and ends with a condition. */
export const insertMails = ({ now, ...values }: MailValues, source: SQL): SQL =>
  sql`${insertFrom(outbox, { ...values, dueAt: now + MINUTE_MS, createdAt: now }, source)} ON CONFLICT DO NOTHING`;

const isWaiting = and(isNull(outbox.sendingAt), lt(outbox.tries, MAX_ATTEMPTS));

export const listDueMails = (db: Db, now: number) =>
  db
    .select({ key: outbox.key })
    .from(outbox)
    .where(and(isWaiting, lt(outbox.dueAt, now)))
    .orderBy(outbox.dueAt)
    .limit(MAILS_PER_RUN);

/**
 * Marks a mail as being sent. Returns undefined if it is already being sent, was sent, or has no attempt left.
 */
export async function claimMail(db: Db, key: string, now: number) {
  const [row] = await db
    .update(outbox)
    .set({ sendingAt: now, tries: sql`${outbox.tries} + 1` })
    .where(and(eq(outbox.key, key), isWaiting))
    .returning();
  return row;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

// The time of the claim is compared as well: a mail that replaced the claimed one has the same id.
const isClaimed = ({ id, sendingAt }: Claimed) => and(eq(outbox.id, id), eq(outbox.sendingAt, sendingAt!));

export const deleteMail = (db: Db, claimed: Claimed) => db.delete(outbox).where(isClaimed(claimed));

/** Statement: schedules the next attempt. The first delay is 10 minutes, and each later one is twice as long. */
export const scheduleRetry = (db: Db, claimed: Claimed, now: number) =>
  db
    .update(outbox)
    .set({ sendingAt: null, dueAt: now + 10 * MINUTE_MS * 2 ** (claimed.tries - 1) })
    .where(isClaimed(claimed));

export const toMail = ({ recipient: to, replyTo, subject, text, html }: Claimed): Mail => ({
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  html,
});
