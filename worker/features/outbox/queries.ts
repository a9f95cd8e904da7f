import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import type { Db } from "../../db/connection.ts";
import type { Mail } from "../../ports.ts";

const MINUTE_MS = 60_000;
/** After the eighth, 42 hours have passed; from then on it waits for staff. */
const TRIES_MAX = 8;
/** Mails of one run of cron. */
const DUE_MAX = 50;

/** For a batch, with what the mail tells of. Cron leaves the first minute to the call that writes it. */
export function enqueueMail(db: Db, { key, mail, now }: { key: string; mail: Mail; now: number }) {
  const { to: recipient, replyTo = null, subject, text, html } = mail;
  const row = { recipient, replyTo, subject, text, html, tries: 0, dueAt: now + MINUTE_MS, sendingAt: null };
  return db
    .insert(outbox)
    .values({ key, ...row, createdAt: now })
    .onConflictDoUpdate({ target: outbox.key, set: row });
}

const isWaiting = and(isNull(outbox.sendingAt), lt(outbox.tries, TRIES_MAX));

export const listDueMails = (db: Db, now: number) =>
  db
    .select({ key: outbox.key })
    .from(outbox)
    .where(and(isWaiting, lt(outbox.dueAt, now)))
    .orderBy(outbox.dueAt)
    .limit(DUE_MAX);

/** Takes a mail to send it; undefined if another does, or did. */
export async function claimMail(db: Db, key: string, now: number) {
  const [row] = await db
    .update(outbox)
    .set({ sendingAt: now, tries: sql`${outbox.tries} + 1` })
    .where(and(eq(outbox.key, key), isWaiting))
    .returning();
  return row;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

// Not what took its place.
const isClaimed = ({ id, sendingAt }: Claimed) => and(eq(outbox.id, id), eq(outbox.sendingAt, sendingAt!));

export const deleteMail = (db: Db, claimed: Claimed) => db.delete(outbox).where(isClaimed(claimed));

/** To be tried again, each time after twice as long. */
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
