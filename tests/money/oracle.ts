import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { balanceMoves, payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { checkMails } from "./mails.ts";
import {
  afterDiscount,
  boughtBy,
  isAfterEnd,
  isBeingRefunded,
  isDuplicate,
  isKept,
  isLost,
  isPaid,
  isPending,
  isRefundGivenUp,
  mayBeFeaturedUntil,
  nextPriceOf,
  paidAtOf,
  paidUntil,
  priceOf,
} from "./terms.ts";
import { readMoves, type TrueCharge, type TrueMove, type TrueSubscription } from "./truth.ts";
import { DAY, HOUR, MINUTE, type Site, type World } from "./world.ts";

// Compares the product with the terms, after each step.

const db = drizzle(env.DB);

/** `detail`: the state of a refund or dispute, the tax and the country of a payment. */
type Row = [id: string, kind: string, cents: number, detail?: string];

/** What the ledger must have for a subscription. */
function ledgerOf({ id, invoices, endedAt }: TrueSubscription): Row[] {
  return [
    ...invoices.flatMap((invoice): Row[] => [
      ...(invoice.status === "paid" && invoice.amount > 0
        ? [[invoice.id, "payment", invoice.amount, `${invoice.tax} ${invoice.country}`] as Row]
        : []),
      ...invoice.charges.flatMap((charge): Row[] => [
        ...(charge.hasFailed ? [[charge.id, "failure", charge.amount] as Row] : []),
        ...charge.refunds.map((refund): Row => [
          refund.id,
          "refund",
          refund.amount,
          refund.status === "succeeded" ? "" : refund.status,
        ]),
        ...charge.disputes.map((dispute): Row => [
          dispute.id,
          "dispute",
          dispute.amount,
          dispute.status === "prevented" && dispute.taken === 0 ? "blocked" : dispute.status,
        ]),
      ]),
    ]),
    ...(endedAt === null ? [] : [[`${id}:ended`, "cancellation", 0] as Row]),
  ];
}

/** Time that staff give or take back has no id of Stripe. Its row is known by the end of the time. */
function toRow(row: typeof payments.$inferSelect): Row {
  const { stripeId, kind, amountCents, periodEnd, detail, taxCents, country } = row;
  if (kind === "payment") return [stripeId, kind, amountCents, `${taxCents} ${country}`];
  if (kind === "grant") return [`${periodEnd} ${detail}`, kind, amountCents];
  return kind === "refund" || kind === "dispute"
    ? [stripeId, kind, amountCents, detail]
    : [stripeId, kind, amountCents];
}

/** No event tells of the beginning of a debit: cron reads what is overdue every six hours. */
const listUnread = ({ cronAt }: World, all: TrueSubscription[]): TrueCharge[] =>
  all
    .flatMap(({ invoices }) => invoices.flatMap(({ charges }) => charges))
    .filter(({ isPending: isUndecided, at }) => isUndecided && at + 6 * HOUR > cronAt);

/** What Stripe had before these charges. */
const without = (all: TrueSubscription[], charges: TrueCharge[]): TrueSubscription[] =>
  all.map((one) => ({
    ...one,
    invoices: one.invoices.map((invoice) => ({
      ...invoice,
      charges: invoice.charges.filter(({ id }) => !charges.some((charge) => charge.id === id)),
    })),
  }));

const asText = (rows: Row[]) => rows.map((row) => row.join(" ")).toSorted();

/** Returns what is wrong, as sentences. `knowsAll`: the product has had the chance to learn all that Stripe has. */
export async function findFaults(
  world: World,
  { knowsAll, isLast }: { knowsAll: boolean; isLast: boolean },
): Promise<string[]> {
  const { truth, now } = world;
  const faults = [...world.complaints];
  const wrong = (text: string) => void faults.push(text);

  const unread = listUnread(world, truth);
  for (const site of world.sites) {
    const own = truth.filter(({ siteId }) => siteId === site.id);
    if (knowsAll && own.filter(({ runs }) => runs).length > 1) wrong(`Site ${site.id} has two running subscriptions.`);
    if (knowsAll && !world.hasLost) checkDays(world, own, wrong);
    for (const one of own) {
      checkAmounts(one, wrong);
      checkTax(one, world.hasTax, wrong);
      checkPlan(one, site, wrong);
    }
    if (knowsAll) {
      for (const one of own) {
        checkEnd(one, now, wrong);
        checkReversed(one, wrong);
        if (one.runs && one.status === "paused") wrong(`${one.id} is paused, so its owner cannot pay again.`);
      }
    }
    if (knowsAll && !world.hasLost) {
      const read = without(own, unread);
      for (const one of read) checkNext(one, read, now, wrong);
    }
    const { freeSince, stoppedSince } = site;
    for (const invoice of own.flatMap(({ invoices }) => invoices)) {
      if (
        stoppedSince !== null &&
        !invoice.isFirst &&
        isPaid(invoice) &&
        invoice.start > stoppedSince &&
        invoice.amount > 0
      )
        wrong(`${invoice.id} was charged after its owner had cancelled.`);
    }
    if (freeSince !== null) {
      for (const { at, id } of own.flatMap(({ invoices }) =>
        invoices.flatMap(({ charges }) => charges.filter(isKept)),
      )) {
        if (at > freeSince) wrong(`Charge ${id} is for site ${site.id}, which nobody can see.`);
      }
    }
    if (knowsAll && (site.isDeleted || site.owner.isDeleted) && own.some(({ runs }) => runs))
      wrong(`A subscription of the deleted site ${site.id} runs.`);
  }
  if (!knowsAll) return faults;

  const [rows, ledger, listed, moves] = await db.batch([
    db
      .select({ id: subscriptions.id, status: subscriptions.status, price: subscriptions.priceCents })
      .from(subscriptions),
    db.select().from(payments),
    db.select({ id: sites.id, until: sites.featuredUntil }).from(sites),
    db.select().from(balanceMoves),
  ]);
  for (const site of world.sites) {
    const row = listed.find(({ id }) => id === site.id);
    if (site.isDeleted !== (row === undefined)) wrong(`Site ${site.id} is deleted: ${site.isDeleted}.`);
    const may = [truth, without(truth, unread)].flatMap((all) => mayBeFeaturedUntil(site, all, now));
    // The news of a refund may be lost when its days are over. Then nothing reads it again before the operator does.
    const isOver = (until: number | null) => (until ?? 0) <= now;
    const isPast = world.hasLost && !isLast && row !== undefined && isOver(row.until) && may.some(isOver);
    if (row && !isPast && !may.includes(row.until))
      wrong(`Site ${site.id} is featured until ${day(row.until)} instead of ${may.map(day).join(" or ")}.`);
  }
  for (const one of truth) {
    const row = rows.find(({ id }) => id === one.id);
    if (row?.status !== one.status) wrong(`${one.id} is ${row?.status}, at Stripe it is ${one.status}.`);
    const price = nextPriceOf(one);
    if (one.runs && row?.price !== price) wrong(`${one.id} renews for ${price} cents, its owner reads ${row?.price}.`);
  }
  if (!world.hasLost || isLast) {
    const [has, must] = [asText(ledger.map(toRow)), asText([...truth.flatMap(ledgerOf), ...world.grants])];
    compare("The ledger", { has, must }, wrong);
    const moved = moves.map(({ id, amountCents, feeCents, netCents }) =>
      [id, amountCents, feeCents, netCents].join(" "),
    );
    const isKnown = ({ source }: TrueMove) => !unread.some(({ id }) => id === source);
    const toLine = ({ id, amount, fee, net }: TrueMove) => [id, amount, fee, net].join(" ");
    const all = readMoves(world.bank);
    compare("The balance", { has: moved, must: all.filter(isKnown).map(toLine), may: all.map(toLine) }, wrong);
  }
  checkMails(world, truth, wrong);
  return faults;
}

type Lines = { has: string[]; must: string[]; may?: string[] };

function compare(name: string, { has, must, may = must }: Lines, wrong: Wrong): void {
  for (const line of must) if (!has.includes(line)) wrong(`${name} lacks: ${line}.`);
  for (const line of has) if (!may.includes(line)) wrong(`${name} has without reason: ${line}.`);
}

const day = (time: number | null) => (time === null ? "never" : new Date(time).toISOString().slice(0, 16));

type Wrong = (text: string) => void;

/** No days are charged twice: each renewal is charged when the days before it are over. */
function checkDays({ now, paidByLink, toldAt }: World, own: TrueSubscription[], wrong: Wrong): void {
  const bought = own
    .flatMap((one) => boughtBy(one, own).filter((days) => !isDuplicate(days, one)))
    .filter(({ invoice }) => !invoice.charges.some((charge) => isKept(charge) && isBeingRefunded(charge, now)))
    .toSorted((a, b) => a.from - b.from);
  // Money that comes back moves the days of later payments, also of those that were made before it came.
  const hasComeBack = own
    .flatMap(({ invoices }) => invoices.flatMap(({ charges }) => charges))
    .some(({ refunds, disputes }) => disputes.length > 0 || refunds.some(({ hasFailed }) => hasFailed));
  for (const [at, days] of bought.entries()) {
    const next = bought[at + 1];
    if (!next) continue;
    if (next.from < days.until - MINUTE) wrong(`${days.invoice.id} and ${next.invoice.id} charge the same days.`);
    const isWanted = hasComeBack || next.invoice.isFirst || paidByLink.has(next.invoice.id);
    // A bank may take longer than the period to decide about its debit. Then Stripe renews at once. The product can only move
    // a renewal if it is told of the payment before Stripe charges the renewal.
    const isTold = (toldAt.get(days.invoice.id) ?? 0) <= paidAtOf(next.invoice);
    if (!isWanted && isTold && paidAtOf(next.invoice) < days.until - MINUTE)
      wrong(`${next.invoice.id} was charged before the days of ${days.invoice.id} were over.`);
  }
}

/** A payment costs what its days cost, less the discount of its promotion. */
function checkAmounts({ invoices, discount }: TrueSubscription, wrong: Wrong): void {
  for (const { id, isOfPeriod, isFirst, plan, status, amount, createdAt, start, end } of invoices) {
    const days = (end - start) / DAY;
    const isDiscounted = discount && (discount.isOnce ? isFirst : createdAt < (discount.until ?? Infinity));
    const price = isDiscounted ? afterDiscount(priceOf(plan, days), plan, discount) : priceOf(plan, days);
    if (isOfPeriod && status === "paid" && Math.abs(amount - price) > 1)
      wrong(`${id} costs ${amount} cents for ${days} days.`);
  }
}

/** The price includes the tax. A company of another country of the EU, and buyers outside of it, pay none. */
function checkTax({ invoices }: TrueSubscription, hasTax: boolean, wrong: Wrong): void {
  for (const { id, isOfPeriod, status, amount, tax, country, taxId } of invoices) {
    if (!isOfPeriod || status !== "paid") continue;
    const due = country === "AT" && !taxId ? Math.round((amount * 20) / 120) : 0;
    if (tax !== (hasTax ? due : null)) wrong(`${id} has ${tax} cents of tax instead of ${hasTax ? due : "none"}.`);
  }
}

/** Each renewal has the plan that its owner has chosen last. */
function checkPlan(one: TrueSubscription, { plan, code }: Site, wrong: Wrong): void {
  const given = one.discount?.code ?? "";
  if (one.runs && code !== null && given !== code)
    wrong(`${one.id} has the promotion "${given}" instead of "${code}".`);
  if (!one.runs || plan === null) return;
  const { chosen, at } = plan;
  if (one.plan !== chosen) wrong(`${one.id} renews by ${one.plan} instead of ${chosen}.`);
  for (const { id, isOfPeriod, isFirst, start, plan: own } of one.invoices)
    if (isOfPeriod && !isFirst && start >= at && own !== chosen) wrong(`${id} is for a ${own} instead of a ${chosen}.`);
}

/** A subscription ends if its last payment was given back or the bank took the money of any. */
function checkReversed(one: TrueSubscription, wrong: Wrong): void {
  const paid = one.invoices.filter(({ isOfPeriod, status, amount }) => isOfPeriod && status === "paid" && amount > 0);
  const last = paid.toSorted((a, b) => paidAtOf(b) - paidAtOf(a))[0];
  if (!one.runs || !last) return;
  if (!isPaid(last)) wrong(`${one.id} runs, although ${last.id} was given back.`);
  if (paid.some(({ charges }) => charges.some(isLost))) wrong(`${one.id} runs, although a dispute was lost.`);
}

/** Stripe charges nothing more for days that are paid, and renews when they are over. */
function checkNext(one: TrueSubscription, own: TrueSubscription[], now: number, wrong: Wrong): void {
  const until = paidUntil(one, own);
  if (!one.runs || until === null || until <= now + MINUTE) return;
  for (const invoice of one.invoices)
    if (invoice.isOfPeriod && invoice.isPayable && !isPending(invoice) && invoice.start < until - MINUTE)
      wrong(`${invoice.id} can be paid, but its days are paid.`);
  // Until the bank has decided about a debit, nobody knows which days are paid.
  if (!one.willEnd && !one.invoices.some(isPending) && Math.abs(one.periodEnd - until) > MINUTE)
    wrong(`${one.id} is paid until ${day(until)}, and Stripe charges it on ${day(one.periodEnd)}.`);
}

/** After an end nothing can be paid, and what was paid is given back. */
function checkEnd(one: TrueSubscription, now: number, wrong: Wrong): void {
  for (const invoice of one.invoices) {
    // Stripe does not close an invoice while the bank decides about its debit.
    if (!one.runs && invoice.isOfPeriod && invoice.isPayable && !isPending(invoice))
      wrong(`${invoice.id} can be paid, but ${one.id} has ended.`);
    if (!isPaid(invoice) || !isAfterEnd(invoice, one) || isRefundGivenUp(invoice)) continue;
    if (
      invoice.amount === 0 ||
      paidAtOf(invoice) < now - 30 * DAY ||
      invoice.charges.some((charge) => isBeingRefunded(charge, now))
    )
      continue;
    wrong(`${invoice.id} was paid after the end of ${one.id}, and is not refunded.`);
  }
}
