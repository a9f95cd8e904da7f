import type { Verdict } from "./cards.ts";
import { cardError, Charges } from "./charges.ts";
import type { Intent, Invoice, InvoicePayment, PaymentIntent, PaymentMethod, Subscription } from "./objects.ts";
import { refuse } from "./store.ts";

const REFUSED_BY_CUSTOMER =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** `isAutomatic`: Stripe makes this try. `isConfirmed`: the customer has confirmed the payment to the bank. */
type Payment = { cardId?: string; isAutomatic?: boolean; isConfirmed?: boolean };

/** Invoices with their payments, and what they do to the status of a subscription. */
export class Invoices extends Charges {
  /** Opens a draft without charging it: https://docs.stripe.com/invoicing/overview#invoice-lifecycle */
  open(invoice: Invoice): void {
    if (invoice.status !== "draft") throw refuse("This invoice is already finalized.");
    Object.assign(invoice, {
      status: "open",
      automatically_finalizes_at: null,
      hosted_invoice_url: `${this.origin}/dev/stripe/invoices/${invoice.id}`,
    } satisfies Partial<Invoice>);
    if (invoice.amount_due > 0) this.#createPayment(invoice);
    if (invoice.amount_due === 0) this.#settle(invoice);
  }

  #createPayment({ id: invoice, amount_due }: Invoice): void {
    const intent = this.save<PaymentIntent>({
      object: "payment_intent",
      ...this.secretId("pi"),
      amount: amount_due,
      last_payment_error: null,
      latest_charge: null,
      payment_method: null,
      status: "requires_payment_method",
    });
    this.save<InvoicePayment>({
      object: "invoice_payment",
      id: this.id("inpay"),
      invoice,
      payment: { type: "payment_intent", payment_intent: intent.id },
      status: "open",
    });
  }

  /** A draft and a free invoice have none. */
  #paymentOf = (invoice: Invoice): InvoicePayment | undefined =>
    this.list<InvoicePayment>("invoice_payment", (one) => one.invoice === invoice.id)[0];

  /** A draft and a free invoice have none. */
  intentOf(invoice: Invoice): PaymentIntent | undefined {
    const payment = this.#paymentOf(invoice);
    return payment && this.find<PaymentIntent>("payment_intent", payment.payment.payment_intent);
  }

  /** Newest first. */
  invoicesOf = ({ id }: Subscription, matches: (invoice: Invoice) => boolean = () => true): Invoice[] =>
    this.list<Invoice>("invoice", (one) => one.parent.subscription_details.subscription === id && matches(one));

  subscriptionOf = ({ parent }: Invoice): Subscription =>
    this.find<Subscription>("subscription", parent.subscription_details.subscription);

  /** Charges a card for an open invoice, even if its subscription has ended, as on Stripe's hosted page. */
  pay(invoice: Invoice, { cardId, isAutomatic = false, isConfirmed = false }: Payment = {}): Verdict {
    if (invoice.status !== "open") throw refuse("The invoice is not open.");
    const subscription = this.subscriptionOf(invoice);
    const intent = this.intentOf(invoice)!;
    const card = this.find<PaymentMethod>("payment_method", cardId ?? subscription.default_payment_method);
    const { charge } = this.behaviourOf(card.id);
    const verdict = charge === "confirm" && isConfirmed ? "ok" : charge;
    if (isAutomatic || invoice.attempt_count === 0) this.countAttempt(invoice);
    if (verdict === "ok") {
      this.charge(intent, card, null);
      this.#settle(invoice);
    } else {
      if (verdict === "confirm") {
        Object.assign(intent, { status: "requires_action", payment_method: card.id } satisfies Partial<PaymentIntent>);
        this.emit("invoice.payment_action_required", invoice);
      } else this.charge(intent, card, verdict);
      // A renewal that needs a confirmation has failed, too: https://docs.stripe.com/billing/subscriptions/webhooks
      this.emit("invoice.payment_failed", invoice);
      this.updateStatus(subscription);
    }
    return verdict;
  }

  /**
   * Counts a try and sets the time of the next one. Of tries that people make, only the first counts:
   * https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count
   */
  protected countAttempt(invoice: Invoice): void {
    const wait = this.state.settings.retries.waits[invoice.attempt_count];
    const subscription = this.subscriptionOf(invoice);
    // Stripe does not retry a first payment; it expires: https://docs.stripe.com/billing/subscriptions/overview
    const isRetried = invoice.auto_advance && subscription.status !== "incomplete" && !hasEnded(subscription);
    Object.assign(invoice, {
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: isRetried && wait !== undefined ? this.nowSeconds + wait : null,
    } satisfies Partial<Invoice>);
  }

  #settle(invoice: Invoice): void {
    Object.assign(invoice, {
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      status_transitions: { paid_at: this.nowSeconds },
    } satisfies Partial<Invoice>);
    this.#endCollection(invoice, "paid");
    // https://docs.stripe.com/billing/subscriptions/webhooks#events
    this.emit("invoice.paid", invoice);
    this.updateStatus(this.subscriptionOf(invoice));
  }

  #endCollection(invoice: Invoice, status: InvoicePayment["status"]): void {
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null } satisfies Partial<Invoice>);
    const payment = this.#paymentOf(invoice);
    if (payment) payment.status = status;
  }

  /** https://docs.stripe.com/api/invoices/void */
  void(invoice: Invoice): void {
    if (invoice.status !== "open") {
      throw refuse(`You can only pass in open or uncollectible invoices. This invoice isn't open: ${invoice.status}.`);
    }
    invoice.status = "void";
    this.#endCollection(invoice, "canceled");
    this.intentOf(invoice)!.status = "canceled";
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
    const [decisive] = this.invoicesOf(subscription, (one) => one.status === "paid" || isGivenUp(one));
    if (decisive?.status !== "open") this.setStatus(subscription, "active");
    else if (outcome !== "cancel") this.setStatus(subscription, outcome);
  }

  /** The customer's decision about a card or a payment in the bank's dialog. Throws Stripe's 402 if it is a refusal. */
  confirm(intent: Intent, isApproved: boolean): void {
    const cardId = intent.payment_method!;
    if (!isApproved) {
      const code = `${intent.object}_authentication_failure` as const;
      const error = { code, message: REFUSED_BY_CUSTOMER };
      Object.assign(intent, { status: "requires_payment_method", payment_method: null });
      if (intent.object === "payment_intent") intent.last_payment_error = error;
      throw cardError(error);
    }
    if (intent.object === "setup_intent") {
      this.find<PaymentMethod>("payment_method", cardId).customer = intent.customer;
      intent.status = "succeeded";
      return;
    }
    const isOf = ({ payment }: InvoicePayment) => payment.payment_intent === intent.id;
    const [payment] = this.list<InvoicePayment>("invoice_payment", isOf);
    this.pay(this.find<Invoice>("invoice", payment!.invoice), { isConfirmed: true, cardId });
  }

  /**
   * The newest invoice that is neither a draft nor void decides whether the subscription is paid:
   * https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions
   */
  protected updateStatus(subscription: Subscription): void {
    const { status } = subscription;
    const [newest] = this.invoicesOf(subscription, (one) => one.status !== "draft" && one.status !== "void");
    if (status === "incomplete" && newest === undefined) this.expire(subscription);
    else if (newest?.status !== "open") this.setStatus(subscription, "active");
    else if (status === "active") this.setStatus(subscription, "past_due");
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
