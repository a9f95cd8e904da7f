import type { Fault } from "./fault.ts";

const folder = "worker/features/payments";
const stripe = "worker/adapters/stripe";
const test = (name: string) => `tests/worker/payments/${name}.test.ts`;

const receipts = { file: `${folder}/receipts.ts`, tests: [test("receipts")] };
const notices = { file: `${folder}/cron-queries.ts`, tests: [test("notices")] };

/** Mails about payments, renewals and refunds. */
export const paymentMails: Fault[] = [
  {
    ...receipts,
    name: "each sync sends the receipt again",
    find: " AND ${notExists(isInLedger)}",
    put: "",
  },
  {
    ...receipts,
    name: "an outdated reading sends a receipt",
    find: "WHERE ${condition} AND ",
    put: "WHERE ${condition} IS NOT NULL AND ",
  },
  {
    ...receipts,
    name: "a receipt names a card that has not paid",
    find: "charges.some(({ hasFailed, cardId }) => !hasFailed && cardId === card?.id) ? card : null",
    put: "charges.length > 0 ? card : null",
  },
  {
    ...receipts,
    name: "a receipt goes to the wrong user",
    find: "ON ${users.id} = ${owner.userId}",
    put: "ON ${users.id} <= ${owner.userId}",
  },
  {
    ...receipts,
    name: "payments of long ago send receipts",
    file: `${folder}/state.ts`,
    find: "(invoice.paidAt ?? invoice.periodStart) > now - RECEIPT_MS)",
    put: "now > RECEIPT_MS)",
  },
  {
    ...receipts,
    name: "a payment that bought no days sends a receipt",
    file: `${folder}/state.ts`,
    find: "invoice.isOfPeriod && isPaidAndKept(invoice) && !isPaidAfterEnd(invoice, facts)",
    put: "invoice.isOfPeriod && isPaidAndKept(invoice)",
  },
  {
    ...receipts,
    name: "a refund that is pending sends its mail",
    file: `${folder}/state.ts`,
    find: 'status === "succeeded" && createdAt > now - RECEIPT_MS',
    put: "createdAt > now - RECEIPT_MS",
  },
  {
    ...receipts,
    name: "a refund that was pending never sends its mail",
    find: '.where(and(eq(payments.stripeId, ledgerId), eq(payments.detail, "")));',
    put: ".where(and(eq(payments.stripeId, ledgerId)));",
  },
  {
    ...receipts,
    name: "the mail about a refund of the whole payment says that the place stays",
    find: 'until > now ? { until } : "ends"',
    put: "{ until }",
  },
  {
    ...receipts,
    name: "reconciling sends receipts of the past",
    file: "worker/jobs/check-payments.ts",
    find: "{ ...parts, config: null }",
    put: '{ ...parts, config: { name: "Switchlist", origin: "https://directory.test", supportEmail: "support@directory.test" } }',
  },
  {
    ...receipts,
    name: "a receipt waits for cron",
    file: `${folder}/sync-parts.ts`,
    find: "executionCtx.waitUntil(sendFromOutbox({ ports }, key))",
    put: "void [executionCtx, sendFromOutbox, key, ports]",
  },
  {
    ...notices,
    name: "each renewal of a month is mailed before",
    find: "(${plan} = 'year' OR ${isFirst})",
    put: "(${plan} = 'year' OR ${isFirst} OR true)",
  },
  {
    ...notices,
    name: "a renewal that costs nothing is mailed before",
    find: "AND ${priceCents} > 0 ",
    put: "AND ${priceCents} >= 0 ",
  },
  {
    ...notices,
    name: "a renewal whose time moves is mailed twice",
    find: "coalesce(${mailedRenewal}, 0) < ${paidUntil} - ${SAME_RENEWAL_MS}",
    put: "${mailedRenewal} IS NOT ${paidUntil} - 0 * ${SAME_RENEWAL_MS}",
  },
  {
    ...notices,
    name: "each try is mailed as the last one",
    find: "${attempts} >= ${TRIES - 1} AND",
    put: "${attempts} >= ${TRIES - TRIES} AND",
  },
  {
    ...notices,
    name: "the end of all tries is mailed again when the subscription ends",
    find: "{ mailedStop: about, mailedTry: about, mailedInvoice: about }",
    put: "{ mailedStop: about, mailedTry: about }",
  },
  {
    ...notices,
    name: "the end of all tries is mailed for subscriptions of long ago",
    find: "gt(paidUntil, now - STOP_NOTICE_MS)",
    put: "gt(paidUntil, now - 99 * STOP_NOTICE_MS)",
  },
  {
    ...notices,
    name: "an owner who has paid again learns that the old subscription could not be charged",
    find: "\n    AND ${siteId} NOT IN (SELECT ${siteId} FROM ${subscriptions} WHERE ${siteId} IS NOT NULL AND ${isRunning})`",
    put: "`",
  },
  {
    ...notices,
    name: "the mail about a payment that the bank wants confirmed asks for another card",
    file: "worker/jobs/check-payments.ts",
    find: 'needsConfirmation: trouble === "confirm"',
    put: "needsConfirmation: trouble !== trouble",
  },
  {
    ...notices,
    name: "a discount does not count in the mail about a renewal",
    file: `${stripe}/facts.ts`,
    find: "nextPriceOf(item.price.unit_amount, subscription, periodEnd)",
    put: "(void nextPriceOf, periodEnd, item.price.unit_amount)",
  },
  {
    ...notices,
    name: "a discount that is over lowers the price in the mail about a renewal",
    file: `${stripe}/facts.ts`,
    find: "(discount.end !== null && discount.end <= (nextAt ?? 0))",
    put: "(discount.end !== null && discount.end <= 0 * (nextAt ?? 0))",
  },
  {
    ...notices,
    name: "a renewal that an owner has ended is mailed as given up by Stripe",
    file: `${folder}/write-facts.ts`,
    find: "(facts.isGivenUp || ",
    put: "(facts.endedAt !== null || ",
  },
  {
    ...notices,
    name: "an owner never learns that Stripe has given up and ended the subscription",
    file: `${stripe}/facts.ts`,
    find: 'cancellation_details?.reason === "payment_failed"',
    put: 'cancellation_details?.reason === "payment_disputed"',
  },
];
