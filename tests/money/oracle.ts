import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { payments, subscriptions } from "#schema/tables/payments.ts";
import { sites } from "#schema/tables/sites.ts";
import type { TrueCharge, TrueInvoice, TrueSubscription } from "./truth.ts";
import { DAY, HOUR, type Site, type World } from "./world.ts";

// Compares the product with the stand-in for Stripe, after each step. It shares no code with the product.

const db = drizzle(env.DB);

/** The rule: until when a subscription features its site. */
function featuredUntil({ status, isPaused, cancelAt, endedAt, start, end }: TrueSubscription): number | null {
  const last = cancelAt ?? Infinity;
  if (status === "canceled") return endedAt;
  if (isPaused) return null;
  if (status === "active") return Math.min(end + (last > end ? DAY : 0), last);
  return status === "past_due" ? Math.min(start + 14 * DAY, last) : null;
}

const isKept = ({ amount, refunded }: TrueCharge) => refunded < amount;
/** The bank or the operator has touched it, or a refund has failed: then the operator decides. */
const isTouched = ({ refunds, disputes }: TrueCharge) => refunds.length + disputes.length > 0;
const isKeptInvoice = ({ charges }: TrueInvoice) => charges.some((charge) => isKept(charge) && !isTouched(charge));

type Wrong = (text: string) => void;
const day = (time: number | null) => (time === null ? "never" : new Date(time).toISOString().slice(0, 16));

/** Returns what is wrong, as sentences. `knowsAll`: the product has had the chance to learn all that Stripe has. */
export async function findFaults(world: World, { knowsAll }: { knowsAll: boolean }): Promise<string[]> {
  const { truth } = world;
  const faults = [...world.complaints];
  const wrong = (text: string) => void faults.push(text);
  for (const site of world.sites) {
    const own = truth.filter(({ siteId }) => siteId === site.id);
    checkCharges(site, own, wrong);
    if (!knowsAll) continue;
    if (own.filter(({ runs }) => runs).length > 1) wrong(`Site ${site.id} has two running subscriptions.`);
    if ((site.isDeleted || site.owner.isDeleted) && own.some(({ runs }) => runs))
      wrong(`A subscription of the deleted site ${site.id} runs.`);
    checkPeriods(own, wrong);
    for (const one of own) checkEnd(one, wrong);
  }
  if (knowsAll) await compare(world, wrong);
  return faults;
}

async function compare(world: World, wrong: Wrong): Promise<void> {
  const { truth, now } = world;
  const [rows, ledger, listed] = await db.batch([
    db.select().from(subscriptions),
    db.select().from(payments),
    db.select({ id: sites.id, until: sites.featuredUntil }).from(sites),
  ]);
  for (const one of truth) {
    const row = rows.find(({ id }) => id === one.id);
    if (row?.status !== one.status) wrong(`${one.id} is ${row?.status}, at Stripe it is ${one.status}.`);
    const until = featuredUntil(one);
    if (row && row.featuredUntil !== until)
      wrong(`${one.id} features until ${day(row.featuredUntil)} instead of ${day(until)}.`);
    // Cron reads it every six hours.
    if ((one.status === "past_due" || one.status === "unpaid") && world.cronAt > one.start + 15 * DAY + 7 * HOUR)
      wrong(`${one.id} runs, although nobody has paid for 15 days.`);
  }
  for (const { id, grantedUntil } of world.sites) {
    const row = listed.find((one) => one.id === id);
    const own = truth.filter(({ siteId }) => siteId === id);
    const ends = [grantedUntil, ...own.map(featuredUntil)].filter((end) => end !== null);
    const until = ends.length > 0 ? Math.max(...ends) : null;
    if (!row) continue;
    if (row.until !== until) wrong(`Site ${id} is featured until ${day(row.until)} instead of ${day(until)}.`);
    // Each kept euro has its place.
    const isPaid = own.some(({ runs, isPaused, invoices }) =>
      invoices.some((one) => runs && !isPaused && isKeptInvoice(one) && one.start <= now && now < one.end),
    );
    if (isPaid && (row.until ?? 0) <= now) wrong(`Site ${id} is paid for, and not featured.`);
  }
  const asText = (kind: string, of: { id: string; amount: number; status?: string }) =>
    `${kind} ${of.id} ${of.amount} ${of.status ?? ""}`.trim();
  const invoices = truth.flatMap((one) => one.invoices);
  const charges = invoices.flatMap((one) => one.charges);
  const must = [
    ...invoices
      .filter(({ status, amount }) => status === "paid" && amount > 0)
      .map(({ id, amount }) => asText("payment", { id, amount })),
    ...charges.flatMap(({ refunds }) =>
      refunds.map((one) => asText("refund", { ...one, status: one.status === "succeeded" ? "" : one.status })),
    ),
    ...charges.flatMap(({ disputes }) => disputes.map((one) => asText("dispute", one))),
  ];
  const has = ledger
    .filter(({ kind }) => kind !== "grant")
    .map(({ kind, stripeId: id, amountCents: amount, detail: status }) => asText(kind, { id, amount, status }));
  for (const line of must) if (!has.includes(line)) wrong(`The ledger lacks: ${line}.`);
  for (const line of has) if (!must.includes(line)) wrong(`The ledger has without reason: ${line}.`);
}

/** Nothing is charged after a cancellation, after the site was hidden, or after it was deleted. */
function checkCharges({ id, freeSince, stoppedSince }: Site, own: TrueSubscription[], wrong: Wrong): void {
  for (const { id: invoice, isFirst, charges } of own.flatMap(({ invoices }) => invoices))
    for (const charge of charges.filter(isKept)) {
      if (stoppedSince !== null && !isFirst && charge.at > stoppedSince)
        wrong(`${invoice} was charged after its owner had cancelled.`);
      if (freeSince !== null && charge.at > freeSince) wrong(`${invoice} is for site ${id}, which nobody can see.`);
    }
}

/** No period is paid twice. A subscription that ended at once leaves the rest of its period to the next one. */
function checkPeriods(own: TrueSubscription[], wrong: Wrong): void {
  const paid = own
    .flatMap(({ invoices, endedAt }) =>
      invoices
        .filter(isKeptInvoice)
        .map(({ id, start, end }) => ({ id, start, end: Math.min(end, endedAt ?? Infinity) })),
    )
    .toSorted((a, b) => a.start - b.start);
  for (const [at, { id, end }] of paid.entries()) {
    const next = paid[at + 1];
    if (next && next.start < end) wrong(`${id} and ${next.id} charge the same days.`);
  }
}

/** After an end nothing can be paid, and what was paid after it is given back. */
function checkEnd({ id, runs, endedAt, invoices }: TrueSubscription, wrong: Wrong): void {
  if (runs) return;
  for (const invoice of invoices) {
    if (invoice.isPayable) wrong(`${invoice.id} can be paid, but ${id} has ended.`);
    if (isKeptInvoice(invoice) && (invoice.paidAt ?? 0) > endedAt!)
      wrong(`${invoice.id} was paid after the end of ${id}, and is not refunded.`);
  }
}
