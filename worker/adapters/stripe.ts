import { Stripe } from "stripe";
import { LISTING_CENTS, LISTING_CURRENCY, LISTING_DAYS } from "#schema/pricing.ts";
import type { Bindings } from "../env.ts";
import {
  type ChargeFacts,
  type InvoiceFacts,
  type PaymentEvent,
  type Payments,
  PaymentsDown,
  PaymentsRefused,
} from "../ports.ts";

/** The price is found by this name; `npm run stripe:setup` makes it. */
export const PRICE_KEY = "featured-listing-30-days";
/** Whether a price is the one that every page of the site names. */
export const isListingPrice = ({ unit_amount, currency, recurring }: Stripe.Price) =>
  unit_amount === LISTING_CENTS &&
  currency === LISTING_CURRENCY &&
  recurring?.interval === "day" &&
  recurring.interval_count === LISTING_DAYS;

const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** More than a century of renewals. */
const LIST_MAX = 1_500;

export type StripeSettings = { secretKey: string; webhookSecret: string; publishableKey: string };

/** Undefined unless all three values are set; a local run can do without webhooks, since cron finds what they tell. */
export function stripeSettings(env: Bindings): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !(STRIPE_WEBHOOK_SECRET || env.LOCAL)) return undefined;
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? "",
    publishableKey: STRIPE_PUBLISHABLE_KEY,
  };
}

type Options = { now(): number; fetch?: typeof fetch; retries?: number };

export const openStripe = (secretKey: string, { fetch, retries = 2 }: Omit<Options, "now"> = {}) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

/** Payments by Stripe. The SDK repeats what failed on the way, under an idempotency key of its own. */
export function stripePayments(settings: StripeSettings, { now, ...options }: Options): Payments {
  const stripe = openStripe(settings.secretKey, options);
  let price: string | undefined;

  async function findPrice(): Promise<string> {
    const { data } = await stripe.prices.list({ lookup_keys: [PRICE_KEY], active: true });
    const [found] = data;
    // Nobody is charged another amount than the page names.
    if (!found || !isListingPrice(found))
      throw new PaymentsRefused(new Error(`Stripe has no right price named ${PRICE_KEY}: see npm run stripe:setup.`));
    return found.id;
  }

  const list = <T>(listed: { autoPagingToArray(options: { limit: number }): Promise<T[]> }) =>
    listed.autoPagingToArray({ limit: LIST_MAX });

  async function listInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    return list(stripe.invoices.list({ subscription, limit: PAGE, expand: ["data.payments"] }));
  }

  async function readCharges(payment: string): Promise<ChargeFacts[]> {
    const charges = await list(stripe.charges.list({ payment_intent: payment, limit: PAGE, expand: ["data.refunds"] }));
    return Promise.all(
      charges.map(async (charge) => {
        const disputes = charge.disputed ? await list(stripe.disputes.list({ charge: charge.id, limit: PAGE })) : [];
        return toCharge(charge, disputes);
      }),
    );
  }

  const payments: Payments = {
    publishableKey: settings.publishableKey,

    async createCustomer({ userId, email, name }) {
      const { id } = await stripe.customers.create(
        { email, ...(name && { name }), metadata: { user_id: userId } },
        // The address belongs to the key, because Stripe refuses a key that comes with other values.
        { idempotencyKey: `customer-${userId}-${email}-${name}`.slice(0, 255) },
      );
      return id;
    },

    async createCardSetup(customer) {
      const setup = await stripe.setupIntents.create({
        customer,
        allowed_payment_method_types: ["card"],
        usage: "off_session",
      });
      return setup.client_secret!;
    },

    async claimCard(customer, cardId) {
      try {
        const card = await stripe.paymentMethods.retrieve(cardId);
        if (card.type !== "card") return undefined;
        // A test card's name becomes a card of its own when it is attached.
        if (card.customer === null) return (await stripe.paymentMethods.attach(cardId, { customer })).id;
        return idOf(card.customer) === customer ? card.id : undefined;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
        throw error;
      }
    },

    async subscribe({ customerId, cardId, siteId, userId, key }) {
      price ??= await findPrice();
      const { id } = await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: cardId,
          // A card that is declined leaves an incomplete subscription, which says why.
          payment_behavior: "allow_incomplete",
          payment_settings: { payment_method_types: ["card"] },
          metadata: { site_id: siteId, user_id: userId, claim: key },
        },
        { idempotencyKey: key },
      );
      return id;
    },

    async findPayment(subscriptionId) {
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
        expand: ["latest_invoice.payments"],
      });
      if (!invoice || typeof invoice === "string" || invoice.status === "paid") return { status: "paid" };
      const payment = paymentsOf(invoice)[0];
      if (!payment) return { status: "declined", reason: "The invoice has no payment" };
      const intent = await stripe.paymentIntents.retrieve(payment);
      if (intent.status === "succeeded") return { status: "paid" };
      if (intent.status === "requires_action")
        return { status: "requires_action", clientSecret: intent.client_secret! };
      return { status: "declined", reason: intent.last_payment_error?.message ?? "The card was declined" };
    },

    async readSubscription(subscriptionId) {
      let subscription: Stripe.Subscription;
      try {
        subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ["default_payment_method"] });
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
        throw error;
      }
      const invoices = await listInvoices(subscriptionId);
      const charges = await Promise.all(
        invoices.map(async (invoice) => (await Promise.all(paymentsOf(invoice).map(readCharges))).flat()),
      );
      const card = subscription.default_payment_method;
      return {
        id: subscription.id,
        customerId: idOf(subscription.customer),
        siteId: toNumber(subscription.metadata["site_id"]),
        userId: toNumber(subscription.metadata["user_id"]),
        claimKey: subscription.metadata["claim"] ?? "",
        status: subscription.status,
        cancelAtPeriodEnd: subscription.cancel_at_period_end,
        currentPeriodEnd: toMs(subscription.items.data[0]?.current_period_end ?? null),
        createdAt: subscription.created * 1000,
        endedAt: toMs(subscription.ended_at),
        card: card && typeof card !== "string" && card.card ? { brand: card.card.brand, last4: card.card.last4 } : null,
        invoices: invoices.map((invoice, index) => toInvoice(invoice, charges[index] ?? [])),
      };
    },

    async listSubscriptions(customer) {
      const ids: string[] = [];
      const found = stripe.subscriptions.list({ ...(customer && { customer }), status: "all", limit: PAGE });
      for await (const { id } of found) ids.push(id);
      return ids;
    },

    async setRenewal(subscriptionId, renews) {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: !renews });
    },

    async end(subscriptionId) {
      try {
        await stripe.subscriptions.cancel(subscriptionId);
      } catch (error) {
        // One that has ended is unknown to this call.
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return;
        throw error;
      }
    },

    async changeCard(subscriptionId, cardId) {
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId });
      const [newest] = await listInvoices(subscriptionId);
      if (newest?.status !== "open") return;
      try {
        await stripe.invoices.pay(newest.id, { payment_method: cardId });
      } catch (error) {
        // How the payment stands is asked for next.
        if (error instanceof Stripe.errors.StripeCardError) return;
        throw error;
      }
    },

    async refund(subscriptionId) {
      const invoices = await listInvoices(subscriptionId);
      const paid = invoices.filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0);
      for (const payment of paid.flatMap(paymentsOf)) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- Almost always one.
          await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey: `refund-${payment}` });
        } catch (error) {
          // By a try that was cut off later.
          if ((error as Partial<Stripe.errors.StripeError>).code !== "charge_already_refunded") throw error;
        }
      }
    },

    async openPortal(customer, returnUrl) {
      return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url;
    },

    async readEvent(body, signature) {
      if (settings.webhookSecret === "") return undefined;
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          settings.webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now(),
        );
        return toEvent(event);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return undefined;
        throw error;
      }
    },

    async findSubscriptionOf({ subject }) {
      if (!subject) return undefined;
      if ("subscription" in subject) return subject.subscription;
      const { data } = await stripe.invoicePayments.list({
        payment: { type: "payment_intent", payment_intent: subject.payment },
        expand: ["data.invoice"],
      });
      const invoice = data[0]?.invoice;
      return invoice && typeof invoice !== "string" && !("deleted" in invoice) ? subscriptionOf(invoice) : undefined;
    },
  };
  return withPlainErrors(payments);
}

/** What a feature may be told of an error: that nobody answered, or that it was refused. */
function withPlainErrors(payments: Payments): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        try {
          return await (value as (...values: unknown[]) => Promise<unknown>)(...args);
        } catch (error) {
          throw toPlainError(error);
        }
      };
    },
  });
}

function toPlainError(error: unknown): unknown {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return new PaymentsRefused(error, error.message);
  // A key that is in use belongs to a call under way, so nobody knows yet what comes of it.
  const isUnknown =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeIdempotencyError;
  if (isUnknown) return new PaymentsDown("Stripe did not answer.", { cause: error });
  return error instanceof errors.StripeError ? new PaymentsRefused(error) : error;
}

const idOf = (value: string | { id: string }) => (typeof value === "string" ? value : value.id);
const toMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
const toNumber = (text: string | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

const paymentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription;
  return subscription && idOf(subscription);
}

function toInvoice(invoice: Stripe.Invoice, charges: ChargeFacts[]): InvoiceFacts {
  // The period that is paid is the line's; the invoice's own is the one before.
  const period = invoice.lines.data[0]?.period ?? { start: invoice.period_start, end: invoice.period_end };
  return {
    id: invoice.id,
    isPaid: invoice.status === "paid",
    isOpen: invoice.status === "open",
    amountCents: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
    currency: invoice.currency,
    periodStart: period.start * 1000,
    periodEnd: period.end * 1000,
    url: invoice.hosted_invoice_url ?? "",
    paidAt: toMs(invoice.status_transitions.paid_at),
    charges,
  };
}

const toCharge = (charge: Stripe.Charge, disputes: Stripe.Dispute[]): ChargeFacts => ({
  id: charge.id,
  hasFailed: charge.status === "failed",
  reason: charge.failure_message ?? "",
  amountCents: charge.amount,
  refundedCents: charge.amount_refunded,
  createdAt: charge.created * 1000,
  refunds: (charge.refunds?.data ?? [])
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .map(({ id, amount, created }) => ({ id, amountCents: amount, createdAt: created * 1000 })),
  disputes: disputes.map(({ id, amount, status, created }) => ({
    id,
    amountCents: amount,
    isLost: status === "lost",
    status,
    createdAt: created * 1000,
  })),
});

/** Events carry their object in the version of the endpoint that sent them, so only ids are taken from them. */
function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return { id, type, subject: { subscription: event.data.object.id } };
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required": {
      const subscription = subscriptionOf(event.data.object);
      return { id, type, subject: subscription ? { subscription } : undefined };
    }
    case "charge.refunded":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const payment = event.data.object.payment_intent;
      return { id, type, subject: payment ? { payment: idOf(payment) } : undefined };
    }
    default:
      return { id, type, subject: undefined };
  }
}
