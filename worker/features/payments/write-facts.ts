import { and, eq, exists, inArray, lt, ne, or, sql } from "drizzle-orm";
import { balanceMoves, paymentClaims, payments, stripeEvents, subscriptions } from "#schema/tables/payments.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import { type Db, violatesConstraint, type Statement } from "../../db/connection.ts";
import { jsonRows } from "../../db/json-rows.ts";
import { excluded } from "../../db/raw.ts";
import type { PaymentEvent } from "../../ports.ts";
import { changesManyLists, listedStatement } from "../sites/public-changes.ts";
import { isGraceUsed, type Owner } from "./owner.ts";
import { type ComposedReceipt, queueReceipts } from "./receipts.ts";
import { isUnsettled } from "./settle.ts";
import { coveredUntil, findUnpaid, isFirstDebitRefused, type KnownFacts, paidUntil, toLedger } from "./state.ts";

/**
 * A reading is one read of a subscription from Stripe. Returns its number: one more than the latest. Call this before
 * the request to Stripe: then a reading contains all changes that were made before it got its number.
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

export const insertEvent = (db: Db, { id, type, createdAt }: PaymentEvent, now: number) =>
  db.insert(stripeEvents).values({ id, type, createdAt, receivedAt: now });

/**
 * Marks a subscription as `canceled` in this database alone, unless a newer reading is stored. Meant for subscriptions
 * that Stripe does not know (for example deleted test data), or that belong to another directory (see `directory`).
 */
export const cancelLocally = (db: Db, { id, reading, now }: { id: string; reading: number; now: number }) =>
  db
    .update(subscriptions)
    .set({
      status: "canceled",
      unpaidInvoice: null,
      coveredUntil: sql`${subscriptions.paidUntil}`,
      isUnsettled: false,
      reading,
      updatedAt: now,
    })
    .where(and(eq(subscriptions.id, id), lt(subscriptions.reading, reading)));

/** The columns of a ledger row that follow the latest reading. `detail` is the state of its refund or dispute. */
const FOLLOWING = {
  periodStart: payments.periodStart,
  periodEnd: payments.periodEnd,
  detail: payments.detail,
  invoiceUrl: payments.invoiceUrl,
  invoicePdf: payments.invoicePdf,
  invoiceNumber: payments.invoiceNumber,
  receiptUrl: payments.receiptUrl,
};

type FactsToWrite = {
  facts: KnownFacts;
  owner: Owner;
  reading: number;
  now: number;
  receipts: ComposedReceipt[];
  /** Ids of newer subscriptions whose days follow this one's: cron reads them again if `syncSubscription` cannot. */
  newer: string[];
};

/**
 * Writes a subscription, its ledger, receipts of payments that are new in the ledger, and `eventStatements` in one batch.
 * An older reading than the stored one changes neither the subscription nor the ledger.
 * @returns the keys of the receipts in the outbox. Undefined, and nothing is written, if the site has another running
 * subscription.
 */
export async function writeFacts(
  db: Db,
  { facts, owner, reading, now, receipts, newer }: FactsToWrite,
  eventStatements: Statement[],
): Promise<string[] | undefined> {
  const unpaid = findUnpaid(facts);
  const state = {
    status: facts.status,
    currentPeriodEnd: facts.currentPeriodEnd,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    paidUntil: paidUntil(facts),
    coveredUntil: coveredUntil(facts, await isGraceUsed(db, owner, facts.id, now)),
    isUnsettled: isUnsettled(facts, now),
    priceCents: facts.priceCents,
    plan: facts.plan,
    currency: facts.currency,
    unpaidInvoice: unpaid?.invoice.id ?? null,
    unpaidCents: unpaid?.invoice.amountCents ?? null,
    trouble: unpaid?.trouble ?? (facts.isGivenUp || isFirstDebitRefused(facts) ? ("stopped" as const) : null),
    nextTryAt: unpaid?.invoice.nextAttemptAt ?? null,
    attempts: unpaid?.invoice.attempts ?? 0,
    cardBrand: facts.card?.brand ?? "",
    cardLast4: facts.card?.last4 ?? "",
    reading,
    updatedAt: now,
  };
  const { id, createdAt } = facts;
  const moves = facts.invoices.flatMap(({ id: invoiceId, charges }) =>
    charges.flatMap((charge) => charge.moves.map((move) => ({ ...move, invoiceId }))),
  );
  const ledger = jsonRows(
    payments,
    toLedger(facts).map((row) => ({ ...row, ...owner, subscriptionId: id })),
  );
  const thisReading = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.reading, reading)));
  // The featured time of the site can change.
  changesManyLists(await listedStatement(db, eq(sites.id, owner.siteId ?? 0)));
  const newReceipts =
    receipts.length > 0 ? [queueReceipts(db, receipts, { owner, now, condition: exists(thisReading) })] : [];
  try {
    const results = await batchOncePerEvent(db, [
      ...eventStatements,
      db
        .insert(subscriptions)
        .values({ id, ...owner, createdAt, ...state })
        .onConflictDoUpdate({
          target: subscriptions.id,
          set: state,
          setWhere: lt(subscriptions.reading, reading),
        }),
      ...newReceipts,
      // Nothing else of a ledger row changes.
      db
        .insert(payments)
        .select(sql`${ledger} WHERE ${exists(thisReading)}`)
        .onConflictDoUpdate({
          target: payments.stripeId,
          set: Object.fromEntries(Object.entries(FOLLOWING).map(([name, column]) => [name, excluded(column)])),
          // `IS NOT`, because a period can be null.
          setWhere: or(...Object.values(FOLLOWING).map((column) => sql`${column} IS NOT ${excluded(column)}`))!,
        }),
      db
        .insert(balanceMoves)
        .select(sql`${jsonRows(balanceMoves, moves)} WHERE ${exists(thisReading)}`)
        // A debit that fails later is no payment any more, but a failure.
        .onConflictDoUpdate({
          target: balanceMoves.id,
          set: { ledgerId: excluded(balanceMoves.ledgerId) },
          setWhere: ne(balanceMoves.ledgerId, excluded(balanceMoves.ledgerId)),
        }),
      db.delete(paymentClaims).where(eq(paymentClaims.key, facts.claimKey)),
      ...(newer.length > 0
        ? [db.update(subscriptions).set({ isUnsettled: true }).where(inArray(subscriptions.id, newer))]
        : []),
    ]);
    const queued = newReceipts.length > 0 ? results[eventStatements.length + 1] : undefined;
    return ((queued ?? []) as { key: string }[]).map(({ key }) => key);
  } catch (error) {
    if (violatesConstraint(error, subscriptions.siteId)) return undefined;
    throw error;
  }
}

/**
 * Runs the statements as one batch, unless they insert a webhook event that another request has already applied. Returns
 * the results of the statements that ran.
 */
export async function batchOncePerEvent(db: Db, statements: Statement[]): Promise<unknown[]> {
  const [first, ...others] = statements;
  try {
    return first ? await db.batch([first, ...others]) : [];
  } catch (error) {
    if (!violatesConstraint(error, stripeEvents.id)) throw error;
    return [];
  }
}
