import type { Verdict } from "./cards.ts";
import { Charges } from "./charges.ts";
import type {
  Customer,
  Intent,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  Subscription,
} from "./objects.ts";
import { newInvoicePayment } from "./objects/invoices.ts";
import { confirmationByBank, declineError, newPaymentIntent } from "./objects/payments.ts";
import { refuse, StripeError } from "./store.ts";

const REFUSED_BY_CUSTOMER =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** `isAutomatic`: Stripe makes this try. `isConfirmed`: the customer has confirmed the payment to the bank. */
type Payment = { cardId?: string; isAutomatic?: boolean; isConfirmed?: boolean };

export class Invoices extends Charges {
  /** Opens a draft without charging it: https://docs.stripe.com/invoicing/overview#invoice-lifecycle */
  open(invoice: Invoice): void {
    if (invoice.status !== "draft") throw refuse("This invoice is already finalized.");
    const customer = this.find<Customer>("customer", invoice.customer);
    const page = `${this.origin}/dev/stripe/invoices/${invoice.id}`;
    Object.assign(invoice, {
      status: "open",
      number: this.#nextNumber(customer),
      automatically_finalizes_at: null,
      effective_at: this.nowSeconds,
      hosted_invoice_url: page,
      invoice_pdf: page,
      status_transitions: { ...invoice.status_transitions, finalized_at: this.nowSeconds },
    } satisfies Partial<Invoice>);
    if (invoice.amount_due > 0) this.#createPayment(invoice);
    this.emit("invoice.finalized", invoice);
    if (invoice.amount_due === 0) this.#settle(invoice);
  }

  /** https://docs.stripe.com/invoicing/customize#invoice-numbering-schemes */
  #nextNumber(customer: Customer): string {
    const sequence = customer.next_invoice_sequence!;
    customer.next_invoice_sequence = sequence + 1;
    return `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
  }

  #createPayment(invoice: Invoice): void {
    const intent = this.save(
      newPaymentIntent({
        ...this.secretId("pi"),
        created: this.nowSeconds,
        customer: invoice.customer,
        amount: invoice.amount_due,
        currency: invoice.currency,
        description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
      }),
    );
    this.save(newInvoicePayment(invoice, this.id("inpay"), intent.id, this.nowSeconds));
    this.emit("payment_intent.created", intent);
  }

  /** Newest first. A draft and a free invoice have none. */
  paymentsOf = (invoice: Invoice): InvoicePayment[] =>
    this.list<InvoicePayment>("invoice_payment", (one) => one.invoice === invoice.id);

  /** A draft and a free invoice have none. */
  intentOf(invoice: Invoice): PaymentIntent | undefined {
    const [payment] = this.paymentsOf(invoice);
    return payment && this.find<PaymentIntent>("payment_intent", payment.payment.payment_intent);
  }

  invoiceOf(intent: PaymentIntent): Invoice {
    const isOf = ({ payment }: InvoicePayment) => payment.payment_intent === intent.id;
    return this.find<Invoice>("invoice", this.list<InvoicePayment>("invoice_payment", isOf)[0]?.invoice);
  }

  /** Newest first. */
  invoicesOf = (subscription: Subscription, matches: (invoice: Invoice) => boolean = () => true): Invoice[] =>
    this.list<Invoice>(
      "invoice",
      (one) => one.parent?.subscription_details?.subscription === subscription.id && matches(one),
    );

  subscriptionOf(invoice: Invoice): Subscription {
    return this.find<Subscription>("subscription", invoice.parent?.subscription_details?.subscription);
  }

  /** Charges a card for an open invoice, even if its subscription has ended, as on Stripe's hosted page. */
  pay(invoice: Invoice, { cardId, isAutomatic = false, isConfirmed = false }: Payment = {}): Verdict {
    // An `uncollectible` invoice can still be paid: https://docs.stripe.com/invoicing/overview#invoice-statuses
    if (invoice.status !== "open" && invoice.status !== "uncollectible") throw refuse("The invoice is not open.");
    const subscription = this.subscriptionOf(invoice);
    const intent = this.intentOf(invoice)!;
    const card = this.find<PaymentMethod>("payment_method", cardId ?? subscription.default_payment_method);
    const { charge } = this.behaviourOf(card.id);
    const verdict = charge === "confirm" && isConfirmed ? "ok" : charge;
    if (isAutomatic || !invoice.attempted) this.countAttempt(invoice);
    if (verdict === "ok") {
      this.succeed(intent, card);
      this.#settle(invoice);
    } else {
      if (verdict === "confirm") this.#askForConfirmation(invoice, intent, card);
      else this.fail(intent, card, verdict);
      this.emit(["invoice.updated", "invoice.payment_failed"], invoice);
      this.updateStatus(subscription);
    }
    return verdict;
  }

  /**
   * Counts a try and sets the time of the next one. Of tries that people make, only the first counts:
   * https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count
   */
  protected countAttempt(invoice: Invoice): void {
    Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 } satisfies Partial<Invoice>);
    this.#scheduleRetry(invoice);
  }

  #scheduleRetry(invoice: Invoice): void {
    const subscription = this.subscriptionOf(invoice);
    const wait = this.state.settings.retries.waits[invoice.attempt_count - 1];
    // Stripe does not retry a first payment; it expires: https://docs.stripe.com/billing/subscriptions/overview
    const isRetried = wait !== undefined && subscription.status !== "incomplete" && !hasEnded(subscription);
    invoice.next_payment_attempt = isRetried && invoice.auto_advance === true ? this.nowSeconds + wait : null;
  }

  /** A renewal that needs a confirmation has failed, too: https://docs.stripe.com/billing/subscriptions/webhooks */
  #askForConfirmation(invoice: Invoice, intent: PaymentIntent, card: PaymentMethod): void {
    Object.assign(intent, {
      status: "requires_action",
      next_action: confirmationByBank(),
      payment_method: card.id,
    } satisfies Partial<PaymentIntent>);
    this.emit("payment_intent.requires_action", intent);
    this.emit("invoice.payment_action_required", invoice);
  }

  #settle(invoice: Invoice): void {
    const now = this.nowSeconds;
    Object.assign(invoice, {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
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
    // https://docs.stripe.com/billing/subscriptions/webhooks#events
    this.emit(["invoice.updated", "invoice.paid", "invoice.payment_succeeded"], invoice);
    this.updateStatus(this.subscriptionOf(invoice));
  }

  /** https://docs.stripe.com/api/invoices/void */
  void(invoice: Invoice): void {
    if (invoice.status !== "open" && invoice.status !== "uncollectible") {
      throw refuse(`You can only pass in open or uncollectible invoices. This invoice isn't open: ${invoice.status}.`);
    }
    const intent = this.intentOf(invoice)!;
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
    this.emit("payment_intent.canceled", intent);
    this.emit("invoice.voided", invoice);
    this.#statusAfterVoid(this.subscriptionOf(invoice));
  }

  /**
   * The newest invoice decides that is settled, or that Stripe no longer tries. Without one, nothing is owed.
   * https://docs.stripe.com/billing/subscriptions/overview#voiding-an-invoice-generated-by-a-subscription
   */
  #statusAfterVoid(subscription: Subscription): void {
    const { status } = subscription;
    if (status === "incomplete") return this.updateStatus(subscription);
    if (status !== "past_due" && status !== "unpaid") return;
    const { waits, outcome } = this.state.settings.retries;
    const isGivenUp = (one: Invoice) => one.status === "open" && one.attempt_count > waits.length;
    const [decisive] = this.invoicesOf(subscription, (one) => isSettled(one) || isGivenUp(one));
    if (!decisive || isSettled(decisive)) this.setStatus(subscription, "active");
    else if (outcome !== "cancel") this.setStatus(subscription, outcome);
  }

  /** The customer's decision about a card or a payment in the bank's dialog. Throws Stripe's 402 if it is a refusal. */
  confirm(intent: Intent, isApproved: boolean): void {
    const cardId = intent.payment_method;
    intent.next_action = null;
    if (!isApproved) {
      const card = this.find<PaymentMethod>("payment_method", cardId);
      const error = declineError(
        { code: `${intent.object}_authentication_failure`, message: REFUSED_BY_CUSTOMER },
        structuredClone(card),
      );
      Object.assign(intent, {
        status: "requires_payment_method",
        payment_method: null,
        ...(intent.object === "setup_intent" ? { last_setup_error: error } : { last_payment_error: error }),
      });
      this.emit(
        intent.object === "setup_intent" ? "setup_intent.setup_failed" : "payment_intent.payment_failed",
        intent,
      );
      throw new StripeError(402, "card_error", error.message, error);
    }
    if (intent.object === "setup_intent") {
      this.find<PaymentMethod>("payment_method", cardId).customer = intent.customer;
      intent.status = "succeeded";
      this.emit("setup_intent.succeeded", intent);
      return;
    }
    this.pay(this.invoiceOf(intent), { isConfirmed: true, ...(cardId && { cardId }) });
  }

  /**
   * The newest invoice that is neither a draft nor void decides whether the subscription is paid. One that is
   * `uncollectible` counts as paid: https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions
   */
  protected updateStatus(subscription: Subscription): void {
    const { status } = subscription;
    const [newest] = this.invoicesOf(subscription, (one) => one.status !== "draft" && one.status !== "void");
    const isPaid = newest === undefined || isSettled(newest);
    if (status === "incomplete") {
      if (newest === undefined) this.expire(subscription);
      else if (isPaid) this.setStatus(subscription, "active");
    } else if (isPaid && (status === "past_due" || status === "unpaid")) {
      this.setStatus(subscription, "active");
    } else if (!isPaid && status === "active") {
      this.setStatus(subscription, "past_due");
    }
  }

  /** https://docs.stripe.com/api/subscriptions/object#subscription_object-status: `incomplete_expired` is an end. */
  protected expire(subscription: Subscription): void {
    const now = this.nowSeconds;
    Object.assign(subscription, {
      status: "incomplete_expired",
      canceled_at: now,
      ended_at: now,
    } satisfies Partial<Subscription>);
    for (const invoice of this.invoicesOf(subscription, ({ status }) => status === "open")) this.void(invoice);
    this.emit("customer.subscription.deleted", subscription);
  }

  protected setStatus(subscription: Subscription, status: Subscription["status"]): void {
    if (subscription.status === status || hasEnded(subscription)) return;
    subscription.status = status;
    this.emit("customer.subscription.updated", subscription);
  }
}

export const hasEnded = ({ status }: Subscription) => status === "canceled" || status === "incomplete_expired";

const isSettled = ({ status }: Invoice) => status === "paid" || status === "uncollectible";
