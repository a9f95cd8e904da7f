import type { Trouble } from "../../alerts/mail-operator.ts";

// What only the operator can mend. Each is mailed at most once an hour; `stripe:reconcile` prints it.

const about =
  (fact: string, title: string, action: string) =>
  (value: string): Trouble => ({ title, action, facts: [[fact, value]] });

export const subscriptionMissing = about(
  "Subscription",
  "A subscription is missing at Stripe",
  "It stays here as it was, unless its listing is deleted. Check that STRIPE_SECRET_KEY belongs to the right account and mode.",
);

export const listingUnknown = about(
  "Subscription",
  "A subscription at Stripe is of a listing that is not here",
  "Nothing was changed. If this database was restored from a backup, the listing may be newer: end the subscription in Stripe's dashboard and refund its unused days. If it is another database, use another key.",
);

export const notRefunded = about(
  "Charge",
  "Stripe refused a refund",
  "Open the charge in Stripe's dashboard: it says why. The owner is owed the money. It is tried again.",
);

export const refundFailed = about(
  "Refund",
  "A refund failed",
  "The bank of its owner did not take it, and it is not tried again. Pay the owner in another way: https://docs.stripe.com/refunds#failed-refunds",
);

export const draftRenewal = about(
  "Subscription",
  "A renewal at Stripe is still a draft",
  "Stripe charges a renewal within an hour, but not this one. Open the subscription in Stripe's dashboard, and finalize its invoice. The listing stays featured until then.",
);

export const notFinalized = about(
  "Invoice",
  "Stripe could not finalize an invoice",
  "Open the invoice in Stripe's dashboard: it says why. Most often the buyer's address is missing or wrong: https://docs.stripe.com/tax/customer-locations",
);

export const taxIdRefused = about(
  "Customer",
  "A VAT number was refused",
  "The register does not know it, so it was deleted at Stripe, and its owner was told. The next invoice has tax. Look at the invoices that had none.",
);

export const wrongSetup = about(
  "Reason",
  "Stripe is not set up right",
  "Owners cannot pay, or cannot open Stripe's portal. Run `npm run stripe:setup`, or see “Change the price” in worker/OPERATE.md.",
);
