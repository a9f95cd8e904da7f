import type { Fault } from "./fault.ts";

// The model of money must notice each of these: `npm run faults -- money:`

const folder = "worker/features/payments";
const stripe = "worker/adapters/stripe";
const tests = ["tests/money/money.test.ts"];
const test = (name: string) => `tests/worker/payments/${name}.test.ts`;

const state = { file: `${folder}/state.ts`, tests };
const sync = { file: `${folder}/sync-subscription.ts`, tests };
const write = { file: `${folder}/write-facts.ts`, tests };
const subscribe = { file: `${folder}/subscribe.ts`, tests };
const facts = { file: `${stripe}/facts.ts`, tests };

export const money: Fault[] = [
  {
    ...facts,
    name: "money: the money of a prevented or appealed dispute counts as kept",
    find: 'const isMoneyTaken = status === "lost" || (isDecided && isMoneyGone);',
    put: 'const isMoneyTaken = status === "lost" || (isDecided && isMoneyGone && status === "lost");',
  },
  {
    ...facts,
    name: "money: the money of a refund that came back is missing in the books",
    find: '      ...toMove(refund.failure_balance_transaction, "refund_failure", refund.id),\n',
    put: "",
  },
  {
    ...facts,
    name: "money: the books have payments without Stripe's fee",
    find: "feeCents: fee, netCents: net",
    put: "feeCents: 0, netCents: amount + 0 * fee * net",
  },
  {
    ...state,
    name: "money: the ledger has each payment twice as high",
    find: "amountCents: invoice.amountCents,",
    put: "amountCents: 2 * invoice.amountCents,",
  },
  {
    ...write,
    name: "money: the ledger keeps the old state of refunds and disputes",
    find: "  detail: payments.detail,\n",
    put: "",
  },
  {
    ...state,
    name: "money: a subscription whose last payment was refunded runs on",
    find: "    (last?.charges.some(isReversed) ?? false) ||\n",
    put: "    (last?.charges.some(({ disputes, ...one }) => disputes.length > 0 && isReversed({ disputes, ...one })) ?? false) ||\n",
  },
  {
    ...state,
    name: "money: a payment buys a day more than its period",
    find: "const lengthOf = ({ periodStart, periodEnd }: InvoiceFacts) => periodEnd - periodStart;",
    put: "const lengthOf = ({ periodStart, periodEnd }: InvoiceFacts) => periodEnd - periodStart + DAY_MS;",
  },
  {
    ...state,
    name: "money: a late payment counts from the start of its period",
    find: "return paidAt <= onTimeUntil ? invoice.periodStart : paidAt;",
    put: "return Math.min(paidAt, onTimeUntil, invoice.periodStart);",
  },
  {
    ...state,
    name: "money: a refunded payment still features the site",
    find: "(refundedCents > 0 && refundedCents >= amountCents) || disputes",
    put: "(refundedCents > amountCents) || disputes",
  },
  {
    file: `${folder}/settle.ts`,
    tests,
    name: "money: the next charge is not moved to the end of the paid time",
    find: "const isMoved = nextCharge !== null &&",
    put: "const isMoved = nextCharge === -1 &&",
  },
  {
    ...state,
    name: "money: open invoices stay open after the end",
    find: "if (hasEnded(facts.status)) return payable;",
    put: "if (hasEnded(facts.status)) return [];",
  },
  {
    ...state,
    name: "money: an open invoice for days that are paid stays open",
    find: "return payable.filter((invoice) => until > now &&",
    put: "return payable.filter((invoice) => until > Infinity &&",
  },
  {
    ...state,
    name: "money: what is paid after the end is kept",
    find: '(status === "incomplete_expired" || paymentTime(invoice) > (endedAt ?? Infinity)) &&',
    put: '(status === "incomplete_expired" || paymentTime(invoice) > (endedAt ?? 0) + Infinity) &&',
  },
  {
    ...state,
    name: "money: the days of grace last for a month",
    find: "const GRACE_MS = 3 * DAY_MS;",
    put: "const GRACE_MS = 30 * DAY_MS;",
  },
  {
    file: `${stripe}/subscriptions.ts`,
    tests,
    name: "money: a switch between month and year is charged at once",
    find: "        items: [{ id: items.data[0]!.id, price }],\n        ...movedTo(at),\n",
    put: '        items: [{ id: items.data[0]!.id, price }],\n        ...(at < 0 && movedTo(at)),\n        proration_behavior: "none",\n',
  },
  {
    file: `${stripe}/subscriptions.ts`,
    tests,
    name: "money: the shorter first period of a common day costs a whole month",
    find: 'proration_behavior: "create_prorations"',
    put: 'proration_behavior: "none"',
  },
  {
    file: `${folder}/stop-renewal.ts`,
    tests,
    name: "money: a cancelled subscription renews",
    find: "await parts.payments.setRenewal(id, false);",
    put: "await parts.payments.setRenewal(id, true);",
  },
  {
    file: "migrations/0001_derived.sql",
    tests,
    name: "money: time that staff grant shortens the paid time",
    find: "WHERE site_id IS NOT NULL AND covered_until IS NOT NULL;",
    put: "WHERE site_id IN (SELECT id FROM sites WHERE granted_until IS NULL) AND covered_until IS NOT NULL;",
  },
  {
    file: `${folder}/receipts.ts`,
    tests,
    name: "money: each reading mails the receipt again",
    find: "WHERE ${condition} AND ${notExists(isInLedger)}",
    put: "WHERE ${condition} OR ${notExists(isInLedger)}",
  },
  {
    file: `${folder}/receipts.ts`,
    tests,
    name: "money: only one refund of a payment has a mail",
    find: "...listRefundsForReceipts(facts, now).map(",
    put: "...listRefundsForReceipts(facts, now).slice(0, 1).map(",
  },
  {
    file: `${folder}/receipts.ts`,
    tests,
    name: "money: each reading mails the refund again",
    find: "return toReceipt(refund.id, mail);",
    put: "return toReceipt(charge.id, mail);",
  },
  {
    file: `${folder}/change-plan.ts`,
    tests,
    name: "money: a year is not switched to a month, and the answer says that it is",
    find: "if (facts.plan === plan) return;",
    put: 'if (facts.plan === plan || plan === "month") return;',
  },
  {
    ...state,
    name: "money: a renewal counts as unpaid while the bank decides about its debit",
    find: "(isPending(invoice) && countsFromCharge(invoice))",
    put: "(isPending(invoice) && invoice.isFirst && countsFromCharge(invoice))",
  },
  {
    ...state,
    name: "money: a first debit features the site before the bank has decided",
    find: "!isFirst && charges.length === 1 &&",
    put: "(isFirst || charges.length === 1) && charges.length > 0 &&",
  },
  {
    ...facts,
    name: "money: the books keep the money of a debit that failed",
    find: '    ...toMove(charge.failure_balance_transaction, "other", ledgerId),\n',
    put: "",
  },
  {
    ...facts,
    name: "money: the dashboard promises a discount that is over",
    find: "(discount.end !== null && discount.end <= (nextAt ?? 0))",
    put: "(discount.end !== null && discount.end < 0 * (nextAt ?? 0))",
  },
  {
    file: `${stripe}/subscriptions.ts`,
    tests,
    name: "money: a promotion is not given",
    find: "...(order.promotionCodeId && {",
    put: '...(order.promotionCodeId === "" && {',
  },
  {
    file: `${stripe}/subscriptions.ts`,
    tests,
    name: "money: payments are made without tax",
    find: "...(tax && { automatic_tax: { enabled: true } }),",
    put: "",
  },
  {
    file: `${stripe}/subscriptions.ts`,
    tests,
    name: "money: a discount for some months makes a year cheaper",
    find: 'plan === "year" && discounts.some(isForMonths) &&',
    put: 'plan !== "year" && discounts.some(isForMonths) &&',
  },
];

/** The model meets these too rarely, so a test of its own notices each. */
export const rareMoney: Fault[] = [
  {
    ...sync,
    name: "a reading gets its number after the read",
    find: "  const reading = await startReading(db);\n  const read = await payments.readSubscription(id);",
    put: "  const read = await payments.readSubscription(id);\n  const reading = await startReading(db);",
    tests: [test("webhook")],
  },
  {
    ...facts,
    name: "a dispute that is lost changes nothing",
    find: 'const isMoneyTaken = status === "lost" || (isDecided && isMoneyGone);',
    put: "const isMoneyTaken = isDecided && isMoneyGone;",
    tests: [test("refunds-and-disputes")],
  },
  {
    ...facts,
    name: "a refund that failed counts as given back",
    find: 'status === "failed" || status === "canceled";',
    put: 'status === "canceled";',
    tests: [test("refunds-and-disputes")],
  },
  {
    ...state,
    name: "the duplicate of a subscription is not refunded",
    find: "duplicateSince !== null && until > duplicateSince &&",
    put: "duplicateSince !== null && until > duplicateSince + Infinity &&",
    tests: [test("duplicate-subscriptions")],
  },
  {
    ...subscribe,
    name: "a payment goes on after another tab has taken its claim",
    find: "if (!(await renewClaim(db, newKey, time()))) throw paymentInProgress();",
    put: "await renewClaim(db, newKey, time());",
    tests: [test("rare-cases")],
  },
  {
    ...subscribe,
    name: "a payment without an answer leaves no claim",
    find: "if (!(error instanceof PaymentsUnavailable)) await removeClaim(db, { key: newKey });",
    put: "await removeClaim(db, { key: newKey });",
    tests: [test("subscribe")],
  },
  {
    ...subscribe,
    name: "days that an ended subscription has paid are charged again",
    find: "if (until > parts.now) throw new AppError",
    put: "if (until > parts.now + Infinity) throw new AppError",
    tests: [test("stripe-account")],
  },
  {
    ...sync,
    name: "the subscription of a deleted site or account runs on",
    find: "if ((owner.siteId === null || mustBeCancelled(facts)) &&",
    put: "if (mustBeCancelled(facts) &&",
    tests: [test("rare-cases")],
  },
];
