import type { Fault } from "./fault.ts";

const folder = "worker/features/payments";
const stripe = "worker/adapters/stripe";
const test = (name: string) => `tests/worker/payments/${name}.test.ts`;

const facts = { file: `${stripe}/facts.ts`, tests: [test("refunds-and-disputes")] };
const write = { file: `${folder}/write-facts.ts`, tests: [test("refunds-and-disputes")] };
const owner = { file: `${folder}/owner.ts`, tests: [test("rare-cases")] };
const moves = { file: `${stripe}/facts.ts`, tests: [test("balance-moves")] };

/** What is read from Stripe, whose it is, and how it is stored. */
export const stripeFacts: Fault[] = [
  {
    ...moves,
    name: "money that comes back with a failed refund is missing in the books",
    find: '      ...toMove(refund.failure_balance_transaction, "refund_failure", refund.id),\n',
    put: "",
  },
  {
    ...moves,
    name: "money of disputes is missing in the books",
    find: 'moved.flatMap((move) => toMove(move, move.amount < 0 ? "dispute" : "dispute_reversal", id))',
    put: 'moved.slice(9).flatMap((move) => toMove(move, "other", id))',
  },
  {
    ...facts,
    name: "a cancellation by date in Stripe's portal is ignored",
    find: "(endsAt !== null && (periodEnd === null || endsAt <= periodEnd))",
    put: "(endsAt !== null && periodEnd === null)",
    tests: [test("stripe-account")],
  },
  {
    ...facts,
    name: "the stored price is in euros",
    find: 'amountCents: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,',
    put: 'amountCents: (invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due) / 100,',
    tests: [test("subscribe")],
  },
  {
    ...facts,
    name: "an invoice counts for the earliest of its periods",
    find: ".toSorted((a, b) => b.end - a.end)",
    put: ".toSorted((a, b) => a.end - b.end)",
    tests: [test("ledger")],
  },
  {
    ...facts,
    name: "an uncollectible invoice can be paid after the end",
    find: 'status === "open" || status === "uncollectible"',
    put: 'status === "open"',
    tests: [test("after-the-end")],
  },
  {
    ...facts,
    name: "a cancelled refund counts as refunded",
    find: 'status === "failed" || status === "canceled"',
    put: 'status === "failed"',
    tests: [test("ledger")],
  },
  {
    ...facts,
    name: "after a restore, a payment is lost if the email address has capitals",
    find: '(customer.email ?? "").toLowerCase()',
    put: '(customer.email ?? "")',
    tests: [test("rare-cases")],
  },
  {
    ...facts,
    name: "a lost dispute counts as paid during an appeal",
    find: 'status === "prevented" || status.startsWith("appeal_")',
    put: 'status === "prevented"',
  },
  {
    ...facts,
    name: "the event of a paused subscription is ignored",
    find: '    case "customer.subscription.paused":\n',
    put: "",
    tests: [test("events")],
  },
  {
    ...facts,
    name: "the event of a failed refund is ignored",
    find: '    case "refund.failed":\n',
    put: "",
    tests: [test("events")],
  },
  {
    ...facts,
    name: "the event of a payment that needs confirmation is ignored",
    find: '    case "invoice.payment_action_required": {',
    put: "    {",
    tests: [test("events")],
  },
  {
    ...write,
    name: "the ledger does not show the later status of a refund",
    find: "  detail: payments.detail,\n",
    put: "",
  },
  {
    ...write,
    name: "an older reading overwrites a newer one",
    find: "setWhere: lt(subscriptions.reading, reading),",
    put: "setWhere: lt(subscriptions.reading, reading + 9),",
    tests: [test("webhook")],
  },
  {
    ...write,
    name: "an older reading writes to the ledger",
    find: "sql`${ledger} WHERE ${exists(thisReading)}`",
    put: "sql`${ledger} WHERE ${exists(thisReading)} OR true`",
    tests: [test("ledger")],
  },
  {
    ...write,
    name: "a payment claim stays for two minutes after the subscription is stored",
    find: "      db.delete(paymentClaims).where(eq(paymentClaims.key, facts.claimKey)),\n",
    put: "",
    tests: [test("subscribe")],
  },
  {
    ...write,
    name: "a paid invoice counts as a failed renewal",
    find: "unpaidInvoice: unpaid?.invoice.id ?? null",
    put: "unpaidInvoice: facts.invoices[0]?.id ?? null",
    tests: [test("cron")],
  },
  {
    ...owner,
    name: "another directory's subscription features a site here",
    find: "  if (facts.directory !== undefined && facts.directory !== own?.id) return undefined;\n",
    put: "",
    tests: [test("two-directories")],
  },
  {
    ...owner,
    name: "the reconciliation gives a user the subscription of another user",
    find: "facts.directory !== undefined && user.email === facts.customerEmail",
    put: 'facts.directory !== undefined && user.email !== ""',
  },
  {
    ...owner,
    name: "a subscription features a site of another owner with the same id",
    find: ".where(and(eq(sites.id, facts.siteId ?? 0), eq(sites.ownerId, facts.userId ?? 0)))",
    put: ".where(and(eq(sites.id, facts.siteId ?? 0), sql`${facts.userId ?? 0} > 0`))",
  },
  {
    ...owner,
    name: "a renewal that failed years ago uses up the grace period",
    find: ", gt(one.happenedAt, now - GRACE_AGAIN_MS));",
    put: ", gt(one.happenedAt, now - 10 * GRACE_AGAIN_MS));",
    tests: [test("grace")],
  },
  {
    ...owner,
    name: "a failed renewal of another site uses up the grace period",
    find: "and(eq(one.siteId, siteId), ne(one.subscriptionId, id)",
    put: "and(ne(one.subscriptionId, id)",
    tests: [test("grace")],
    unnoticed: "The payments that belong to a failure are looked for by the listing, too, so nothing changes.",
  },
  {
    ...owner,
    name: "a renewal that was paid late uses up the grace period",
    find: "          notExists(paidPeriod(eq(paid.periodStart, failure.periodStart))),\n",
    put: "",
    tests: [test("grace")],
  },
  {
    name: "two charges share the idempotency key of their refunds",
    file: `${stripe}/payments.ts`,
    find: "`refund-${chargeId}-${refunds.length}-${idempotencyMinute(now())}`",
    put: "`refund-${refunds.length}-${idempotencyMinute(now())}`",
    tests: [test("refunds-and-disputes")],
  },
  {
    name: "an error of Stripe blocks a refund for a day",
    file: `${stripe}/payments.ts`,
    find: "`refund-${chargeId}-${refunds.length}-${idempotencyMinute(now())}`",
    put: "`refund-${chargeId}-${refunds.length}`",
    tests: [test("refunds-and-disputes")],
  },
  {
    name: "a charge of another subscription counts for this one",
    file: `${stripe}/read.ts`,
    find: "paid.invoice === invoice ? [paid.facts] : []",
    put: "paid.invoice ? [paid.facts] : []",
    tests: [test("refunds-and-disputes")],
  },
  {
    name: "a paid subscription is replaced by an unpaid duplicate",
    file: `${folder}/sync-subscription.ts`,
    find: "const duplicate = isPaid(facts) && !isPaid(first) ? first : facts;",
    put: "const duplicate = first;",
    tests: [test("duplicate-subscriptions")],
  },
  {
    name: "the paid duplicate is cancelled instead of the unpaid subscription",
    file: `${folder}/sync-subscription.ts`,
    find: "const duplicate = isPaid(facts) && !isPaid(first) ? first : facts;",
    put: "const duplicate = facts;",
    tests: [test("duplicate-subscriptions")],
  },
];
