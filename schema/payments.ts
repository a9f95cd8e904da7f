import * as z from "zod/mini";
import type { ListingTier } from "./sites.ts";

/** How long before an end that will not renew its owner is told. */
export const END_WARNING_DAYS = 3;
export const LEDGER_PER_PAGE = 20;

export const PAYMENT_MESSAGES = {
  notOpen: "Featured listings are not open yet.",
  setupFailed: "Failed to setup payment.",
  failed: "Payment processing failed. Please try again.",
  declined: (reason: string) => `Failed to process payment: ${reason.replace(/\.$/, "")}.`,
  cardUnknown: "This card cannot be used. Please enter it again.",
  siteUnknown: "Site not found",
  pendingReview: "This listing is waiting for review. You can feature it when visitors can see it.",
  alreadyFeatured: "This listing already has a subscription.",
  inProgress: "A payment for this listing is in progress. Please try again in a minute.",
  noSubscription: "There is no active subscription.",
  severalSubscriptions:
    "You have several subscriptions. Please choose the listing whose subscription you want to cancel.",
  notCancelled: "Failed to cancel subscription. Please try again later.",
  cancelled: "Your subscription is cancelled. The listing changes to basic at the end of the billing period.",
  ended: "Your subscription has ended. You will not be charged again.",
  resumed: "Your subscription is resumed.",
  cardChanged: "Your card was changed.",
  cannotResume: "This subscription has ended. You can start a new one.",
  deleteNeedsPayments:
    "A subscription could not be cancelled, so nothing was deleted. Please try again in a few minutes or contact support.",
} as const;

const siteId = z.int("No site selected for upgrade.");
const cardId = z
  .string("Please complete all card fields.")
  .check(z.regex(/^pm_\w{1,250}$/, "Please complete all card fields."));

/** POST /api/payments/intent/ */
export const intentForm = z.object({ site_id: z.optional(siteId) });
/** POST /api/payments/subscribe/ and /card/ */
export const subscribeForm = z.object({ payment_method_id: cardId, site_id: siteId });
/** POST /api/payments/cancel/: the site may be left out where there is one subscription only. */
export const cancelForm = z.object({ site_id: z.optional(siteId) });
/** POST /api/payments/confirm/ and /resume/ */
export const paidSiteForm = z.object({ site_id: siteId });

/** Amounts here are in euro with two decimals, as the specification's call answers them; everywhere else cents. */
export type PaymentIntent = { clientSecret: string; amount: number; currency: string };

/** `requires_action`: the bank wants a confirmation, which Stripe.js asks for with the secret. */
export type SubscribeResponse = { status: "active" } | { status: "requires_action"; clientSecret: string };

/** How a site's subscription stands; all times ISO 8601 in UTC. GET /api/payments/ lists them. */
export type SiteSubscription = {
  site_id: number;
  site_name: string;
  site_slug: string;
  /** As its owner sees it: basic as soon as it was cancelled. */
  status: ListingTier;
  /**
   * `renews`, `ends` (cancelled, until `paid_until`), `failing` (the renewal failed and is tried again), `unconfirmed`
   * (the first payment waits for the bank's confirmation).
   */
  state: "renews" | "ends" | "failing" | "unconfirmed";
  paid_until: string | null;
  /** End of what was paid or granted, and of the days of grace if a renewal has failed. */
  featured_until: string | null;
  next_charge: { at: string; amount_cents: number; currency: string } | null;
  card: { brand: string; last4: string } | null;
};

export type LedgerKind = "payment" | "failure" | "refund" | "dispute" | "cancellation";

/** GET /api/payments/ledger/, newest first. */
export type LedgerEntry = {
  id: number;
  kind: LedgerKind;
  site_id: number | null;
  site_name: string;
  amount_cents: number;
  currency: string;
  period_start: string | null;
  period_end: string | null;
  /** Stripe's page of the invoice; empty where there is none. */
  invoice_url: string;
  detail: string;
  happened_at: string;
};
