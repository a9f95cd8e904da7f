import { verifyTaxIds } from "./tax-ids.ts";
import { Invoices, hasEnded } from "./invoices.ts";
import type { Customer, Invoice, Price, Subscription } from "./objects.ts";
import { newInvoice } from "./objects/invoices.ts";
import { newSubscription } from "./objects/subscriptions.ts";
import { refuse } from "./store.ts";

const DAY_S = 86_400;
const INCOMPLETE_EXPIRES_S = 23 * 3600;
/** After this many failed charges of an invoice the subscription is cancelled, as Stripe can be set to do. */
const ATTEMPTS_MAX = 4;
/** How long a renewal's invoice is a draft: https://docs.stripe.com/billing/subscriptions/webhooks */
const DRAFT_S = 3600;

/** `invoice_settings` and `payment_settings` may be those of another subscription. */
type NewSubscription = Pick<Subscription, "customer" | "default_payment_method" | "metadata"> & {
  id?: string;
  description?: string | null;
  invoice_settings?: { description: string | null };
  payment_settings?: Pick<NonNullable<Subscription["payment_settings"]>, "payment_method_types"> | null;
};

/** The subscriptions of the stand-in for Stripe. Times of objects are Unix seconds. */
export class Billing extends Invoices {
  /** Charges the first period at once. */
  createSubscription(given: NewSubscription, price: Price): Subscription {
    const { id = this.id("sub"), customer, default_payment_method, metadata, description = null } = given;
    const now = this.nowSeconds;
    const created = this.save(
      newSubscription({
        id,
        created: now,
        customer,
        default_payment_method,
        metadata,
        description,
        price,
        item: { id: this.id("si"), created: now, current_period_start: now, current_period_end: now },
      }),
    );
    created.invoice_settings.description = given.invoice_settings?.description ?? null;
    created.payment_settings!.payment_method_types = given.payment_settings?.payment_method_types ?? null;
    this.finalize(this.beginPeriod(created, "subscription_create"));
    this.emit("customer.subscription.created", created);
    return created;
  }

  /** Returns the draft invoice of the subscription's next period. */
  beginPeriod(subscription: Subscription, reason: Invoice["billing_reason"] = "subscription_cycle"): Invoice {
    const item = subscription.items.data[0]!;
    const { price } = item;
    const start = item.current_period_end;
    // The interval of the product's price is a day.
    const end = start + price.recurring!.interval_count * DAY_S;
    [item.current_period_start, item.current_period_end] = [start, end];
    const invoice = this.save(
      newInvoice({
        id: this.id("in"),
        created: this.nowSeconds,
        customer: this.find<Customer>("customer", subscription.customer),
        subscription: structuredClone(subscription),
        billing_reason: reason,
        // The paid period is that of the line, as at Stripe.
        period_start: start,
        period_end: start,
        lines: [{ id: this.id("il"), amount: price.unit_amount!, period: { start, end }, price }],
      }),
    );
    subscription.latest_invoice = invoice.id;
    return invoice;
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
    this.emit("customer.subscription.updated", subscription);
  }

  /**
   * Moves the end of the period, and makes a paid invoice of 0:
   * https://docs.stripe.com/billing/subscriptions/trials/manage-trial-compliance
   */
  startTrial(subscription: Subscription, trialEnd: number): void {
    const item = subscription.items.data[0]!;
    const now = this.nowSeconds;
    if (trialEnd <= now) throw refuse("Invalid timestamp: must be an integer Unix timestamp in the future.");
    [item.current_period_start, item.current_period_end] = [now, trialEnd];
    const period = { start: now, end: trialEnd };
    const invoice = this.save(
      newInvoice({
        id: this.id("in"),
        created: now,
        customer: this.find<Customer>("customer", subscription.customer),
        subscription: structuredClone(subscription),
        billing_reason: "subscription_update",
        period_start: now,
        period_end: now,
        lines: [{ id: this.id("il"), amount: 0, period, price: item.price }],
      }),
    );
    Object.assign(invoice, { status: "paid", auto_advance: false } satisfies Partial<Invoice>);
    invoice.status_transitions.paid_at = now;
    Object.assign(subscription, {
      status: "trialing",
      trial_start: now,
      trial_end: trialEnd,
      billing_cycle_anchor: trialEnd,
      latest_invoice: invoice.id,
    } satisfies Partial<Subscription>);
    this.emit("customer.subscription.updated", subscription);
  }

  /**
   * Ends the subscription at once. Open invoices stay open but are no longer charged
   * automatically. `advance` still charges drafts.
   * https://docs.stripe.com/api/subscriptions/cancel
   */
  cancel(subscription: Subscription): void {
    const isUnpaid = subscription.status === "incomplete";
    const endedAt = this.nowSeconds;
    Object.assign(subscription, {
      status: isUnpaid ? "incomplete_expired" : "canceled",
      canceled_at: endedAt,
      ended_at: endedAt,
    } satisfies Partial<Subscription>);
    for (const invoice of this.#invoicesOf(subscription, "open")) {
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
    }
    this.emit("customer.subscription.deleted", subscription);
  }

  /**
   * Ends a subscription whose first payment was not confirmed in time, and voids its open invoices:
   * https://docs.stripe.com/api/subscriptions/object#subscription_object-status
   */
  #expire(subscription: Subscription): void {
    this.cancel(subscription);
    for (const invoice of this.#invoicesOf(subscription, "open")) this.void(invoice);
  }

  #invoicesOf = (subscription: Subscription, status: Invoice["status"]) =>
    this.list<Invoice>(
      "invoice",
      (one) => one.parent?.subscription_details?.subscription === subscription.id && one.status === status,
    );

  /** Moves the clock, one day at a time. Periods end, renewals are charged or retried, unconfirmed payments expire. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.state.aheadMs += DAY_S * 1000;
      const isDue = ({ status, auto_advance, created }: Invoice) =>
        status === "draft" && auto_advance === true && this.nowSeconds >= created + DRAFT_S;
      // `list` returns the newest first.
      for (const invoice of this.list<Invoice>("invoice", isDue).toReversed()) this.finalize(invoice);
      for (const subscription of this.list<Subscription>("subscription", (one) => !hasEnded(one)).toReversed()) {
        this.#advanceSubscription(subscription);
      }
      this.settleBalance();
      verifyTaxIds(this);
    }
  }

  #advanceSubscription(subscription: Subscription): void {
    if (subscription.status === "incomplete") {
      if (this.nowSeconds - subscription.created >= INCOMPLETE_EXPIRES_S) this.#expire(subscription);
      return;
    }
    if (subscription.items.data[0]!.current_period_end <= this.nowSeconds) {
      const { cancel_at } = subscription;
      if (subscription.cancel_at_period_end || (cancel_at !== null && cancel_at <= this.nowSeconds)) {
        return this.cancel(subscription);
      }
      // The clock moves by a day, so the invoice's hour as a draft is already over.
      return this.finalize(this.beginPeriod(subscription));
    }
    const invoice = this.find<Invoice>("invoice", subscription.latest_invoice);
    if (invoice.status !== "open" || this.nowSeconds < (invoice.next_payment_attempt ?? Infinity)) return;
    const isGivenUp = this.pay(invoice) !== "ok" && invoice.attempt_count >= ATTEMPTS_MAX;
    if (isGivenUp) this.cancel(subscription);
  }
}
