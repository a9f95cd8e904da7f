import type { Verdict } from "./cards.ts";
import type { Charge, Intent, Invoice, PaymentMethod, Subscription } from "./objects.ts";
import { refuse, StripeError } from "./store.ts";
import { Wallet } from "./wallet.ts";

const RETRY_S = 3 * 86_400;

export class Invoices extends Wallet {
  /** Opens a draft and charges it: https://docs.stripe.com/invoicing/overview#invoice-lifecycle */
  finalize(invoice: Invoice): void {
    const subscription = this.subscriptionOf(invoice);
    invoice.status = "open";
    invoice.hosted_invoice_url = `${this.origin}/dev/stripe/invoices/${invoice.id}`;
    invoice.payment_intent = this.save<Intent>({
      object: "payment_intent",
      ...this.secretId("pi"),
      customer: invoice.customer,
      status: "requires_payment_method",
      payment_method: subscription.default_payment_method,
      last_payment_error: null,
      amount: invoice.amount_due,
      currency: invoice.currency,
      invoice: invoice.id,
      created: this.nowSeconds,
    }).id;
    this.pay(invoice);
  }

  /**
   * Charges a card for an open invoice, even if its subscription has ended, as on Stripe's hosted page. `isConfirmed`:
   * the customer has confirmed the payment to the bank.
   */
  pay(invoice: Invoice, { isConfirmed = false, cardId }: { isConfirmed?: boolean; cardId?: string } = {}): Verdict {
    // An `uncollectible` invoice can still be paid: https://docs.stripe.com/invoicing/overview#invoice-statuses
    if (invoice.status !== "open" && invoice.status !== "uncollectible") throw refuse("The invoice is not open.");
    const subscription = this.subscriptionOf(invoice);
    const intent = this.find<Intent>("payment_intent", invoice.payment_intent);
    const card = this.find<PaymentMethod>("payment_method", cardId ?? subscription.default_payment_method);
    const verdict = card.behaviour.charge === "confirm" && isConfirmed ? "ok" : card.behaviour.charge;
    invoice.attempt_count += 1;
    intent.payment_method = card.id;
    if (verdict === "confirm") {
      intent.status = "requires_action";
      if (subscription.status !== "incomplete") this.#setStatus(subscription, "past_due");
      this.emit("invoice.payment_action_required", invoice);
    } else if (verdict === "ok") {
      this.#charge(intent, null);
      intent.status = "succeeded";
      Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, auto_advance: false });
      invoice.next_payment_attempt = null;
      invoice.status_transitions.paid_at = this.nowSeconds;
      if (subscription.latest_invoice === invoice.id) this.#setStatus(subscription, "active");
      this.emit("invoice.paid", invoice);
    } else {
      this.#charge(intent, verdict.message);
      intent.status = "requires_payment_method";
      intent.last_payment_error = { message: verdict.message, code: verdict.code, decline_code: verdict.decline_code };
      invoice.next_payment_attempt = hasEnded(subscription) ? null : this.nowSeconds + RETRY_S;
      if (subscription.status !== "incomplete") this.#setStatus(subscription, "past_due");
      this.emit("invoice.payment_failed", invoice);
    }
    return verdict;
  }

  /** https://docs.stripe.com/api/invoices/void */
  void(invoice: Invoice): void {
    if (invoice.status !== "open" && invoice.status !== "uncollectible") {
      throw refuse(`You can only pass in open or uncollectible invoices. This invoice isn't open: ${invoice.status}.`);
    }
    const intent = this.find<Intent>("payment_intent", invoice.payment_intent);
    if (intent.status === "processing") throw refuse("A payment of this invoice is processing.");
    Object.assign(invoice, { status: "void", auto_advance: false, next_payment_attempt: null });
    intent.status = "canceled";
    this.emit("invoice.voided", invoice);
  }

  /** The customer's decision about a card or a payment in the bank's dialog. Throws Stripe's 402 if it is a refusal. */
  confirm(intent: Intent, isApproved: boolean): void {
    if (!isApproved) {
      intent.status = "requires_payment_method";
      intent.last_payment_error = {
        code: `${intent.object}_authentication_failure`,
        message:
          "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      };
      throw new StripeError(402, "card_error", intent.last_payment_error.message, intent.last_payment_error);
    }
    if (intent.object === "setup_intent") {
      const card = this.find<PaymentMethod>("payment_method", intent.payment_method);
      card.customer = intent.customer;
      intent.status = "succeeded";
      return;
    }
    const cardId = intent.payment_method ?? undefined;
    this.pay(this.find<Invoice>("invoice", intent.invoice), { isConfirmed: true, ...(cardId && { cardId }) });
  }

  #charge(intent: Intent, failure: string | null): void {
    this.save<Charge>({
      object: "charge",
      id: this.id("ch"),
      customer: intent.customer,
      amount: intent.amount!,
      amount_refunded: 0,
      currency: intent.currency!,
      created: this.nowSeconds,
      disputed: false,
      refunded: false,
      status: failure === null ? "succeeded" : "failed",
      failure_message: failure,
      payment_intent: intent.id,
      payment_method: intent.payment_method,
    });
  }

  subscriptionOf(invoice: Invoice): Subscription {
    return this.find<Subscription>("subscription", invoice.parent.subscription_details.subscription);
  }

  #setStatus(subscription: Subscription, status: string): void {
    if (subscription.status === status || hasEnded(subscription)) return;
    subscription.status = status;
    this.emit("customer.subscription.updated", subscription);
  }
}

export const hasEnded = ({ status }: Subscription) => status === "canceled" || status === "incomplete_expired";
