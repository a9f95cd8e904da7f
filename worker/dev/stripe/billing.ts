import type { Card, Verdict } from "./cards.ts";
import type { Charge, Intent, Invoice, PaymentMethod, Price, Subscription } from "./objects.ts";
import { refuse, Store, StripeError } from "./store.ts";

const DAY_S = 86_400;
const INCOMPLETE_EXPIRES_S = 23 * 3600;
const RETRY_S = 3 * DAY_S;
/** Stripe's own default is to give up after some tries and cancel. */
const TRIES_MAX = 4;
/** https://docs.stripe.com/billing/subscriptions/webhooks#understand */
const DRAFT_S = 3600;

/** Cards, subscriptions and their invoices. */
export class Billing extends Store {
  saveCard(card: Card): PaymentMethod {
    return this.keep<PaymentMethod>({
      object: "payment_method",
      id: this.id("pm"),
      type: "card",
      customer: null,
      card: { brand: card.brand, last4: card.number.slice(-4) },
      behaviour: { setup: card.setup, charge: card.charge },
    });
  }

  attach(card: PaymentMethod, customer: string): PaymentMethod {
    if (card.customer && card.customer !== customer) {
      throw refuse("The payment method is attached to another customer.");
    }
    if (typeof card.behaviour.setup === "object") throw cardError(card.behaviour.setup);
    card.customer = customer;
    return card;
  }

  newSetup(customer: string): Intent {
    return this.keep<Intent>({
      object: "setup_intent",
      ...this.#secretId("seti"),
      customer,
      status: "requires_payment_method",
      payment_method: null,
      created: this.time,
    });
  }

  #secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
  }

  begin(
    subscription: Omit<Subscription, "items" | "latest_invoice" | "status" | "cancel_at">,
    price: Price,
  ): Subscription {
    const begun = this.keep<Subscription>({
      ...subscription,
      status: "incomplete",
      cancel_at: null,
      latest_invoice: null,
      items: {
        object: "list",
        has_more: false,
        url: "/v1/subscription_items",
        data: [{ id: this.id("si"), price, current_period_start: this.time, current_period_end: this.time }],
      },
    });
    // The first one is never a draft that waits.
    this.finish(this.beginPeriod(begun, "subscription_create"));
    this.tell("customer.subscription.created", begun);
    return begun;
  }

  /** The next period with the draft of its invoice. */
  beginPeriod(subscription: Subscription, reason: Invoice["billing_reason"] = "subscription_cycle"): Invoice {
    const item = subscription.items.data[0]!;
    const { unit_amount: amount, currency, recurring } = item.price;
    const start = item.current_period_end;
    const end = start + recurring.interval_count * DAY_S;
    [item.current_period_start, item.current_period_end] = [start, end];
    const invoice = this.keep<Invoice>({
      object: "invoice",
      id: this.id("in"),
      customer: subscription.customer,
      status: "draft",
      auto_advance: true,
      billing_reason: reason,
      description: subscription.invoice_settings?.description ?? null,
      amount_due: amount,
      amount_paid: 0,
      attempt_count: 0,
      currency,
      created: this.time,
      period_start: start,
      period_end: start,
      hosted_invoice_url: null,
      status_transitions: { paid_at: null },
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
      lines: { object: "list", data: [{ id: this.id("il"), amount, period: { start, end } }] },
      next_payment_attempt: null,
      payment_intent: null,
    });
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  /** A draft gets its link and is charged: https://docs.stripe.com/invoicing/overview#invoice-lifecycle */
  finish(invoice: Invoice): void {
    const subscription = this.subscriptionOf(invoice);
    invoice.status = "open";
    invoice.hosted_invoice_url = `${this.origin}/dev/stripe/invoices/${invoice.id}`;
    invoice.payment_intent = this.keep<Intent>({
      object: "payment_intent",
      ...this.#secretId("pi"),
      customer: invoice.customer,
      status: "requires_payment_method",
      payment_method: subscription.default_payment_method,
      last_payment_error: null,
      amount: invoice.amount_due,
      currency: invoice.currency,
      invoice: invoice.id,
      created: this.time,
    }).id;
    this.pay(invoice);
  }

  /**
   * Charges an open invoice's card, whatever became of its subscription: its hosted page takes money as long as it is
   * open. `isConfirmed`: the bank has asked its customer.
   */
  pay(invoice: Invoice, { isConfirmed = false, cardId }: { isConfirmed?: boolean; cardId?: string } = {}): Verdict {
    // https://docs.stripe.com/invoicing/overview#invoice-statuses: one that was written off may still be paid.
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
      this.tell("invoice.payment_action_required", invoice);
    } else if (verdict === "ok") {
      this.#charge(intent, null);
      intent.status = "succeeded";
      Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, auto_advance: false });
      invoice.next_payment_attempt = null;
      invoice.status_transitions.paid_at = this.time;
      if (subscription.latest_invoice === invoice.id) this.#setStatus(subscription, "active");
      this.tell("invoice.paid", invoice);
    } else {
      this.#charge(intent, verdict.message);
      intent.status = "requires_payment_method";
      intent.last_payment_error = { message: verdict.message, code: verdict.code };
      invoice.next_payment_attempt = isOver(subscription) ? null : this.time + RETRY_S;
      if (subscription.status !== "incomplete") this.#setStatus(subscription, "past_due");
      this.tell("invoice.payment_failed", invoice);
    }
    return verdict;
  }

  /** https://docs.stripe.com/api/invoices/void: a finished invoice only; nobody can pay it any more. */
  void(invoice: Invoice): void {
    if (invoice.status !== "open" && invoice.status !== "uncollectible") {
      throw refuse(`You can only pass in open or uncollectible invoices. This invoice isn't open: ${invoice.status}.`);
    }
    const intent = this.find<Intent>("payment_intent", invoice.payment_intent);
    if (intent.status === "processing") throw refuse("A payment of this invoice is processing.");
    Object.assign(invoice, { status: "void", auto_advance: false, next_payment_attempt: null });
    intent.status = "canceled";
    this.tell("invoice.voided", invoice);
  }

  /** The bank has asked its customer about a card or a payment. */
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
    this.keep<Charge>({
      object: "charge",
      id: this.id("ch"),
      customer: intent.customer,
      amount: intent.amount!,
      amount_refunded: 0,
      currency: intent.currency!,
      created: this.time,
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
    if (subscription.status === status || isOver(subscription)) return;
    subscription.status = status;
    this.tell("customer.subscription.updated", subscription);
  }

  change(
    subscription: Subscription,
    change: Partial<
      Pick<
        Subscription,
        | "cancel_at_period_end"
        | "cancel_at"
        | "default_payment_method"
        | "description"
        | "invoice_settings"
        | "metadata"
      >
    >,
  ) {
    Object.assign(subscription, change);
    this.tell("customer.subscription.updated", subscription);
  }

  /**
   * At once. Finished invoices stay open and are only not charged by themselves any more, drafts go their way:
   * https://docs.stripe.com/api/subscriptions/cancel
   */
  end(subscription: Subscription): void {
    const isUnpaid = subscription.status === "incomplete";
    const now = this.time;
    Object.assign(subscription, {
      status: isUnpaid ? "incomplete_expired" : "canceled",
      canceled_at: now,
      ended_at: now,
    });
    for (const invoice of this.#invoicesOf(subscription, "open")) {
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
    }
    this.tell("customer.subscription.deleted", subscription);
  }

  /** Nobody confirmed the first payment: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
  #expire(subscription: Subscription): void {
    this.end(subscription);
    for (const invoice of this.#invoicesOf(subscription, "open")) this.void(invoice);
  }

  #invoicesOf = (subscription: Subscription, status: Invoice["status"]) =>
    this.list<Invoice>(
      "invoice",
      (one) => one.parent.subscription_details.subscription === subscription.id && one.status === status,
    );

  /** Lets time pass, a day at a time: periods end, renewals are charged and tried again, what was not confirmed expires. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.state.aheadMs += DAY_S * 1000;
      const isDue = ({ status, auto_advance, created }: Invoice) =>
        status === "draft" && auto_advance && this.time >= created + DRAFT_S;
      for (const invoice of this.list<Invoice>("invoice", isDue).toReversed()) this.finish(invoice);
      for (const subscription of this.list<Subscription>("subscription", (one) => !isOver(one)).toReversed()) {
        this.#pass(subscription);
      }
    }
  }

  #pass(subscription: Subscription): void {
    if (subscription.status === "incomplete") {
      if (this.time - subscription.created >= INCOMPLETE_EXPIRES_S) this.#expire(subscription);
      return;
    }
    if (subscription.items.data[0]!.current_period_end <= this.time) {
      const { cancel_at } = subscription;
      if (subscription.cancel_at_period_end || (cancel_at !== null && cancel_at <= this.time)) {
        return this.end(subscription);
      }
      // The hour as a draft passes within the day.
      return this.finish(this.beginPeriod(subscription));
    }
    const invoice = this.find<Invoice>("invoice", subscription.latest_invoice);
    if (invoice.status !== "open" || this.time < (invoice.next_payment_attempt ?? Infinity)) return;
    const isGivenUp = this.pay(invoice) !== "ok" && invoice.attempt_count >= TRIES_MAX;
    if (isGivenUp) this.end(subscription);
  }
}

const isOver = ({ status }: Subscription) => status === "canceled" || status === "incomplete_expired";

export const cardError = ({ code, decline_code, message }: Exclude<Verdict, string>) =>
  new StripeError(402, "card_error", message, { code, decline_code });
