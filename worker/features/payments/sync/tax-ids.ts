import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { subscriptions } from "#schema/tables/payments.ts";
import { undefinedIfMissing } from "../../../adapters/stripe/errors.ts";
import { taxIdMail } from "../mails.ts";
import { taxIdRefused } from "./alerts.ts";
import type { SyncParts } from "./parts.ts";
import { idOf } from "./reading.ts";
import { queueNotice } from "./write.ts";

/**
 * Registers check a VAT number after the payment: https://docs.stripe.com/billing/customer/tax-ids#validation. One that
 * they do not know is deleted, so that the next invoice has tax.
 */
export async function checkTaxId(parts: SyncParts, { id, customer: of }: Stripe.TaxId): Promise<void> {
  const customer = of && idOf(of);
  const [row] = customer
    ? await parts.db
        .select({ userId: subscriptions.userId })
        .from(subscriptions)
        .where(eq(subscriptions.customerId, customer))
        .limit(1)
    : [];
  if (!customer || !row) return;
  const { stripe } = parts.payments;
  const taxId = await stripe.customers.retrieveTaxId(customer, id).catch(undefinedIfMissing);
  if (taxId?.verification?.status !== "unverified") return;
  await queueNotice(parts, row.userId, { key: `tax:${id}`, compose: (site) => taxIdMail(site, taxId.value) });
  await parts.alert?.(taxIdRefused(customer));
  await stripe.customers.deleteTaxId(customer, id).catch(undefinedIfMissing);
}
