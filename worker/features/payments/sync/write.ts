import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { paymentMails, subscriptions } from "#schema/tables/payments.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import { planOf } from "../../../adapters/stripe/prices.ts";
import { type Db, type Statement, violatesConstraint } from "../../../db/connection.ts";
import { queryRows, runQuery } from "../../../db/raw.ts";
import { insertMails } from "../../outbox/queries.ts";
import { changesManyLists, listedStatement } from "../../sites/public-changes.ts";
import { paymentRow } from "../ledger/rows.ts";
import { writeRows } from "../ledger/write.ts";
import { type Notice, noticesOf } from "../notices.ts";
import type { Owner } from "./owner.ts";
import { featuredUntil, idOf, periodOf, type Reading, renews, toMs, troubleOf, unpaidInvoice } from "./reading.ts";
import { nextPriceOf } from "./next-price.ts";
import type { SyncParts } from "./parts.ts";

/**
 * Returns the number of a reading: one more than the latest. Call this before the request to Stripe: then the reading
 * contains all changes that were made before it got its number.
 */
export async function startReading(db: Db): Promise<number> {
  const { name, value } = counters;
  const [row] = await db
    .insert(counters)
    .values({ name: "stripe.readings", value: 1 })
    .onConflictDoUpdate({ target: name, set: { value: sql`${value} + 1` } })
    .returning({ value });
  return row!.value;
}

type ToWrite = { reading: Reading; owner: Owner; number: number; againAt: number | null };

/**
 * Writes the subscription, its newest payment and the mails about it in one batch, unless a newer reading is stored.
 * @returns false, and writes nothing, if the site has another running subscription.
 */
export async function writeReading(parts: SyncParts, { reading, owner, number, againAt }: ToWrite): Promise<boolean> {
  const { db } = parts;
  const { subscription, paid } = reading;
  const state = { ...toState(reading), reading: number, readAgainAt: againAt };
  const isNewest = sql`EXISTS (SELECT 1 FROM ${subscriptions}
    WHERE ${subscriptions.id} = ${subscription.id} AND ${subscriptions.reading} = ${number})`;
  // The featured time of the site can change.
  changesManyLists(await listedStatement(db, eq(sites.id, owner.siteId ?? 0)));
  const notices = noticesOf(reading, owner, parts.now);
  const statements: [Statement, ...Statement[]] = [
    db
      .insert(subscriptions)
      .values({ id: subscription.id, ...owner, createdAt: toMs(subscription.created), ...state })
      .onConflictDoUpdate({ target: subscriptions.id, set: state, setWhere: lt(subscriptions.reading, number) }),
    ...(paid
      ? [writeRows(db, [paymentRow(paid.invoice, { ...owner, subscriptionId: subscription.id })], number, isNewest)]
      : []),
  ];
  const mails = notices.flatMap((notice) => mailStatements(parts, owner.userId, notice, isNewest));
  try {
    const results: unknown[] = await db.batch([...statements, ...mails] as typeof statements);
    await tellQueued(parts, results.slice(statements.length));
    return true;
  } catch (error) {
    if (violatesConstraint(error, subscriptions.siteId)) return false;
    throw error;
  }
}

function toState(reading: Reading) {
  const { subscription } = reading;
  const { end } = periodOf(subscription);
  const { default_payment_method: method } = subscription;
  const card = method && typeof method !== "string" ? method : undefined;
  const unpaid = unpaidInvoice(subscription);
  return {
    customerId: idOf(subscription.customer),
    status: subscription.status,
    plan: planOf(subscription.items.data[0]!.price),
    periodEnd: end,
    renews: renews(subscription),
    priceCents: nextPriceOf(subscription),
    currency: subscription.currency,
    featuredUntil: featuredUntil(subscription),
    unpaidInvoice: unpaid?.id ?? null,
    unpaidCents: unpaid?.amount_remaining ?? null,
    trouble: troubleOf(reading),
    nextTryAt: unpaid?.next_payment_attempt ? toMs(unpaid.next_payment_attempt) : null,
    // Link has neither brand nor number.
    cardBrand: card?.card?.brand ?? card?.type ?? "",
    cardLast4: card?.card?.last4 ?? "",
  };
}

/** Puts a mail to a user into the outbox, unless they have got it. */
export async function queueNotice(parts: SyncParts, userId: number | null, notice: Notice): Promise<void> {
  const [first, ...others] = mailStatements(parts, userId, notice, sql`true`);
  await tellQueued(parts, await parts.db.batch([first!, ...others]));
}

/** The results of `mailStatements`. */
async function tellQueued({ onMail }: SyncParts, results: unknown[]): Promise<void> {
  const rows = results.flatMap((result) => (Array.isArray(result) ? (result as { key: string }[]) : []));
  await onMail?.(rows.map(({ key }) => key));
}

/** The first one returns the key of the mail in the outbox, and the last one notes that the mail was sent. */
function mailStatements(
  { db, now, config }: SyncParts,
  userId: number | null,
  { key, after, compose }: Notice,
  isNewest: SQL,
): Statement[] {
  const isSent = (one: string) => sql`EXISTS (SELECT 1 FROM ${paymentMails} WHERE ${paymentMails.key} = ${one})`;
  const isDue = and(isNewest, sql`NOT ${isSent(key)}`, after === undefined ? undefined : isSent(after))!;
  const note = runQuery(db, sql`INSERT INTO ${paymentMails} (key, sent_at) SELECT ${key}, ${now} WHERE ${isDue}`);
  if (!config) return [note];
  const { subject, text, html } = compose(config);
  const queue = queryRows(
    db,
    { key: outbox.key },
    (columns) =>
      sql`${insertMails(
        { key: `payments:${key}`, recipient: users.email, subject, text, html, now },
        sql`FROM ${users} WHERE ${users.id} = ${userId} AND ${isDue}`,
      )} RETURNING ${columns}`,
  );
  return [queue, note];
}
