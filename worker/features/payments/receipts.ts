import { eq, notExists, type SQL, sql } from "drizzle-orm";
import type { DirectoryConfig } from "#schema/pages.ts";
import { users } from "#schema/tables/accounts.ts";
import { outbox } from "#schema/tables/outbox.ts";
import { payments } from "#schema/tables/payments.ts";
import type { Db } from "../../db/connection.ts";
import { jsonValue, queryRows } from "../../db/raw.ts";
import type { InvoiceFacts, Mail, SubscriptionFacts } from "../../ports.ts";
import { insertMails } from "../outbox/queries.ts";
import { receiptMail } from "./mails.ts";
import { listPaymentsForReceipts } from "./state.ts";
import type { Owner } from "./owner.ts";

export type ComposedReceipt = { invoiceId: string } & Pick<Mail, "subject" | "text" | "html">;

/** The database knows the recipient, and which receipts are new (`queueReceipts`). */
export const composeReceipts = (
  config: DirectoryConfig,
  { facts, siteName, now }: { facts: SubscriptionFacts; siteName: string; now: number },
): ComposedReceipt[] =>
  listPaymentsForReceipts(facts, now).map((invoice) => {
    const { amountCents, currency, periodStart, periodEnd, url: invoiceUrl } = invoice;
    const { to: _, ...mail } = receiptMail(config, "", {
      siteName,
      amountCents,
      currency,
      periodStart,
      periodEnd,
      invoiceUrl,
      paidAt: invoice.paidAt ?? periodStart,
      card: cardOf(invoice, facts),
    });
    return { invoiceId: invoice.id, ...mail };
  });

/** Stripe's facts name only the current card. An older invoice may have been paid with another one. */
const cardOf = ({ charges }: InvoiceFacts, { card }: SubscriptionFacts) =>
  charges.some(({ hasFailed, cardId }) => !hasFailed && cardId === card?.id) ? card : null;

type Options = { owner: Owner; now: number; condition: SQL };

/**
 * Statement for the batch that writes the ledger, before the ledger's rows: it puts the receipts of payments that are not
 * in the ledger yet into the outbox and returns their keys. The ledger has each payment once, so its owner gets one
 * receipt.
 */
export function queueReceipts(db: Db, receipts: ComposedReceipt[], { owner, now, condition }: Options) {
  const invoiceId = jsonValue("invoiceId");
  const isInLedger = db.select({ id: payments.id }).from(payments).where(eq(payments.stripeId, invoiceId));
  const [subject, text, html] = [jsonValue("subject"), jsonValue("text"), jsonValue("html")];
  return queryRows(
    db,
    { key: outbox.key },
    (columns) =>
      sql`${insertMails(
        { key: sql`'receipt:' || (${invoiceId})`, recipient: users.email, subject, text, html, now },
        sql`FROM json_each(${JSON.stringify(receipts)}) JOIN ${users} ON ${users.id} = ${owner.userId}
        WHERE ${condition} AND ${notExists(isInLedger)}`,
      )} RETURNING ${columns}`,
  );
}
