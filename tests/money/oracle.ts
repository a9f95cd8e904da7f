import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { balanceMoves, payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import { fakes } from "../worker/support/app.ts";
import {
  type Plan,
  readMoves,
  type TrueDiscount,
  type TrueCharge,
  type TrueInvoice,
  type TrueMove,
  type TrueSubscription,
} from "./truth.ts";
import { DAY, HOUR, MINUTE, type Site, type World } from "./world.ts";

// Says what must hold, from the words of the terms and of decision 3. It reads what the stand-in for Stripe holds, and
// shares no code with the product.

const db = drizzle(env.DB);

/** The bank has decided against the payment, or prevented or heard an appeal, and the money is gone. */
const isLost = ({ disputes }: TrueCharge) =>
  disputes.some(({ status, taken }) => status === "lost" || (/^(prevented|appeal_)/.test(status) && taken > 0));
const refunded = ({ refunds }: TrueCharge) =>
  refunds.filter(({ hasFailed }) => !hasFailed).reduce((sum, { amount }) => sum + amount, 0);
const isKept = (charge: TrueCharge) => charge.hasSucceeded && !isLost(charge) && refunded(charge) < charge.amount;

/** After three refunds that the bank returned, the product keeps the money, and the operator decides. */
const isRefundGivenUp = ({ charges }: TrueInvoice) =>
  charges.some(({ refunds }) => refunds.filter(({ hasFailed }) => hasFailed).length >= 3);

/** Its money is at Stripe, apart from refunds of a part. */
const isPaid = ({ status, charges, amount }: TrueInvoice) =>
  status === "paid" &&
  (amount === 0 || charges.some(isKept)) &&
  !charges.some((one) => one.hasSucceeded && !isKept(one));

const isPending = ({ charges }: TrueInvoice) => charges.some((one) => one.isPending);
/** A renewal whose first charge has not failed counts from that charge, also while the bank decides about a debit. */
const countsFromCharge = ({ isFirst, charges }: TrueInvoice) =>
  !isFirst && charges.length === 1 && !charges[0]!.hasFailed;

const isPendingRenewal = (invoice: TrueInvoice) => isPending(invoice) && countsFromCharge(invoice);

/** When the money moved. */
const paidAtOf = (invoice: TrueInvoice) =>
  countsFromCharge(invoice) ? invoice.charges[0]!.at : (invoice.paidAt ?? invoice.start);

const isAfterEnd = (invoice: TrueInvoice, { status, endedAt }: TrueSubscription) =>
  status === "incomplete_expired" || (endedAt !== null && paidAtOf(invoice) > endedAt);

/** A payment and the days that it bought. */
type Bought = { invoice: TrueInvoice; from: number; until: number };

/**
 * The terms: each payment buys all days of its period. They follow the days that are paid before. A payment that is late,
 * by more than twelve hours (the first one by more than one), counts from its own time.
 */
function boughtBy(one: TrueSubscription): Bought[] {
  const bought: Bought[] = [];
  const paid = one.invoices.filter(
    (invoice) =>
      invoice.isOfPeriod &&
      (isPaid(invoice) || isPendingRenewal(invoice)) &&
      (!isAfterEnd(invoice, one) || isRefundGivenUp(invoice)),
  );
  for (const invoice of paid.toSorted((a, b) => paidAtOf(a) - paidAtOf(b) || a.start - b.start)) {
    const isLate = paidAtOf(invoice) - invoice.start > (invoice.isFirst ? 1 : 12) * HOUR;
    const own = isLate ? paidAtOf(invoice) : invoice.start;
    const from = Math.max(own, bought.at(-1)?.until ?? own);
    bought.push({ invoice, from, until: from + invoice.end - invoice.start });
  }
  return bought;
}

/** A duplicate's payment for days that the other subscription covers is given back. */
const isDuplicate = ({ invoice, until }: Bought, { duplicateSince }: TrueSubscription) =>
  duplicateSince !== null && until > duplicateSince && !isRefundGivenUp(invoice);

/** The end of the days that are paid, or null. */
const paidUntil = (one: TrueSubscription): number | null =>
  latest(boughtBy(one).map((bought) => (isDuplicate(bought, one) ? null : bought.until)));

/** A renewal of another of the site's subscriptions failed within the year before `at`, and was never paid. */
function isGraceUsed(subscription: TrueSubscription, all: TrueSubscription[], at: number): boolean {
  const isInYear = (time: number | null) => time !== null && time > at - 365 * DAY;
  return all
    .filter(({ id, siteId }) => siteId === subscription.siteId && id !== subscription.id)
    .some(({ invoices, endedAt }) => {
      // Whether it was refunded later does not matter here.
      const paid = invoices.filter(({ status, isOfPeriod }) => status === "paid" && isOfPeriod);
      // A period that cost nothing gives no days of grace.
      const isCharged = ({ amount }: TrueInvoice) => amount > 0;
      const lastEnd = Math.max(...[...paid, ...invoices.filter(isPendingRenewal)].map(({ end }) => end));
      const hasFailed = invoices
        .filter((one) => one.status !== "paid" && paid.some((before) => isCharged(before) && before.start < one.start))
        .some(({ charges }) => charges.some((charge) => charge.hasFailed && isInYear(charge.at)));
      // A subscription that ended later than its paid time had waited for a payment.
      return hasFailed || (paid.some(isCharged) && isInYear(endedAt) && endedAt! > lastEnd + 12 * HOUR);
    });
}

/** The ends of featured time that a subscription may give: one, or two in the days around the end of a year. */
function featuredEnds(one: TrueSubscription, all: TrueSubscription[], now: number): (number | null)[] {
  const paid = paidUntil(one);
  // A subscription that Stripe leaves `unpaid` after its last try has no grace.
  const isTried = /^(active|trialing|past_due)$/.test(one.status);
  if (paid === null || one.willEnd || !isTried) return [paid];
  const hasPaidWithCard = boughtBy(one).some(({ invoice }) =>
    invoice.charges.some((charge) => !charge.hasFailed && charge.card === one.card),
  );
  return [now, now - 8 * DAY].map((at) => {
    if (hasPaidWithCard && !isGraceUsed(one, all, at)) return paid + 3 * DAY;
    return one.status === "past_due" ? paid : paid + 12 * HOUR;
  });
}

const latest = (times: (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Each time until which the site may be featured. */
function mayBeFeaturedUntil(site: Site, all: TrueSubscription[], now: number): (number | null)[] {
  const own = all.filter(({ siteId }) => siteId === site.id).map((one) => featuredEnds(one, all, now));
  return own.reduce<(number | null)[]>(
    (found, ends) => found.flatMap((until) => ends.map((end) => latest([until, end]))),
    [site.grantedUntil],
  );
}

/** `detail`: the state of a refund or dispute, the tax and the country of a payment. */
export type Row = [id: string, kind: string, cents: number, detail?: string];

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

/**
 * The product is to give this money back, and has not yet: it waits for a dispute, or for a day after a refund that
 * failed. After three failures the operator decides.
 */
const isBeingRefunded = ({ disputes, refunds }: TrueCharge, now: number) =>
  disputes.some(({ isOpen }) => isOpen) ||
  refunds.filter(({ hasFailed }) => hasFailed).length >= 3 ||
  refunds.some(({ hasFailed, at }) => hasFailed && at > now - DAY - 7 * HOUR);

/** Returns what is wrong, as sentences. `knowsAll`: the product has had the chance to learn all that Stripe has. */
export async function findFaults(
  world: World,
  { knowsAll, isLast }: { knowsAll: boolean; isLast: boolean },
): Promise<string[]> {
  const { truth, now } = world;
  const faults = [...world.complaints];
  const wrong = (text: string) => void faults.push(text);

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
      }
    }
    if (knowsAll && !world.hasLost) for (const one of own) checkNext(one, now, wrong);
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
  const unread = listUnread(world, truth);
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
function checkDays({ now }: World, own: TrueSubscription[], wrong: Wrong): void {
  const bought = own
    .flatMap((one) => boughtBy(one).filter((days) => !isDuplicate(days, one)))
    .filter(({ invoice }) => !invoice.charges.some((charge) => isKept(charge) && isBeingRefunded(charge, now)))
    .toSorted((a, b) => a.from - b.from);
  for (const [at, days] of bought.entries()) {
    const next = bought[at + 1];
    if (!next) continue;
    if (next.from < days.until - MINUTE) wrong(`${days.invoice.id} and ${next.invoice.id} charge the same days.`);
    const isEarly = !next.invoice.isFirst && paidAtOf(next.invoice) < days.until - MINUTE;
    if (isEarly) wrong(`${next.invoice.id} was charged before the days of ${days.invoice.id} were over.`);
  }
}

/** 10 EUR for 30 days, 100 EUR for 365. A shorter first period costs its part. */
const priceOf = (plan: Plan, days: number) => (plan === "year" ? 10_000 * (days / 365) : 1000 * (days / 30));
const afterDiscount = (price: number, { percent, cents }: TrueDiscount) =>
  Math.max(0, price - Math.round((price * percent) / 100) - cents);

/** A payment costs what its days cost, less the discount of its promotion. */
function checkAmounts({ invoices, discount }: TrueSubscription, wrong: Wrong): void {
  for (const { id, isOfPeriod, isFirst, plan, status, amount, createdAt, start, end } of invoices) {
    const days = (end - start) / DAY;
    const isDiscounted = discount && (discount.isOnce ? isFirst : createdAt < (discount.until ?? Infinity));
    const price = isDiscounted ? afterDiscount(priceOf(plan, days), discount) : priceOf(plan, days);
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

/** What the owner reads about the next payment. */
function nextPriceOf({ plan, periodEnd, discount }: TrueSubscription): number {
  const price = priceOf(plan, plan === "year" ? 365 : 30);
  const isDiscounted = discount && !discount.isOnce && periodEnd < (discount.until ?? Infinity);
  return isDiscounted ? afterDiscount(price, discount) : price;
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
function checkNext(one: TrueSubscription, now: number, wrong: Wrong): void {
  const until = paidUntil(one);
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

const inEuros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

/** One receipt for each payment that buys days, and for each refund. */
function checkMails(world: World, truth: TrueSubscription[], wrong: Wrong): void {
  const receipts = fakes.mails.filter(({ subject }) => subject.startsWith("Receipt"));
  for (const one of truth) {
    const site = world.sites.find(({ id }) => id === one.siteId)!;
    for (const invoice of one.invoices) {
      const own = receipts.filter(({ text }) => text.includes(`Invoice: ${invoice.url}\n`));
      const count = own.length;
      if (count > 1) wrong(`${invoice.id} has ${count} receipts.`);
      if (count === 1 && invoice.status !== "paid") wrong(`${invoice.id} has a receipt, and is not paid.`);
      const isDue =
        invoice.isOfPeriod &&
        invoice.amount > 0 &&
        isPaid(invoice) &&
        !world.hasLost &&
        invoice.charges.every(({ disputes, refunds }) => disputes.length + refunds.length === 0);
      const sum = inEuros(invoice.amount);
      if (own.some(({ text }) => !text.includes(`: ${sum}\n`)))
        wrong(`The receipt of ${invoice.id} does not say ${sum}.`);
      const isForNothing = isAfterEnd(invoice, one);
      if (isDue && !isForNothing && count === 0 && !site.owner.isDeleted) wrong(`${invoice.id} has no receipt.`);
      checkRefundMails(world, invoice, !site.owner.isDeleted, wrong);
    }
  }
}

/** One mail for each refund. A refund may fail before the product has seen it succeed. */
function checkRefundMails(world: World, { id, url, charges }: TrueInvoice, hasOwner: boolean, wrong: Wrong): void {
  const refunds = charges.flatMap((charge) => charge.refunds);
  const mails = fakes.mails.filter(
    ({ subject, text }) => subject.startsWith("Refund of ") && text.includes(`Invoice: ${url}\n`),
  );
  for (const amount of new Set(refunds.map((one) => one.amount))) {
    const same = refunds.filter((one) => one.amount === amount);
    const sum = inEuros(amount);
    const count = mails.filter(({ text }) => text.includes(`Refund: ${sum}\n`)).length;
    const min = hasOwner && !world.hasLost ? same.filter(({ hasFailed }) => !hasFailed).length : 0;
    if (count < min || count > same.length)
      wrong(`${count} mails tell of ${same.length} refunds of ${sum}, ${min} of them kept, of ${id}.`);
  }
  if (mails.length > refunds.length) wrong(`${id} has ${mails.length} mails about ${refunds.length} refunds.`);
}
