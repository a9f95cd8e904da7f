import * as z from "zod/mini";
import type { ListingTier } from "../sites/sites.ts";

export const LEDGER_PER_PAGE = 20;

/** Stripe allows these here. None of them leaves a payment undecided for days, as a bank debit does. */
export const PAYMENT_METHODS = ["card", "link"] as const;

export const PAYMENT_MESSAGES = {
  notOpen: "Featured listings are not available yet.",
  wrongSetup: "This is not available right now. Nothing was charged, and we know about it.",
  setupFailed: "Failed to setup payment.",
  failed: "Payment processing failed. Please try again.",
  declined: (reason: string) => `Failed to process payment: ${reason.replace(/\.$/, "")}.`,
  noSite: "No site selected for upgrade.",
  cardIncomplete: "Please complete all card fields.",
  cardUnknown: "This card cannot be used. Please enter it again.",
  siteUnknown: "Site not found",
  pendingReview: "This listing is waiting for review. You can feature it as soon as it is approved.",
  mayBeClosed:
    "Our checks say that this site may be closed, so it would be in no featured place. You can feature it as soon as its link answers.",
  alreadyFeatured: "This listing already has a subscription.",
  inProgress: "A payment for this listing is in progress. Please try again in a minute.",
  needsCountry: "Please choose the country of your business.",
  businessOnly: "Featured listings are sold to businesses. Please confirm that you buy this for your business.",
  noInvoice: "There is no invoice.",
  invoiceFailed: "Failed to open the invoice. Please try again.",
  noSubscription: "There is no active subscription.",
  severalSubscriptions:
    "You have several subscriptions. Please choose the listing whose subscription you want to cancel.",
  notCancelled: "Failed to cancel subscription. Please try again later.",
  cancelled: "Your subscription is cancelled. You will not be charged again.",
  ended: "Your subscription has ended. You will not be charged again.",
  resumed: "Your subscription is resumed.",
  cardChanged: "Your card was changed.",
  confirmed: "Your payment is confirmed.",
  cannotResume: "This subscription has ended. You can start a new one.",
  deleteNeedsPayments:
    "A subscription could not be cancelled, so nothing was deleted. Please try again in a few minutes or contact support.",
  customerNotDeleted:
    "Stripe could not delete what it stores about you, so your account was not deleted. Please try again in a few minutes or contact support.",
} as const;

const siteId = z.int(PAYMENT_MESSAGES.noSite);
const cardId = z
  .string(PAYMENT_MESSAGES.cardIncomplete)
  .check(z.regex(/^pm_\w{1,250}$/, PAYMENT_MESSAGES.cardIncomplete));

/** POST /api/payments/intent/. `site_id` must be a site of the user. */
export const intentForm = z.object({ site_id: z.optional(siteId) });
const plan = z._default(z.enum(["month", "year"]), "month");
const promotionCode = z.string().check(z.trim(), z.maxLength(100));
/** POST /api/payments/subscribe/. `business`: the buyer says so. If it is absent, it is stored as “not stated”. */
export const subscribeForm = z.object({
  payment_method_id: cardId,
  site_id: siteId,
  plan,
  promotion_code: z.optional(promotionCode),
  /** ISO 3166-1 alpha-2. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, "Please choose a country."))),
  business: z.optional(z.literal(true, PAYMENT_MESSAGES.businessOnly)),
});
/** POST /api/payments/promotion/. */
export const promotionForm = z.object({ plan, promotion_code: promotionCode });
/** POST /api/payments/card/. */
export const cardForm = z.object({ payment_method_id: cardId, site_id: siteId });
/** POST /api/payments/cancel/. `site_id` can be left out if the user has only one subscription. */
export const cancelForm = z.object({ site_id: z.optional(siteId) });
/** POST /api/payments/confirm/, /resume/ and /portal/. */
export const paidSiteForm = z.object({ site_id: siteId });

/** `amount` is in euro, as the specification asks; all other amounts are in cents. */
export type PaymentIntent = { clientSecret: string; amount: number; currency: string };

/**
 * With `requires_action`, the user must confirm the payment with their bank: Stripe.js starts this with the secret.
 */
export type SubscribeResponse = { status: "active" } | { status: "requires_action"; clientSecret: string };

/** `charged` is what was owed and is paid now. */
export type CardResponse = SubscribeResponse & { charged: Money | null };

export type Money = { amount_cents: number; currency: string };

/** Times are ISO 8601 in UTC. */
export type SiteSubscription = {
  site_id: number;
  site_name: string;
  site_slug: string;
  /** `basic` as soon as the renewal is cancelled. */
  status: ListingTier;
  /**
   * `ends`: the renewal is cancelled. `renewing`: the renewal is being charged. `failing`: it failed. `unconfirmed`: the
   * first payment waits for the owner. `paused`: the operator has paused it at Stripe.
   */
  state: "renews" | "ends" | "renewing" | "failing" | "unconfirmed" | "paused";
  /** It includes what staff granted, and a day for the next renewal. */
  featured_until: string | null;
  next_charge: ({ at: string } & Money) | null;
  /** `brand` is `link` if it is no card. */
  card: { brand: string; last4: string } | null;
  /**
   * What a renewal that failed waits for. `retry`: Stripe tries again. `confirm`: the owner must confirm it. `stopped`:
   * there are no more tries.
   */
  trouble: Trouble | null;
  unpaid: (Money & { next_try: string | null }) | null;
};

export type Trouble = "retry" | "confirm" | "stopped";

/** `grant`: time that staff gave without a payment. */
type LedgerKind = "payment" | "refund" | "dispute" | "grant";

/** A list has the newest entry first. Times are ISO 8601 in UTC. */
export type LedgerEntry = {
  id: number;
  kind: LedgerKind;
  site_id: number | null;
  site_name: string;
  amount_cents: number;
  currency: string;
  period_start: string | null;
  period_end: string | null;
  /** Leads to Stripe's page for the invoice. "": none. */
  invoice_url: string;
  detail: string;
  happened_at: string;
};
