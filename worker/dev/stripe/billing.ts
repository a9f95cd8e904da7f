import { Invoices, hasEnded } from "./invoices.ts";
import type { Charge, Customer, Invoice, InvoiceLine, Price, Subscription } from "./objects.ts";
import { newInvoice } from "./objects/invoices.ts";
import { newSubscription } from "./objects/subscriptions.ts";
import { priceDraft } from "./pricing.ts";
import { type AskedDiscount, redeem } from "./promotions.ts";
import { dueTaxIds } from "./tax-ids.ts";
import { type Due, refuse } from "./store.ts";

const DAY_S = 86_400;
/** How long a renewal's invoice is a draft: https://docs.stripe.com/billing/invoices/subscription */
const DRAFT_S = 3600;
/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const INCOMPLETE_EXPIRES_S = 23 * 3600;
/** https://docs.stripe.com/billing/revenue-recovery/smart-retries#non-retryable-decline-codes */
const HARD_DECLINES = new Set([
  "incorrect_number",
  "lost_card",
  "pickup_card",
  "stolen_card",
  "revocation_of_authorization",
  "revocation_of_all_authorizations",
  "authentication_required",
  "highest_risk_level",
  "transaction_not_allowed",
]);

/** The settings may be those of another subscription. */
type NewSubscription = Pick<Subscription, "customer" | "default_payment_method" | "metadata"> & {
  id?: string;
  description?: string | null;
  invoice_settings?: { description: string | null };
  payment_settings?: Pick<NonNullable<Subscription["payment_settings"]>, "payment_method_types"> | null;
  redeems?: AskedDiscount[];
  isTaxed?: boolean;
};

type Line = Pick<InvoiceLine, "amount" | "period"> & { price: Price };

/** The subscriptions of the stand-in for Stripe. Times of objects are Unix seconds. */
export class Billing extends Invoices {
  /** Charges the first period at once. */
  createSubscription(given: NewSubscription, price: Price): Subscription {
    const { id = this.id("sub"), customer, default_payment_method, metadata, description = null } = given;
    const now = this.nowSeconds;
    const { redeems = [], isTaxed = false } = given;
    const line = firstLine(price, now);
    const created = this.save(
      newSubscription({
        id,
        created: now,
        customer,
        default_payment_method,
        metadata,
        description,
        price,
        item: { id: this.id("si"), created: now, current_period_start: now, current_period_end: line.period.end },
      }),
    );
    created.invoice_settings.description = given.invoice_settings?.description ?? null;
    created.payment_settings!.payment_method_types = given.payment_settings?.payment_method_types ?? null;
    created.automatic_tax.enabled = isTaxed;
    created.discounts = redeems.map((asked) => redeem(this, asked, customer, id).id);
    this.emit("customer.subscription.created", created);
    this.#chargeNow(created, "subscription_create", [line]);
    return created;
  }

  /** Returns the draft invoice of the subscription's next period. */
  beginPeriod(subscription: Subscription, reason: Invoice["billing_reason"] = "subscription_cycle"): Invoice {
    const item = subscription.items.data[0]!;
    const { price, current_period_end: start } = item;
    const period = { start, end: start + lengthOf(price) };
    [item.current_period_start, item.current_period_end] = [period.start, period.end];
    this.emit("customer.subscription.updated", subscription);
    return this.#draft(subscription, reason, [{ amount: price.unit_amount!, period, price }]);
  }

  #draft(subscription: Subscription, reason: Invoice["billing_reason"], lines: Line[]): Invoice {
    // Unpaid: no payment is tried. First: it is charged now, and not retried by itself.
    // https://docs.stripe.com/billing/invoices/subscription#sub-invoice-lifecycle
    const isCollected = subscription.status !== "unpaid" && reason !== "subscription_create";
    const { current_period_start: start } = subscription.items.data[0]!;
    const customer = this.find<Customer>("customer", subscription.customer);
    const invoice = this.save(
      newInvoice({
        id: this.id("in"),
        created: this.nowSeconds,
        customer,
        subscription: structuredClone(subscription),
        billing_reason: reason,
        auto_advance: isCollected,
        automatically_finalizes_at: isCollected ? this.nowSeconds + DRAFT_S : null,
        // The paid period is that of the line, as at Stripe.
        period_start: start,
        period_end: start,
        lines: lines.map((line) => ({ id: this.id("il"), ...line })),
      }),
    );
    subscription.latest_invoice = invoice.id;
    priceDraft(this, invoice, subscription, customer);
    this.emit("invoice.created", invoice);
    return invoice;
  }

  #chargeNow(subscription: Subscription, reason: Invoice["billing_reason"], lines: Line[]): void {
    const invoice = this.#draft(subscription, reason, lines);
    this.open(invoice);
    if (invoice.status === "open" && subscription.status !== "unpaid") this.#collect(invoice);
  }

  /** Opens a draft, and charges it if that is automatic. */
  finalize(invoice: Invoice): void {
    this.open(invoice);
    if (invoice.status === "open" && invoice.auto_advance) this.#collect(invoice);
  }

  /** Whether Stripe finalizes and charges it: https://docs.stripe.com/invoicing/integration/automatic-advancement-collection */
  setCollection(invoice: Invoice, isAutomatic: boolean): void {
    const at = isAutomatic ? this.nowSeconds + DRAFT_S : null;
    Object.assign(invoice, {
      auto_advance: isAutomatic,
      ...(invoice.status === "draft" ? { automatically_finalizes_at: at } : { next_payment_attempt: at }),
    } satisfies Partial<Invoice>);
    this.emit("invoice.updated", invoice);
  }

  #collect(invoice: Invoice): void {
    if (this.#canBeTried(invoice)) this.pay(invoice, { isAutomatic: true });
    else {
      this.countAttempt(invoice);
      this.emit("invoice.updated", invoice);
    }
    this.#giveUpIfOver(invoice);
  }

  #giveUpIfOver(invoice: Invoice): void {
    const subscription = this.subscriptionOf(invoice);
    const isGivenUp = invoice.status === "open" && invoice.next_payment_attempt === null;
    if (isGivenUp && invoice.auto_advance === true && !hasEnded(subscription) && subscription.status !== "incomplete")
      this.#giveUp(subscription);
  }

  /**
   * Retries stay scheduled and are counted after a hard decline, but without a charge until there is another card:
   * https://docs.stripe.com/billing/revenue-recovery/smart-retries
   */
  #canBeTried(invoice: Invoice): boolean {
    const intent = this.intentOf(invoice)!;
    const { default_payment_method: card } = this.subscriptionOf(invoice);
    if (intent.status === "requires_action") return intent.payment_method !== card;
    const isFinal = ({ payment_intent, payment_method, status, outcome }: Charge) =>
      payment_intent === intent.id &&
      payment_method === card &&
      status === "failed" &&
      HARD_DECLINES.has(outcome?.reason ?? "");
    return this.list<Charge>("charge", isFinal).length === 0;
  }

  /** https://docs.stripe.com/billing/revenue-recovery/smart-retries */
  #giveUp(subscription: Subscription): void {
    const { outcome } = this.state.settings.retries;
    if (outcome === "cancel") this.cancel(subscription, "payment_failed");
    else this.setStatus(subscription, outcome);
  }

  change(
    subscription: Subscription,
    fields: Partial<
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
    Object.assign(subscription, fields);
    const { items } = subscription;
    if (fields.cancel_at_period_end === true) subscription.cancel_at = items.data[0]!.current_period_end;
    if (fields.cancel_at_period_end === false && fields.cancel_at === undefined) subscription.cancel_at = null;
    if (fields.cancel_at === null) subscription.cancel_at_period_end = false;
    if (fields.cancel_at_period_end !== undefined || fields.cancel_at !== undefined) {
      const isEnding = subscription.cancel_at !== null;
      // The time of the request, not of the end: https://docs.stripe.com/api/subscriptions/object#subscription_object-canceled_at
      subscription.canceled_at = isEnding ? this.nowSeconds : null;
      subscription.cancellation_details!.reason = isEnding ? "cancellation_requested" : null;
    }
    this.emit("customer.subscription.updated", subscription);
  }

  /**
   * Ends the subscription at once. Open invoices stay open but are no longer charged
   * automatically. The clock still charges drafts.
   * https://docs.stripe.com/api/subscriptions/cancel
   */
  cancel(subscription: Subscription, reason: CancellationReason = "cancellation_requested"): void {
    const now = this.nowSeconds;
    Object.assign(subscription, {
      status: subscription.status === "incomplete" ? "incomplete_expired" : "canceled",
      canceled_at: now,
      ended_at: now,
    } satisfies Partial<Subscription>);
    subscription.cancellation_details!.reason = reason;
    for (const invoice of this.invoicesOf(subscription, ({ status }) => status === "open")) {
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null } satisfies Partial<Invoice>);
      this.emit("invoice.updated", invoice);
    }
    this.emit("customer.subscription.deleted", subscription);
  }

  /** A person pauses its payments in Stripe's dashboard: https://docs.stripe.com/billing/subscriptions/pause-payment */
  pause(subscription: Subscription): void {
    subscription.pause_collection = { behavior: "void", resumes_at: null };
    this.emit("customer.subscription.updated", subscription);
  }

  protected override due(): Due[] {
    // `list` returns the newest first.
    const invoices = this.list<Invoice>("invoice", ({ auto_advance }) => auto_advance === true).toReversed();
    const subscriptions = this.list<Subscription>("subscription", (one) => !hasEnded(one)).toReversed();
    return [
      ...super.due(),
      ...dueTaxIds(this),
      ...invoices.flatMap((invoice) => this.#dueOfInvoice(invoice)),
      ...subscriptions.flatMap((subscription) => this.#dueOfSubscription(subscription)),
    ];
  }

  #dueOfInvoice(invoice: Invoice): Due[] {
    const { status, automatically_finalizes_at, next_payment_attempt } = invoice;
    if (status === "draft" && automatically_finalizes_at !== null) {
      return [{ at: automatically_finalizes_at, run: () => this.finalize(invoice) }];
    }
    if (status === "open" && next_payment_attempt !== null) {
      return [{ at: next_payment_attempt, run: () => this.#collect(invoice) }];
    }
    return [];
  }

  #dueOfSubscription(subscription: Subscription): Due[] {
    const { status, created, cancel_at, cancel_at_period_end } = subscription;
    if (status === "incomplete") return [{ at: created + INCOMPLETE_EXPIRES_S, run: () => this.expire(subscription) }];
    const end = subscription.items.data[0]!.current_period_end;
    const endsAt = Math.min(cancel_at ?? Infinity, cancel_at_period_end ? end : Infinity);
    if (endsAt <= end) return [{ at: endsAt, run: () => this.cancel(subscription) }];
    return [{ at: end, run: () => void this.beginPeriod(subscription) }];
  }

  /**
   * Moves the clock by whole days, and by the hour for which a renewal's invoice is a draft then. Returns the moved
   * milliseconds.
   */
  advance(days: number): number {
    const ms = days * DAY_S * 1000;
    this.advanceBy(ms);
    const waits = this.list<Invoice>(
      "invoice",
      ({ status, auto_advance }) => status === "draft" && auto_advance === true,
    )
      .map(({ automatically_finalizes_at }) => (automatically_finalizes_at ?? 0) - this.nowSeconds)
      .filter((wait) => wait > 0);
    const more = Math.max(0, ...waits) * 1000;
    this.advanceBy(more);
    return ms + more;
  }
}

type CancellationReason = NonNullable<NonNullable<Subscription["cancellation_details"]>["reason"]>;

export const firstLine = (price: Price, now: number): Line => ({
  amount: price.unit_amount!,
  period: { start: now, end: now + lengthOf(price) },
  price,
});

/** In seconds. */
export function lengthOf({ recurring }: Price): number {
  const { interval, interval_count } = recurring!;
  if (interval !== "day") throw refuse("The stand-in knows prices for days only.");
  return interval_count * DAY_S;
}
