import { and, eq, exists, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { paymentMails, subscriptions } from "#schema/tables/payments.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint } from "../../../db/connection.ts";
import { failBatchUnless } from "../../../db/fail-batch.ts";
import { enqueueMail } from "../../outbox/queries.ts";
import { changesManyLists, listedStatement } from "../../sites/rows/public-changes.ts";
import { paymentRow, writeRows } from "../ledger/rows.ts";
import { type Notice, noticesOf } from "../notices.ts";
import type { Owner } from "./owner.ts";
import {
  featuredUntil,
  idOf,
  nextPriceOf,
  periodOf,
  type Reading,
  renews,
  toMs,
  troubleOf,
  unpaidInvoice,
} from "./reading.ts";
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
 * Writes the subscription and its payments, unless a newer reading is stored, and queues the mails about it.
 * @returns false, and writes nothing, if the site has another running subscription.
 */
export async function writeReading(parts: SyncParts, { reading, owner, number, againAt }: ToWrite): Promise<boolean> {
  const { db, now } = parts;
  const { subscription, invoices } = reading;
  const state = { ...toState(reading), reading: number, readAgainAt: againAt };
  // The featured time of the site can change.
  changesManyLists(await listedStatement(db, eq(sites.id, owner.siteId ?? 0)));
  const rows = invoices.map((invoice) => paymentRow(invoice, owner));
  let until = 0;
  try {
    const [stored, [site]] = await db.batch([
      db
        .insert(subscriptions)
        .values({ id: subscription.id, ...owner, createdAt: toMs(subscription.created), ...state })
        .onConflictDoUpdate({ target: subscriptions.id, set: state, setWhere: lt(subscriptions.reading, number) })
        .returning({ id: subscriptions.id }),
      db
        .select({ featuredUntil: sites.featuredUntil })
        .from(sites)
        .where(eq(sites.id, owner.siteId ?? 0)),
      ...(rows.length > 0 ? [writeRows(db, rows, number)] : []),
    ]);
    // A newer reading is stored.
    if (stored.length === 0) return true;
    until = site?.featuredUntil ?? 0;
  } catch (error) {
    if (violatesConstraint(error, subscriptions.siteId)) return false;
    throw error;
  }
  const { id, reading: latest } = subscriptions;
  const isLatest = exists(
    db
      .select({ id })
      .from(subscriptions)
      .where(and(eq(id, subscription.id), eq(latest, number))),
  );
  for (const notice of noticesOf(reading, { ...owner, until }, now))
    await queueNotice(parts, owner.userId, notice, isLatest);
  return true;
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
    periodEnd: end,
    renews: renews(subscription),
    priceCents: nextPriceOf(subscription),
    currency: subscription.currency,
    featuredUntil: featuredUntil(subscription),
    unpaidCents: unpaid?.amount_remaining ?? null,
    trouble: troubleOf(reading),
    nextTryAt: unpaid?.next_payment_attempt ? toMs(unpaid.next_payment_attempt) : null,
    // Link has neither brand nor number.
    cardBrand: card?.card?.brand ?? card?.type ?? "",
    cardLast4: card?.card?.last4 ?? "",
  };
}

/**
 * Puts a mail to a user into the outbox, unless they have got it, or `condition` (SQL) is false then. A suspended user, who
 * cannot sign in, got the mail about that, and gets no other.
 */
export async function queueNotice(
  { db, now, config, onMail }: Pick<SyncParts, "db" | "now" | "config" | "onMail">,
  userId: number | null,
  { key, after, undoes, covers, compose }: Notice,
  condition: SQL = sql`true`,
): Promise<void> {
  const sent = await db
    .select({ key: paymentMails.key })
    .from(paymentMails)
    .where(inArray(paymentMails.key, [key, after ?? key]));
  if (sent.some((one) => one.key === key) || (after !== undefined && sent.length === 0)) return;
  const [user] = await db
    .select({ to: users.email })
    .from(users)
    .where(and(eq(users.id, userId ?? 0), isNull(users.suspendedAt)));
  const mail = config && user && { ...compose(config), ...user };
  const mailKey = `payments:${key}`;
  try {
    await db.batch([
      db.insert(paymentMails).values({ key: failBatchUnless(condition, paymentMails.key, key) }),
      ...(covers === undefined ? [] : [db.insert(paymentMails).values({ key: covers }).onConflictDoNothing()]),
      ...(undoes === undefined ? [] : [db.delete(paymentMails).where(eq(paymentMails.key, undoes))]),
      ...(mail ? [enqueueMail(db, { key: mailKey, mail, now })] : []),
    ]);
  } catch (error) {
    // Another reading was faster, or is newer.
    if (violatesConstraint(error, paymentMails.key)) return;
    throw error;
  }
  if (mail) await onMail?.(mailKey);
}
