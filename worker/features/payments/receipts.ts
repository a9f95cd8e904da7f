import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import { jsonValue, queryRows } from "../../db/raw.ts";
import type { ChargeFacts, InvoiceFacts, Mail, SubscriptionFacts } from "../../ports.ts";
import { insertMails } from "../outbox/queries.ts";
import { receiptMail, type ReceiptLinks, refundMail } from "./mails.ts";
import { type KnownFacts, listPaymentsForReceipts, listRefundsForReceipts } from "./state.ts";
import type { Owner } from "./owner.ts";

/** `ledgerId`: Stripe's id of the invoice or refund, which the ledger has, too. */
export type ComposedReceipt = { ledgerId: string } & Pick<Mail, "subject" | "text" | "html">;

type Options = { facts: KnownFacts; siteName: string; now: number };

/** The database knows the recipient, and which receipts are new (`queueReceipts`). */
export const composeReceipts = (config: DirectoryConfig, { facts, siteName, now }: Options): ComposedReceipt[] => [
  ...listPaymentsForReceipts(facts, now).map((invoice) => {
    const { amountCents, netCents, taxCents, currency, periodStart, periodEnd } = invoice;
    const mail = receiptMail(config, "", {
      siteName,
      amountCents,
      tax: netCents === null || taxCents === null ? null : { netCents, taxCents },
      currency,
      periodStart,
      periodEnd,
      links: linksOf(
        invoice,
        invoice.charges.find(({ hasFailed }) => !hasFailed),
      ),
      paidAt: paidAtOf(invoice),
      card: cardOf(invoice, facts),
    });
    return toReceipt(invoice.id, mail);
  }),
  ...listRefundsForReceipts(facts, now).map(({ invoice, charge, refund, until }) => {
    const mail = refundMail(config, "", {
      siteName,
      amountCents: refund.amountCents,
      paidCents: invoice.amountCents,
      currency: invoice.currency,
      paidAt: paidAtOf(invoice),
      refundedAt: refund.createdAt,
      links: linksOf(invoice, charge),
      place: until === null ? "unchanged" : until > now ? { until } : "ends",
    });
    return toReceipt(refund.id, mail);
  }),
];

const toReceipt = (ledgerId: string, { subject, text, html }: Mail): ComposedReceipt => ({
  ledgerId,
  subject,
  text,
  html,
});

const linksOf = ({ url, pdfUrl }: InvoiceFacts, charge: ChargeFacts | undefined): ReceiptLinks => ({
  invoiceUrl: url,
  pdfUrl,
  receiptUrl: charge?.receiptUrl ?? "",
});

const paidAtOf = ({ paidAt, periodStart }: InvoiceFacts) => paidAt ?? periodStart;

/** Stripe's facts name only the current card. An older invoice may have been paid with another one. */
const cardOf = ({ charges }: InvoiceFacts, { card }: SubscriptionFacts) =>
  charges.some(({ hasFailed, cardId }) => !hasFailed && cardId === card?.id) ? card : null;

type Queue = { owner: Owner; now: number; condition: SQL };

/**
 * Statement for the batch that writes the ledger, before the ledger's rows: it puts the receipts of payments and refunds
 * that are not in the ledger yet into the outbox and returns their keys. The ledger has each one once, so its owner gets
 * one receipt. A refund that has not succeeded has a detail in the ledger: its receipt follows.
 */
export function queueReceipts(db: Db, receipts: ComposedReceipt[], { owner, now, condition }: Queue) {
  const ledgerId = jsonValue("ledgerId");
  const isInLedger = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.stripeId, ledgerId), eq(payments.detail, "")));
  const [subject, text, html] = [jsonValue("subject"), jsonValue("text"), jsonValue("html")];
  return queryRows(
    db,
    { key: outbox.key },
    (columns) =>
      sql`${insertMails(
        { key: sql`'receipt:' || (${ledgerId})`, recipient: users.email, subject, text, html, now },
        sql`FROM json_each(${JSON.stringify(receipts)}) JOIN ${users} ON ${users.id} = ${owner.userId}
        WHERE ${condition} AND ${notExists(isInLedger)}`,
      )} RETURNING ${columns}`,
  );
}
