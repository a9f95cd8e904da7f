import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import type { WatchForm } from "#schema/search/search-watches.ts";
import { MAX_WATCHES, UNCONFIRMED_WATCH_DAYS, WATCH_DAYS } from "#schema/search/search-watches.ts";
import { counters } from "#schema/tables/sites.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { searchWatches } from "#schema/tables/search-watches.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { excluded, runQuery } from "../../db/raw.ts";
import { sha256 } from "../../http/signing.ts";
import type { Mail } from "../../ports.ts";
import { insertMails } from "../outbox/queries.ts";
import { wordsOf } from "../search/words.ts";

/** The same question sends no second mail within this time. */
const RESEND_MS = DAY_MS;

const published = sql`coalesce((SELECT ${counters.value} FROM ${counters} WHERE ${counters.name} = 'published'), 0)`;

type NewWatch = { form: WatchForm; stopHash: string; now: number };

/**
 * Stores an unconfirmed watch. Returns its id if the link to confirm it must be mailed: not if the person has confirmed
 * it, if a link was mailed within a day, or if the email address has MAX_WATCHES others.
 */
export async function insertWatch(db: Db, { form, stopHash, now }: NewWatch): Promise<number | undefined> {
  const { email, q } = form;
  const words = wordsOf(q).join(" ");
  const category = form.category ?? "";
  const { email: of, words: asked, category: within } = searchWatches;
  const isKnown = sql`EXISTS (SELECT 1 FROM ${searchWatches}
    WHERE ${and(eq(of, email), eq(asked, words), eq(within, category))})`;
  const isBelowMax = sql`(SELECT count(*) FROM ${searchWatches} WHERE ${eq(of, email)}) < ${MAX_WATCHES}`;
  const expiresAt = now + UNCONFIRMED_WATCH_DAYS * DAY_MS;
  const [row] = await db
    .insert(searchWatches)
    .select(
      sql`SELECT NULL, ${email}, ${q}, ${words}, ${category}, ${stopHash}, ${published}, ${now}, NULL, ${expiresAt}, ${now}
        WHERE ${isKnown} OR ${isBelowMax}`,
    )
    .onConflictDoUpdate({
      target: [of, asked, within],
      set: {
        q: excluded(searchWatches.q),
        stopHash: excluded(searchWatches.stopHash),
        seen: excluded(searchWatches.seen),
        mailedAt: excluded(searchWatches.mailedAt),
        confirmedAt: null,
        expiresAt: excluded(searchWatches.expiresAt),
      },
      setWhere: or(
        and(isNull(searchWatches.confirmedAt), lte(searchWatches.mailedAt, now - RESEND_MS)),
        lte(searchWatches.expiresAt, now),
      )!,
    })
    .returning({ id: searchWatches.id });
  return row?.id;
}

/** The link was not mailed, so the person may ask again at once. */
export async function forgetMailed(db: Db, id: number): Promise<void> {
  await db.update(searchWatches).set({ mailedAt: 0 }).where(eq(searchWatches.id, id));
}

const isOpen = (id: number, now: number) => and(eq(searchWatches.id, id), gt(searchWatches.expiresAt, now));
const SEARCH = { q: searchWatches.q, category: searchWatches.category };

export async function findWatch(db: Db, id: number, now: number) {
  const [watch] = await db.select(SEARCH).from(searchWatches).where(isOpen(id, now));
  return watch;
}

/** Idempotent. Returns undefined if the watch has ended. */
export async function confirmWatch(db: Db, id: number, now: number) {
  const { confirmedAt, expiresAt } = searchWatches;
  const [watch] = await db
    .update(searchWatches)
    .set({
      confirmedAt: sql`coalesce(${confirmedAt}, ${now})`,
      expiresAt: sql`iif(${confirmedAt} IS NULL, ${now + WATCH_DAYS * DAY_MS}, ${expiresAt})`,
    })
    .where(isOpen(id, now))
    .returning(SEARCH);
  return watch;
}

/** By watch: the unsent mails of one address can be found by the token that ends its watches. */
const mailKeyOf = (stopHash: string, id: number | "") => `search-watch:${stopHash}:${id}`;

/** Ends all watches of an email address, and deletes their unsent mails. Idempotent. */
export async function stopWatches(db: Db, token: string): Promise<void> {
  const hash = sha256(token);
  const from = mailKeyOf(hash, "");
  await db.batch([
    db.delete(searchWatches).where(eq(searchWatches.stopHash, hash)),
    // A semicolon is the next character after a colon.
    db.delete(outbox).where(and(gt(outbox.key, from), lt(outbox.key, `${from.slice(0, -1)};`))),
  ]);
}

export type DueWatch = Awaited<ReturnType<typeof listDueWatches>>[number];

/** Returns confirmed watches that were last checked before a site became active, the longest unchecked ones first. */
export const listDueWatches = (db: Db, now: number, limit: number) =>
  db
    .select({
      id: searchWatches.id,
      email: searchWatches.email,
      ...SEARCH,
      stopHash: searchWatches.stopHash,
      published: published.mapWith(Number).as("published"),
    })
    .from(searchWatches)
    .where(
      and(
        sql`${searchWatches.confirmedAt} IS NOT NULL`,
        lt(searchWatches.seen, published),
        gt(searchWatches.expiresAt, now),
      ),
    )
    .orderBy(searchWatches.seen, searchWatches.id)
    .limit(limit);

/** Statement. Never lowers `seen`, because a slower run may have begun earlier. */
export const markChecked = (db: Db, ids: number[], seen: number) =>
  db
    .update(searchWatches)
    .set({ seen })
    .where(and(inArray(searchWatches.id, jsonList(ids)), lt(searchWatches.seen, seen)));

/** Ends a watch and queues its mail in one transaction, unless the watch has ended. Returns the key of the mail. */
export async function endWithMail(db: Db, { id, stopHash }: DueWatch, mail: Mail, now: number): Promise<string> {
  const key = mailKeyOf(stopHash, id);
  const { to: recipient, ...content } = mail;
  await db.batch([
    runQuery(
      db,
      insertMails({ key, recipient, ...content, now }, sql`FROM ${searchWatches} WHERE ${eq(searchWatches.id, id)}`),
    ),
    db.delete(searchWatches).where(eq(searchWatches.id, id)),
  ]);
  return key;
}

/** Statement for cron. */
export function deleteExpiredWatches(db: Db, now: number, limit: number) {
  const { id, expiresAt } = searchWatches;
  return db
    .delete(searchWatches)
    .where(inArray(id, db.select({ id }).from(searchWatches).where(lt(expiresAt, now)).limit(limit)));
}
