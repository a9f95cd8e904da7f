import { Invoices, hasEnded } from "./invoices.ts";
import type { Charge, Customer, Invoice, InvoiceLine, PaymentIntent, Price, Subscription } from "./objects.ts";
import { newInvoice } from "./objects/invoices.ts";
import { planOf } from "./objects/prices.ts";
import { newSubscription } from "./objects/subscriptions.ts";
import { priceDraft, priceUpcoming } from "./pricing.ts";
import { type AskedDiscount, redeem } from "./promotions.ts";
import { dueTaxIds } from "./tax-ids.ts";
import { type Due, refuse } from "./store.ts";

const DAY_S = 86_400;
/** The bank answers to a debit within 14 business days, often after five: https://docs.stripe.com/payments/sepa-debit */
const DEBIT_S = 5 * DAY_S;
/** How long a renewal's invoice is a draft: https://docs.stripe.com/billing/invoices/subscription */
const DRAFT_S = 3600;
/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const INCOMPLETE_EXPIRES_S = 23 * 3600;
/**
 * https://docs.stripe.com/api/subscriptions/update#update_subscription-trial_end: at most two years from
 * `billing_cycle_anchor`. The stricter reading was chosen: from the anchor before the update.
 */
const TRIAL_MAX_S = 730 * DAY_S;
/** https://docs.stripe.com/billing/subscriptions/webhooks#events */
const TRIAL_NOTICE_S = 3 * DAY_S;
/** The operator can choose another number of days: https://docs.stripe.com/billing/subscriptions/webhooks#events */
const RENEWAL_NOTICE_S = 7 * DAY_S;

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
 * `invoice_settings` and `payment_settings` may be those of another subscription. `anchor`: the end of a shorter first
 * period, in Unix seconds. Its price is the share of a whole period, or nothing unless `prorates`.
 */
type NewSubscription = Pick<Subscription, "customer" | "default_payment_method" | "metadata"> & {
  id?: string;
  description?: string | null;
  invoice_settings?: { description: string | null };
  payment_settings?: Pick<NonNullable<Subscription["payment_settings"]>, "payment_method_types"> | null;
  anchor?: number | undefined;
  prorates?: boolean;
  redeems?: AskedDiscount[];
  isTaxed?: boolean;
};

/** `trialEnd` in Unix seconds: the next charge. `prorates`: the rest of the current period is credited. */
type NewTerms = { price?: Price | undefined; trialEnd?: number | undefined; prorates: boolean };
export type Line = Pick<InvoiceLine, "amount" | "period"> & {
  price: Price;
  isProration?: boolean;
  description?: string;
};

/** The subscriptions of the stand-in for Stripe. Times of objects are Unix seconds. */
export class Billing extends Invoices {
  /** Charges the first period at once. */
  createSubscription(given: NewSubscription, price: Price): Subscription {
    const { id = this.id("sub"), customer, default_payment_method, metadata, description = null } = given;
    const now = this.nowSeconds;
    const { anchor, prorates = true, redeems = [], isTaxed = false } = given;
    const line = firstLine(price, now, { anchor, prorates });
    const created = this.save(
      newSubscription({
        id,
        created: now,
        customer,
        default_payment_method,
        metadata,
        description,
        price,
        billing_cycle_anchor: anchor ?? now,
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

  /** Returns the draft invoice of the subscription's next period. A trial ends with it. */
  beginPeriod(subscription: Subscription, reason: Invoice["billing_reason"] = "subscription_cycle"): Invoice {
    const item = subscription.items.data[0]!;
    const { price, current_period_end: start } = item;
    const period = { start, end: start + lengthOf(price) };
    [item.current_period_start, item.current_period_end] = [period.start, period.end];
    if (subscription.status === "trialing") subscription.status = "active";
    this.emit("customer.subscription.updated", subscription);
    return this.#draft(subscription, reason, [{ amount: price.unit_amount!, period, price }]);
  }

  #draft(subscription: Subscription, reason: Invoice["billing_reason"], lines: Line[]): Invoice {
    // Unpaid: no payment is tried. First or of a change: the invoice is charged now, and not retried by itself.
    // https://docs.stripe.com/billing/invoices/subscription#sub-invoice-lifecycle
    const isNow = reason === "subscription_create" || reason === "subscription_update";
    const isCollected = subscription.status !== "unpaid" && !isNow;
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
    if (this.isProcessing(invoice)) return;
    const subscription = this.subscriptionOf(invoice);
    const isGivenUp = invoice.status === "open" && invoice.next_payment_attempt === null;
    if (isGivenUp && invoice.auto_advance === true && !hasEnded(subscription) && subscription.status !== "incomplete")
      this.#giveUp(subscription);
  }

  /**
   * Retries stay scheduled and are counted after a hard decline, but without a charge until there is another card.
   * Failed debits are not retried either, which is Stripe's default:
   * https://docs.stripe.com/billing/revenue-recovery/smart-retries
   */
  #canBeTried(invoice: Invoice): boolean {
    const intent = this.intentOf(invoice)!;
    const { default_payment_method: card } = this.subscriptionOf(invoice);
    if (intent.status === "requires_action") return intent.payment_method !== card;
    const isFinal = ({ payment_intent, payment_method, status, outcome, payment_method_details }: Charge) =>
      payment_intent === intent.id &&
      payment_method === card &&
      status === "failed" &&
      (payment_method_details?.type === "sepa_debit" || HARD_DECLINES.has(outcome?.reason ?? ""));
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

  /** A new trial, or another price. Both may begin a new period: https://docs.stripe.com/api/subscriptions/update */
  changeTerms(subscription: Subscription, { price, trialEnd, prorates }: NewTerms): void {
    const item = subscription.items.data[0]!;
    const old = item.price;
    const now = this.nowSeconds;
    if (trialEnd !== undefined && !(trialEnd > now && trialEnd <= subscription.billing_cycle_anchor + TRIAL_MAX_S)) {
      throw refuse(
        "Invalid timestamp: must be an integer Unix timestamp in the future, at most two years after `billing_cycle_anchor`.",
        {
          param: "trial_end",
        },
      );
    }
    const isNewPeriod = trialEnd !== undefined || (price !== undefined && lengthOf(price) !== lengthOf(old));
    const isCharged = isNewPeriod && (trialEnd !== undefined || subscription.status !== "trialing");
    if (prorates && price && !isNewPeriod) throw refuse("The stand-in prorates new periods only.");
    const isPaidFor = subscription.status === "active";
    const unused = { start: now, end: item.current_period_end };
    const credit =
      prorates && isPaidFor ? [{ amount: -shareOf(old, unused), period: unused, price: old, isProration: true }] : [];
    if (price) Object.assign(item, { price: structuredClone(price), plan: planOf(price) });
    if (!isCharged) return;
    const period = { start: now, end: trialEnd ?? now + lengthOf(item.price) };
    [item.current_period_start, item.current_period_end] = [period.start, period.end];
    subscription.billing_cycle_anchor = trialEnd ?? now;
    if (subscription.cancel_at_period_end) subscription.cancel_at = period.end;
    if (trialEnd !== undefined) {
      Object.assign(subscription, {
        status: "trialing",
        trial_start: now,
        trial_end: trialEnd,
      } satisfies Partial<Subscription>);
      if (trialEnd <= now + TRIAL_NOTICE_S) this.#announceTrialEnd(subscription);
    }
    const line =
      trialEnd === undefined
        ? { amount: item.price.unit_amount!, period, price: item.price }
        : { amount: 0, period, price: item.price, description: "Trial period for Featured listing" };
    this.#chargeNow(subscription, "subscription_update", [...credit, line]);
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

  /** A person pauses it in Stripe's dashboard: https://docs.stripe.com/api/subscriptions/pause */
  pause(subscription: Subscription): void {
    subscription.status = "paused";
    this.emit("customer.subscription.paused", subscription);
  }

  protected override due(): Due[] {
    // `list` returns the newest first.
    const invoices = this.list<Invoice>("invoice", ({ auto_advance }) => auto_advance === true).toReversed();
    const subscriptions = this.list<Subscription>("subscription", (one) => !hasEnded(one)).toReversed();
    const debits = this.list<PaymentIntent>(
      "payment_intent",
      ({ status, latest_charge }) => status === "processing" && latest_charge !== null,
    ).toReversed();
    return [
      ...super.due(),
      ...dueTaxIds(this),
      ...debits.map((intent) => this.#dueOfDebit(intent)),
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

  #dueOfDebit(intent: PaymentIntent): Due {
    const { created } = this.find<Charge>("charge", intent.latest_charge);
    const run = () => {
      const invoice = this.invoiceOf(intent);
      this.finishDebit(intent);
      this.#giveUpIfOver(invoice);
    };
    return { at: created + DEBIT_S, run };
  }

  #dueOfSubscription(subscription: Subscription): Due[] {
    const { status, created, cancel_at, cancel_at_period_end } = subscription;
    if (status === "incomplete") {
      // A payment that is processing may still succeed after the 23 hours.
      if (this.isProcessing(this.find<Invoice>("invoice", subscription.latest_invoice))) return [];
      return [{ at: created + INCOMPLETE_EXPIRES_S, run: () => this.expire(subscription) }];
    }
    const end = subscription.items.data[0]!.current_period_end;
    const endsAt = Math.min(cancel_at ?? Infinity, cancel_at_period_end ? end : Infinity);
    if (endsAt <= end) {
      return [...this.#dueNotices(subscription, "trial"), { at: endsAt, run: () => this.cancel(subscription) }];
    }
    // It begins no period: https://docs.stripe.com/api/subscriptions/object#subscription_object-status
    if (status === "paused") return [];
    return [
      ...this.#dueNotices(subscription, "trial"),
      ...(status === "unpaid" ? [] : this.#dueNotices(subscription, "renewal")),
      { at: end, run: () => void this.beginPeriod(subscription) },
    ];
  }

  #dueNotices(subscription: Subscription, about: "trial" | "renewal"): Due[] {
    const { id, status } = subscription;
    const end = subscription.items.data[0]!.current_period_end;
    if (this.state.announced[`${about} ${id}`] === end || (about === "trial" && status !== "trialing")) return [];
    return about === "trial"
      ? [{ at: end - TRIAL_NOTICE_S, run: () => this.#announceTrialEnd(subscription) }]
      : [{ at: end - RENEWAL_NOTICE_S, run: () => this.#announceRenewal(subscription) }];
  }

  #announceTrialEnd(subscription: Subscription): void {
    this.state.announced[`trial ${subscription.id}`] = subscription.trial_end!;
    this.emit("customer.subscription.trial_will_end", subscription);
  }

  /** The invoice has no id: https://docs.stripe.com/api/events/types#event_types-invoice.upcoming */
  #announceRenewal(subscription: Subscription): void {
    const { price, current_period_end: start } = subscription.items.data[0]!;
    this.state.announced[`renewal ${subscription.id}`] = start;
    const customer = this.find<Customer>("customer", subscription.customer);
    const period = { start, end: start + lengthOf(price) };
    const invoice = newInvoice({
      id: this.id("upcoming_in"),
      created: this.nowSeconds,
      customer,
      subscription: structuredClone(subscription),
      billing_reason: "upcoming",
      next_payment_attempt: start + DRAFT_S,
      period_start: start,
      period_end: start,
      lines: [{ id: this.id("il_tmp"), amount: price.unit_amount!, period, price }],
    });
    priceUpcoming(this, invoice, subscription, customer);
    const { id: _, ...upcoming } = invoice;
    this.emit("invoice.upcoming", upcoming);
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

type FirstPeriod = Pick<NewSubscription, "anchor" | "prorates">;

/** The first period of a subscription: https://docs.stripe.com/billing/subscriptions/billing-cycle */
export function firstLine(price: Price, now: number, { anchor, prorates = true }: FirstPeriod): Line {
  const end = now + lengthOf(price);
  if (anchor !== undefined && !(anchor > now && anchor <= end)) {
    throw refuse(`billing_cycle_anchor cannot be in the past or later than next natural billing date (${end}).`);
  }
  const period = { start: now, end: anchor ?? end };
  const amount = prorates ? shareOf(price, period) : anchor === undefined ? price.unit_amount! : 0;
  return { amount, period, price, isProration: anchor !== undefined };
}

/** In seconds. */
export function lengthOf({ recurring }: Price): number {
  const { interval, interval_count } = recurring!;
  if (interval !== "day") throw refuse("The stand-in knows prices for days only.");
  return interval_count * DAY_S;
}

/** To the second: https://docs.stripe.com/billing/subscriptions/prorations */
const shareOf = (price: Price, { start, end }: InvoiceLine["period"]) =>
  Math.round((price.unit_amount! * (end - start)) / lengthOf(price));
