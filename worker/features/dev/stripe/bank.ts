import type { Card, Verdict } from "./cards.ts";
import type {
  Charge,
  Dispute,
  Intent,
  Invoice,
  PaymentMethod,
  Price,
  Refund,
  State,
  Stored,
  Subscription,
} from "./objects.ts";

const DAY_S = 86_400;
const INCOMPLETE_EXPIRES_S = 23 * 3600;
const RETRY_S = 3 * DAY_S;
/** Stripe's own default is to give up after some tries and cancel. */
const TRIES_MAX = 4;

export class StripeError extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, type: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.details = { type, message, ...details };
  }
}

/** What happens at Stripe and at banks, told by events. The state is changed in place. */
export class Bank {
  readonly state: State;
  readonly #now: () => number;
  readonly #origin: string;

  constructor(state: State, { now, origin }: { now(): number; origin: string }) {
    this.state = state;
    this.#now = now;
    this.#origin = origin;
  }

  /** In seconds, as the stand-in's clock has it. */
  get time(): number {
    return Math.floor((this.#now() + this.state.aheadMs) / 1000);
  }

  id(prefix: string): string {
    return `${prefix}_${(this.state.nextId++).toString(36).padStart(8, "0")}`;
  }

  keep<T extends Stored>(object: T): T {
    this.state.objects[object.id] = object;
    return object;
  }

  find<T extends Stored>(kind: T["object"], id: string | undefined): T {
    const found = this.state.objects[id ?? ""];
    if (found?.object !== kind) {
      throw new StripeError(404, "invalid_request_error", `No such ${kind}: '${id}'`, { code: "resource_missing" });
    }
    // The kind is what tells the objects apart.
    return found as T;
  }

  /** Newest first. */
  list<T extends Stored>(kind: T["object"], matches: (object: T) => boolean = () => true): T[] {
    const all = Object.values(this.state.objects).filter((object): object is T => object.object === kind);
    return all.filter(matches).toReversed();
  }

  tell(type: string, object: Stored): void {
    this.state.events.push({ id: this.id("evt"), type, created: this.time, object: structuredClone(object) });
  }

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
      throw new StripeError(400, "invalid_request_error", "The payment method is attached to another customer.");
    }
    if (typeof card.behaviour.setup === "object") throw cardError(card.behaviour.setup);
    card.customer = customer;
    return card;
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
    this.#invoice(begun);
    this.tell("customer.subscription.created", begun);
    return begun;
  }

  /** The next period's invoice, paid at once if the bank agrees. */
  #invoice(subscription: Subscription): void {
    const item = subscription.items.data[0]!;
    const { unit_amount: amount, currency, recurring } = item.price;
    const start = item.current_period_end;
    const end = start + recurring.interval_count * DAY_S;
    [item.current_period_start, item.current_period_end] = [start, end];
    const id = this.id("in");
    const intent = this.keep<Intent>({
      object: "payment_intent",
      ...this.#secretId("pi"),
      customer: subscription.customer,
      status: "requires_payment_method",
      payment_method: subscription.default_payment_method,
      last_payment_error: null,
      amount,
      currency,
      invoice: id,
      created: this.time,
    });
    subscription.latest_invoice = id;
    const invoice = this.keep<Invoice>({
      object: "invoice",
      id,
      customer: subscription.customer,
      status: "open",
      amount_due: amount,
      amount_paid: 0,
      attempt_count: 0,
      currency,
      created: this.time,
      period_start: start,
      period_end: start,
      hosted_invoice_url: `${this.#origin}/dev/stripe/invoices/${id}`,
      status_transitions: { paid_at: null },
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
      lines: { object: "list", data: [{ id: this.id("il"), amount, period: { start, end } }] },
      next_payment_attempt: null,
      payment_intent: intent.id,
    });
    this.pay(invoice);
  }

  #secretId(prefix: string) {
    const id = this.id(prefix);
    return { id, client_secret: `${id}_secret_${this.id("s")}` };
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

  /** Charges an invoice's card. `isConfirmed`: the bank has asked its customer. */
  pay(invoice: Invoice, { isConfirmed = false, cardId }: { isConfirmed?: boolean; cardId?: string } = {}): Verdict {
    const subscription = this.#subscriptionOf(invoice);
    const intent = this.find<Intent>("payment_intent", invoice.payment_intent);
    const card = this.find<PaymentMethod>("payment_method", cardId ?? subscription.default_payment_method ?? undefined);
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
      Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, next_payment_attempt: null });
      invoice.status_transitions.paid_at = this.time;
      this.#setStatus(subscription, "active");
      this.tell("invoice.paid", invoice);
    } else {
      this.#charge(intent, verdict.message);
      intent.status = "requires_payment_method";
      intent.last_payment_error = { message: verdict.message, code: verdict.code };
      invoice.next_payment_attempt = this.time + RETRY_S;
      if (subscription.status !== "incomplete") this.#setStatus(subscription, "past_due");
      this.tell("invoice.payment_failed", invoice);
    }
    return verdict;
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
      const card = this.find<PaymentMethod>("payment_method", intent.payment_method ?? undefined);
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
    });
  }

  #subscriptionOf(invoice: Invoice): Subscription {
    return this.find<Subscription>("subscription", invoice.parent.subscription_details.subscription);
  }

  #setStatus(subscription: Subscription, status: string): void {
    if (subscription.status === status || isOver(subscription)) return;
    subscription.status = status;
    this.tell("customer.subscription.updated", subscription);
  }

  change(
    subscription: Subscription,
    change: Partial<Pick<Subscription, "cancel_at_period_end" | "cancel_at" | "default_payment_method">>,
  ) {
    Object.assign(subscription, change);
    this.tell("customer.subscription.updated", subscription);
  }

  /** At once; what is unpaid is not asked for any more. */
  end(subscription: Subscription, status: "canceled" | "incomplete_expired" = "canceled"): void {
    const isUnpaid = subscription.status === "incomplete";
    Object.assign(subscription, {
      status: isUnpaid ? "incomplete_expired" : status,
      canceled_at: this.time,
      ended_at: this.time,
    });
    for (const invoice of this.list<Invoice>(
      "invoice",
      (open) => this.#isOf(open, subscription) && open.status === "open",
    )) {
      invoice.status = "void";
      this.find<Intent>("payment_intent", invoice.payment_intent).status = "canceled";
    }
    this.tell("customer.subscription.deleted", subscription);
  }

  #isOf = (invoice: Invoice, subscription: Subscription) =>
    invoice.parent.subscription_details.subscription === subscription.id;

  refund(charge: Charge, amount: number): Refund {
    if (charge.status !== "succeeded" || charge.amount_refunded + amount > charge.amount) {
      throw new StripeError(400, "invalid_request_error", "The charge cannot be refunded by that amount.", {
        code: "charge_already_refunded",
      });
    }
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const id = this.id("re");
    const refund = this.keep<Refund>({
      object: "refund",
      id,
      charge: charge.id,
      amount,
      created: this.time,
      status: "succeeded",
    });
    this.tell("charge.refunded", charge);
    return refund;
  }

  /** The card's owner goes to the bank. */
  openDispute(charge: Charge): Dispute {
    charge.disputed = true;
    const { id: chargeId, amount, payment_intent } = charge;
    const dispute = this.keep<Dispute>({
      object: "dispute",
      id: this.id("dp"),
      charge: chargeId,
      payment_intent,
      amount,
      created: this.time,
      status: "needs_response",
    });
    this.tell("charge.dispute.created", dispute);
    return dispute;
  }

  closeDispute(dispute: Dispute, status: "won" | "lost"): void {
    dispute.status = status;
    this.tell("charge.dispute.closed", dispute);
  }

  /** Lets time pass, a day at a time: periods end, renewals are charged and tried again, what was not confirmed expires. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.state.aheadMs += DAY_S * 1000;
      for (const subscription of this.list<Subscription>("subscription", (one) => !isOver(one)).toReversed()) {
        this.#pass(subscription);
      }
    }
  }

  #pass(subscription: Subscription): void {
    if (subscription.status === "incomplete") {
      if (this.time - subscription.created >= INCOMPLETE_EXPIRES_S) this.end(subscription);
      return;
    }
    if (subscription.items.data[0]!.current_period_end <= this.time) {
      const { cancel_at } = subscription;
      if (subscription.cancel_at_period_end || (cancel_at !== null && cancel_at <= this.time)) {
        return this.end(subscription);
      }
      return this.#invoice(subscription);
    }
    const invoice = this.find<Invoice>("invoice", subscription.latest_invoice!);
    if (invoice.status !== "open" || this.time < (invoice.next_payment_attempt ?? Infinity)) return;
    const isGivenUp = this.pay(invoice) !== "ok" && invoice.attempt_count >= TRIES_MAX;
    if (isGivenUp) this.end(subscription);
  }
}

const isOver = ({ status }: Subscription) => status === "canceled" || status === "incomplete_expired";

export const cardError = ({ code, decline_code, message }: Exclude<Verdict, string>) =>
  new StripeError(402, "card_error", message, { code, decline_code });
