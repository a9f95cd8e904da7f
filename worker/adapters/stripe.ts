import { Stripe } from "stripe";
import { sha256 } from "../http/signing.ts";
import { type Payments, PaymentsDown, PaymentsRefused } from "../ports.ts";
import type { StripeSettings } from "../settings.ts";
import { politeFetch, type Wait } from "./polite-fetch.ts";
import { idOf, leftOf, paymentsOf, signedAt, subscriptionOf, toEvent } from "./stripe-facts.ts";
import { requirePrice } from "./stripe-price.ts";
import { isUnknownTo, listInvoices, listRefunds, readSubscription } from "./stripe-read.ts";

const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const PAGE = 100;
const minutes = (ms: number) => Math.floor(ms / 60_000);

/** `wait`: before what Stripe refused for being too much is sent again. */
export type StripeOptions = { now(): number; fetch?: typeof fetch; retries?: number; wait?: Wait };

export const openStripe = (
  secretKey: string,
  { fetch = globalThis.fetch, retries = 2, wait }: Omit<StripeOptions, "now"> = {},
) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(politeFetch((input, init) => fetch(input, init), wait)),
    maxNetworkRetries: retries,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

/** Payments by Stripe. The SDK repeats what failed on the way, under an idempotency key of its own. */
export function stripePayments(settings: StripeSettings, { now, ...options }: StripeOptions): Payments {
  const stripe = openStripe(settings.secretKey, options);
  let price: string | undefined;

  const payments: Payments = {
    publishableKey: settings.publishableKey,

    async createCustomer({ directory, userId, email, name, replaces }) {
      const { id } = await stripe.customers.create(
        { email, ...(name && { name }), metadata: { directory, user_id: userId } },
        // All values belong to the key, because Stripe refuses one that comes with others. Hashed: names are not ASCII.
        // The time, too: Stripe repeats a failure of its own for a day.
        {
          idempotencyKey: `customer-${sha256(JSON.stringify([directory, userId, email, name, replaces, minutes(now())]))}`,
        },
      );
      return id;
    },

    async createCardSetup(customer) {
      try {
        const setup = await stripe.setupIntents.create({
          customer,
          allowed_payment_method_types: ["card"],
          usage: "off_session",
        });
        return setup.client_secret!;
      } catch (error) {
        if (isUnknownTo(error)) return undefined;
        throw error;
      }
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

    async subscribe({ directory, description, customerId, cardId, siteId, userId, key }) {
      price ??= await requirePrice(stripe);
      const { id } = await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: cardId,
          // A card that is declined leaves an incomplete subscription, which says why.
          payment_behavior: "allow_incomplete",
          payment_settings: { payment_method_types: ["card"] },
          description,
          // On each invoice, the first one too.
          invoice_settings: { description },
          metadata: { directory, site_id: siteId, user_id: userId, claim: key },
        },
        { idempotencyKey: key },
      );
      return id;
    },

    async findPayment(subscriptionId) {
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
        expand: ["latest_invoice.payments"],
      });
      if (!invoice || typeof invoice === "string") return { status: "paid" };
      // Nothing is due: a draft is charged an hour after a period ends.
      if (invoice.status === "paid" || invoice.status === "draft") return { status: "paid" };
      const payment = paymentsOf(invoice)[0];
      if (!payment) return { status: "declined", reason: "The invoice has no payment" };
      const intent = await stripe.paymentIntents.retrieve(payment);
      if (intent.status === "succeeded") return { status: "paid" };
      if (intent.status === "processing") return { status: "processing" };
      if (intent.status === "requires_action")
        return { status: "requires_action", clientSecret: intent.client_secret! };
      return { status: "declined", reason: intent.last_payment_error?.message ?? "The card was declined" };
    },

    readSubscription: (subscriptionId) => readSubscription(stripe, subscriptionId),

    async listSubscriptions(customer) {
      const ids: string[] = [];
      const found = stripe.subscriptions.list({ ...(customer && { customer }), status: "all", limit: PAGE });
      try {
        for await (const { id } of found) ids.push(id);
      } catch (error) {
        // The customer belongs to another account or mode than the key.
        if (!isUnknownTo(error)) throw error;
      }
      return ids;
    },

    async setRenewal(subscriptionId, renews) {
      const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
      const endsAtDate = cancel_at !== null && !cancel_at_period_end;
      await stripe.subscriptions.update(
        subscriptionId,
        renews && endsAtDate ? { cancel_at: "" } : { cancel_at_period_end: !renews },
      );
    },

    async markAsSecond(subscriptionId, at) {
      await stripe.subscriptions.update(subscriptionId, { metadata: { second_at: at } });
    },

    async describe(subscriptionId, description) {
      await stripe.subscriptions.update(subscriptionId, { description, invoice_settings: { description } });
    },

    async end(subscriptionId) {
      try {
        await stripe.subscriptions.cancel(subscriptionId);
      } catch (error) {
        // One that has ended is unknown to this call.
        if (isUnknownTo(error)) return;
        throw error;
      }
    },

    async changeCard(subscriptionId, cardId) {
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId });
      const [newest] = await listInvoices(stripe, subscriptionId);
      if (newest?.status !== "open") return;
      try {
        // Its owner is here, so a bank may ask for a confirmation instead of declining.
        await stripe.invoices.pay(newest.id, { payment_method: cardId, off_session: false });
      } catch (error) {
        const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
        // Declined, to be confirmed, or paid by another tab: how the payment stands is asked for next.
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return;
        throw error;
      }
    },

    async giveUpInvoice({ id, isDraft }) {
      // The draft of a subscription can be stopped only: https://docs.stripe.com/api/invoices/delete
      try {
        if (isDraft) await stripe.invoices.update(id, { auto_advance: false });
        else await stripe.invoices.voidInvoice(id);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // It was paid or given up since it was read.
        const { status } = await stripe.invoices.retrieve(id);
        if (status !== "paid" && status !== "void") throw error;
      }
    },

    async refund(chargeId) {
      const { amount } = await stripe.charges.retrieve(chargeId);
      const refunds = await listRefunds(stripe, chargeId);
      if (leftOf(amount, refunds) <= 0) return;
      try {
        await stripe.refunds.create(
          // All that is left, which Stripe gives back once, whoever else asks.
          { charge: chargeId },
          // Another key after one that failed, and a minute later, because Stripe repeats a failure of its own for a day.
          { idempotencyKey: `refund-${chargeId}-${refunds.length}-${minutes(now())}` },
        );
      } catch (error) {
        // By a try at the same time.
        if ((error as Partial<Stripe.errors.StripeError>).code !== "charge_already_refunded") throw error;
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
        // The SDK refuses what is too old, and takes whatever lies in the future.
        return signedAt(signature) > now() / 1000 + TOLERANCE_SECONDS ? undefined : toEvent(event);
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
