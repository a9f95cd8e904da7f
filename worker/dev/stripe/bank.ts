import { hasEnded, Invoices } from "./invoices.ts";
import { lengthOf, newInvoice, newSubscription } from "./new-objects.ts";
import type { Charge, Coupon, Customer, Invoice, Price, PromotionCode, Subscription } from "./objects.ts";
import { addDiscount, redeem, takeCoupon } from "./promotions.ts";
import { addTax, taxCountry } from "./tax.ts";
import { dueTaxIds, hasTaxId, taxIdsOf } from "./tax-ids.ts";
import type { Due } from "./store.ts";

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

/**
 * How a call fails: a 500 `before` or `after` its effect, a 429, or a 409 because another request with its idempotency
 * key is running. Only a 500 uses up the key. https://docs.stripe.com/rate-limits and
 * https://docs.stripe.com/api/idempotent_requests
 */
export type Failure = "before" | "after" | "rate_limit" | "lock_timeout" | "idempotency_key_in_use";

/** The settings may be those of another subscription. */
type NewSubscription = Pick<Subscription, "customer" | "default_payment_method" | "metadata"> &
  Partial<Pick<Subscription, "id" | "description" | "invoice_settings" | "payment_settings">> & {
    promotion?: { coupon: Coupon; code: PromotionCode } | undefined;
    isTaxed?: boolean;
  };

/**
 * Stripe's objects and what happens to them, in classes that extend each other: `Store` (objects, clock, events),
 * `Charges`, `Invoices`, and here subscriptions.
 */
export class Bank extends Invoices {
  /** Tests set it to make API calls fail. */
  failCall: (asked: { method: string; path: string }) => Failure | undefined = () => undefined;

  /** Charges the first period at once. */
  createSubscription(given: NewSubscription, price: Price): Subscription {
    const { id = this.id("sub"), customer, default_payment_method, metadata, description = null } = given;
    const { payment_settings, invoice_settings, promotion, isTaxed = false } = given;
    const created = this.save(
      newSubscription({
        id,
        created: this.nowSeconds,
        customer,
        default_payment_method,
        metadata,
        description,
        price,
        automatic_tax: { disabled_reason: null, enabled: isTaxed },
        ...(invoice_settings && { invoice_settings }),
        ...(payment_settings && { payment_settings }),
        ...(promotion && { discounts: [redeem(this, promotion).id] }),
      }),
    );
    this.emit("customer.subscription.created", created);
    const invoice = this.#draft(created, "subscription_create");
    this.open(invoice);
    if (invoice.status === "open") this.#collect(invoice);
    return created;
  }

  /** Returns the draft invoice of the subscription's next period. */
  beginPeriod(subscription: Subscription): Invoice {
    const item = subscription.items.data[0]!;
    item.current_period_start = item.current_period_end;
    item.current_period_end += lengthOf(item.price);
    this.emit("customer.subscription.updated", subscription);
    return this.#draft(subscription, "subscription_cycle");
  }

  #draft(subscription: Subscription, billing_reason: Invoice["billing_reason"]): Invoice {
    // Unpaid: no payment is tried. First: it is charged now, and not retried by itself.
    // https://docs.stripe.com/billing/invoices/subscription#sub-invoice-lifecycle
    const isCollected = subscription.status !== "unpaid" && billing_reason !== "subscription_create";
    const customer = this.find<Customer>("customer", subscription.customer);
    const invoice = this.save(
      newInvoice({
        id: this.id("in"),
        created: this.nowSeconds,
        customer,
        subscription,
        billing_reason,
        auto_advance: isCollected,
        automatically_finalizes_at: isCollected ? this.nowSeconds + DRAFT_S : null,
      }),
    );
    subscription.latest_invoice = invoice.id;
    this.#price(invoice, subscription, customer);
    return invoice;
  }

  #price(invoice: Invoice, subscription: Subscription, { id, address }: Customer): void {
    addDiscount(invoice, takeCoupon(this, subscription));
    invoice.customer_tax_ids = taxIdsOf(this, id).map(({ type, value }) => ({ type, value }));
    if (!subscription.automatic_tax.enabled) return;
    if (taxCountry(address)) addTax(invoice, address, hasTaxId(this, id));
    // Stripe turns the tax off and charges all the same: https://docs.stripe.com/tax/subscriptions
    else subscription.automatic_tax = { disabled_reason: "requires_location_inputs", enabled: false };
  }

  /** Whether Stripe finalizes and charges it: https://docs.stripe.com/invoicing/integration/automatic-advancement-collection */
  setCollection(invoice: Invoice, isAutomatic: boolean): void {
    const at = isAutomatic ? this.nowSeconds + DRAFT_S : null;
    invoice.auto_advance = isAutomatic;
    if (invoice.status === "draft") invoice.automatically_finalizes_at = at;
    else invoice.next_payment_attempt = at;
  }

  #collect(invoice: Invoice): void {
    if (this.#canBeTried(invoice)) this.pay(invoice, { isAutomatic: true });
    else {
      this.countAttempt(invoice);
    }
    const subscription = this.subscriptionOf(invoice);
    const isGivenUp = invoice.status === "open" && invoice.next_payment_attempt === null && invoice.auto_advance;
    if (!isGivenUp || hasEnded(subscription) || subscription.status === "incomplete") return;
    // https://docs.stripe.com/billing/revenue-recovery/smart-retries
    const { outcome } = this.state.settings.retries;
    if (outcome === "cancel") this.cancel(subscription, "payment_failed");
    else this.setStatus(subscription, outcome);
  }

  /**
   * Retries stay scheduled and are counted after a hard decline, but without a charge until there is another card:
   * https://docs.stripe.com/billing/revenue-recovery/smart-retries
   */
  #canBeTried(invoice: Invoice): boolean {
    const intent = this.intentOf(invoice)!;
    const { default_payment_method: card } = this.subscriptionOf(invoice);
    if (intent.status === "requires_action") return intent.payment_method !== card;
    const isFinal = ({ payment_intent, payment_method, outcome }: Charge) =>
      payment_intent === intent.id && payment_method === card && HARD_DECLINES.has(outcome.reason ?? "");
    return this.list<Charge>("charge", isFinal).length === 0;
  }

  change(
    subscription: Subscription,
    fields: Partial<Pick<Subscription, "cancel_at_period_end" | "cancel_at" | "default_payment_method" | "metadata">>,
  ) {
    Object.assign(subscription, fields);
    const { cancel_at: at, cancel_at_period_end: endsWithPeriod } = fields;
    if (endsWithPeriod === true) subscription.cancel_at = subscription.items.data[0]!.current_period_end;
    if (endsWithPeriod === false && at === undefined) subscription.cancel_at = null;
    if (at === null) subscription.cancel_at_period_end = false;
    if (endsWithPeriod !== undefined || at !== undefined) {
      const isEnding = subscription.cancel_at !== null;
      // The time of the request, not of the end: https://docs.stripe.com/api/subscriptions/object#subscription_object-canceled_at
      subscription.canceled_at = isEnding ? this.nowSeconds : null;
      subscription.cancellation_details.reason = isEnding ? "cancellation_requested" : null;
    }
    this.emit("customer.subscription.updated", subscription);
  }

  /**
   * Ends the subscription at once. Open invoices stay open but are no longer charged
   * automatically. The clock still charges drafts.
   * https://docs.stripe.com/api/subscriptions/cancel
   */
  cancel(
    subscription: Subscription,
    reason: CancellationReason = "cancellation_requested",
    comment: string | null = null,
  ) {
    const now = this.nowSeconds;
    Object.assign(subscription, {
      status: subscription.status === "incomplete" ? "incomplete_expired" : "canceled",
      canceled_at: now,
      cancellation_details: { reason, comment },
      ended_at: now,
    } satisfies Partial<Subscription>);
    for (const invoice of this.invoicesOf(subscription, ({ status }) => status === "open")) {
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null } satisfies Partial<Invoice>);
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
    const invoices = this.list<Invoice>("invoice", ({ auto_advance }) => auto_advance).toReversed();
    const subscriptions = this.list<Subscription>("subscription", (one) => !hasEnded(one)).toReversed();
    return [
      ...dueTaxIds(this),
      ...invoices.flatMap((invoice) => this.#dueOfInvoice(invoice)),
      ...subscriptions.map((subscription) => this.#dueOfSubscription(subscription)),
    ];
  }

  #dueOfInvoice(invoice: Invoice): Due[] {
    const { status, automatically_finalizes_at, next_payment_attempt } = invoice;
    const at = status === "draft" ? automatically_finalizes_at : next_payment_attempt;
    const run = () => {
      if (status === "draft") this.open(invoice);
      if (invoice.status === "open") this.#collect(invoice);
    };
    return at === null ? [] : [{ at, run }];
  }

  #dueOfSubscription(subscription: Subscription): Due {
    const { status, created, cancel_at } = subscription;
    if (status === "incomplete") return { at: created + INCOMPLETE_EXPIRES_S, run: () => this.expire(subscription) };
    const end = subscription.items.data[0]!.current_period_end;
    return cancel_at !== null && cancel_at <= end
      ? { at: cancel_at, run: () => this.cancel(subscription) }
      : { at: end, run: () => void this.beginPeriod(subscription) };
  }

  /**
   * Moves the clock by whole days, and by the hour for which a renewal's invoice is a draft then. Returns the moved
   * milliseconds.
   */
  advance(days: number): number {
    const ms = days * DAY_S * 1000;
    this.advanceBy(ms);
    const waits = this.list<Invoice>("invoice").map(
      ({ automatically_finalizes_at: at }) => (at ?? 0) - this.nowSeconds,
    );
    const more = Math.max(0, ...waits) * 1000;
    this.advanceBy(more);
    return ms + more;
  }
}

type CancellationReason = Subscription["cancellation_details"]["reason"];
