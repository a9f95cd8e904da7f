import type { Decline, Verdict } from "./cards.ts";
import type {
  Charge,
  Customer,
  Intent,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Subscription,
} from "./objects.ts";
import { newInvoicePayment } from "./objects/invoices.ts";
import {
  confirmationByBank,
  declineError,
  newBalanceTransaction,
  newCharge,
  newPaymentIntent,
} from "./objects/payments.ts";
import { refuse, StripeError } from "./store.ts";
import { Wallet } from "./wallet.ts";

const RETRY_S = 3 * 86_400;
const REFUSED_BY_CUSTOMER =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

export class Invoices extends Wallet {
  /** Opens a draft and charges it: https://docs.stripe.com/invoicing/overview#invoice-lifecycle */
  finalize(invoice: Invoice): void {
    const customer = this.find<Customer>("customer", invoice.customer);
    const page = `${this.origin}/dev/stripe/invoices/${invoice.id}`;
    Object.assign(invoice, {
      status: "open",
      number: this.#nextNumber(customer),
      effective_at: this.nowSeconds,
      ending_balance: 0,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      status_transitions: { ...invoice.status_transitions, finalized_at: this.nowSeconds },
    } satisfies Partial<Invoice>);
    const { default_payment_method } = this.subscriptionOf(invoice);
    const intent = this.save(
      newPaymentIntent({
        ...this.secretId("pi"),
        created: this.nowSeconds,
        customer: invoice.customer,
        amount: invoice.amount_due,
        currency: invoice.currency,
        description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
        payment_method: default_payment_method,
      }),
    );
    this.save(newInvoicePayment(invoice, this.id("inpay"), intent.id, this.nowSeconds));
    this.pay(invoice);
  }

  /** https://docs.stripe.com/invoicing/customize#invoice-numbering-schemes */
  #nextNumber(customer: Customer): string {
    const sequence = customer.next_invoice_sequence!;
    customer.next_invoice_sequence = sequence + 1;
    return `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
  }

  /** Newest first. A draft has none. */
  paymentsOf = (invoice: Invoice): InvoicePayment[] =>
    this.list<InvoicePayment>("invoice_payment", (one) => one.invoice === invoice.id);

  /** A draft has none. */
  intentOf(invoice: Invoice): PaymentIntent | undefined {
    const [payment] = this.paymentsOf(invoice);
    return payment && this.find<PaymentIntent>("payment_intent", payment.payment.payment_intent);
  }

  invoiceOf(intent: PaymentIntent): Invoice {
    const isOf = ({ payment }: InvoicePayment) => payment.payment_intent === intent.id;
    return this.find<Invoice>("invoice", this.list<InvoicePayment>("invoice_payment", isOf)[0]?.invoice);
  }

  /**
   * Charges a card for an open invoice, even if its subscription has ended, as on Stripe's hosted page. `isConfirmed`:
   * the customer has confirmed the payment to the bank.
   */
  pay(invoice: Invoice, { isConfirmed = false, cardId }: { isConfirmed?: boolean; cardId?: string } = {}): Verdict {
    // An `uncollectible` invoice can still be paid: https://docs.stripe.com/invoicing/overview#invoice-statuses
    if (invoice.status !== "open" && invoice.status !== "uncollectible") throw refuse("The invoice is not open.");
    const subscription = this.subscriptionOf(invoice);
    const intent = this.intentOf(invoice)!;
    const card = this.find<PaymentMethod>("payment_method", cardId ?? subscription.default_payment_method);
    const { charge } = this.behaviourOf(card.id);
    const verdict = charge === "confirm" && isConfirmed ? "ok" : charge;
    Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 } satisfies Partial<Invoice>);
    intent.payment_method = card.id;
    if (verdict === "confirm") {
      Object.assign(intent, {
        status: "requires_action",
        next_action: confirmationByBank(),
      } satisfies Partial<PaymentIntent>);
      if (subscription.status !== "incomplete") this.#setStatus(subscription, "past_due");
      this.emit("invoice.payment_action_required", invoice);
    } else if (verdict === "ok") {
      this.#succeed(invoice, intent, card);
      if (subscription.latest_invoice === invoice.id) this.#setStatus(subscription, "active");
      this.emit("invoice.paid", invoice);
    } else {
      this.#fail(intent, card, verdict);
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
    const intent = this.intentOf(invoice)!;
    if (intent.status === "processing") throw refuse("A payment of this invoice is processing.");
    const now = this.nowSeconds;
    Object.assign(invoice, {
      status: "void",
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: now },
    } satisfies Partial<Invoice>);
    Object.assign(intent, {
      status: "canceled",
      canceled_at: now,
      cancellation_reason: "void_invoice",
      next_action: null,
    } satisfies Partial<PaymentIntent>);
    for (const payment of this.paymentsOf(invoice)) {
      payment.status = "canceled";
      payment.status_transitions.canceled_at = now;
    }
    this.emit("invoice.voided", invoice);
  }

  /** The customer's decision about a card or a payment in the bank's dialog. Throws Stripe's 402 if it is a refusal. */
  confirm(intent: Intent, isApproved: boolean): void {
    const cardId = intent.payment_method;
    intent.next_action = null;
    if (!isApproved) {
      const card = this.find<PaymentMethod>("payment_method", cardId);
      const error = declineError(
        { code: `${intent.object}_authentication_failure`, message: REFUSED_BY_CUSTOMER },
        card,
      );
      Object.assign(intent, {
        status: "requires_payment_method",
        payment_method: null,
        ...(intent.object === "setup_intent" ? { last_setup_error: error } : { last_payment_error: error }),
      });
      throw new StripeError(402, "card_error", error.message, error);
    }
    if (intent.object === "setup_intent") {
      this.find<PaymentMethod>("payment_method", cardId).customer = intent.customer;
      intent.status = "succeeded";
      return;
    }
    this.pay(this.invoiceOf(intent), { isConfirmed: true, ...(cardId && { cardId }) });
  }

  #succeed(invoice: Invoice, intent: PaymentIntent, card: PaymentMethod): void {
    const now = this.nowSeconds;
    const charge = this.#charge(intent, card, null);
    Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
    } satisfies Partial<PaymentIntent>);
    Object.assign(invoice, {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    } satisfies Partial<Invoice>);
    for (const payment of this.paymentsOf(invoice)) {
      Object.assign(payment, {
        amount_paid: payment.amount_requested,
        status: "paid",
        status_transitions: { ...payment.status_transitions, paid_at: now },
      } satisfies Partial<InvoicePayment>);
    }
  }

  /** https://docs.stripe.com/payments/paymentintents/lifecycle: a declined payment needs another payment method. */
  #fail(intent: PaymentIntent, card: PaymentMethod, decline: Decline): void {
    const charge = this.#charge(intent, card, decline);
    Object.assign(intent, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: declineError(decline, structuredClone(card), charge.id),
      latest_charge: charge.id,
      next_action: null,
    } satisfies Partial<PaymentIntent>);
  }

  #charge(intent: PaymentIntent, card: PaymentMethod, decline: Decline | null): Charge {
    const id = this.id("ch");
    const created = this.nowSeconds;
    const { amount, currency } = intent;
    const move = decline
      ? null
      : this.save(
          newBalanceTransaction({
            id: this.id("txn"),
            created,
            amount,
            currency,
            source: id,
            type: "charge",
            reporting_category: "charge",
          }),
        );
    return this.save(
      newCharge({
        id,
        created,
        intent,
        card: structuredClone(card),
        decline,
        balance_transaction: move?.id ?? null,
        receipt_url: decline ? null : `${this.origin}/dev/stripe/receipts/${id}`,
      }),
    );
  }

  subscriptionOf(invoice: Invoice): Subscription {
    return this.find<Subscription>("subscription", invoice.parent?.subscription_details?.subscription);
  }

  #setStatus(subscription: Subscription, status: Subscription["status"]): void {
    if (subscription.status === status || hasEnded(subscription)) return;
    subscription.status = status;
    this.emit("customer.subscription.updated", subscription);
  }
}

export const hasEnded = ({ status }: Subscription) => status === "canceled" || status === "incomplete_expired";
