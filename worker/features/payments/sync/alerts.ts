import { WrongPrice } from "../../../adapters/stripe/prices.ts";
import type { Trouble } from "../../alerts/mail-operator.ts";

// What only the operator can mend. Each is mailed at most once an hour.

export const missing = (id: string): Trouble => ({
  title: "A subscription is missing at Stripe",
  action: "Nothing was changed here. Check that STRIPE_SECRET_KEY belongs to the right account and mode.",
  facts: [["Subscription", id]],
});

export const unknown = (id: string): Trouble => ({
  title: "A subscription at Stripe is of a listing that is not here",
  action:
    "Nothing was changed. If this database was restored from a backup, the listing may be newer: end the subscription in Stripe's dashboard and refund its unused days. If it is another database, use another key.",
  facts: [["Subscription", id]],
});

export const notRefunded = (charge: string): Trouble => ({
  title: "Stripe refused a refund",
  action: "Open the charge in Stripe's dashboard: it says why. The owner is owed the money. It is tried again.",
  facts: [["Charge", charge]],
});

export const refundFailed = (refund: string): Trouble => ({
  title: "A refund failed",
  action:
    "The bank of its owner did not take it, and it is not tried again. Pay the owner in another way: https://docs.stripe.com/refunds#failed-refunds",
  facts: [["Refund", refund]],
});

export const draftRenewal = (id: string): Trouble => ({
  title: "A renewal at Stripe is still a draft",
  action:
    "Stripe should have charged it within an hour. Open the subscription in Stripe's dashboard, and finalize its invoice. The listing stays featured meanwhile.",
  facts: [["Subscription", id]],
});

export const notFinalized = (invoice: string): Trouble => ({
  title: "Stripe could not finalize an invoice",
  action:
    "Open the invoice in Stripe's dashboard: it says why. Most often the buyer's address is missing or wrong: https://docs.stripe.com/tax/customer-locations",
  facts: [["Invoice", invoice]],
});

export const taxIdRefused = (customer: string): Trouble => ({
  title: "A VAT number was refused",
  action:
    "The register does not know it, so it was deleted at Stripe, and its owner was told. The next invoice has tax. Look at the invoices that had none.",
  facts: [["Customer", customer]],
});

/** Undefined for other errors. */
export const wrongPrice = (error: unknown): Trouble | undefined =>
  error instanceof WrongPrice
    ? {
        title: "Payments are closed: a price at Stripe is wrong",
        action: "Run `npm run stripe:setup -- --remote`, or see “Change the price” in worker/OPERATE.md.",
        facts: [["Reason", error.message]],
      }
    : undefined;
