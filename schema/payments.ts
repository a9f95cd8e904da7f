import * as z from "zod/mini";
import type { Plan } from "./pricing.ts";
import type { ListingTier } from "./sites.ts";

/** How long before the end of a featured listing its owner gets a mail, if it does not renew. */
export const END_WARNING_DAYS = 3;
export const LEDGER_PER_PAGE = 20;

/** What is said about a billing detail that Stripe does not accept. Tax depends on the whole address. */
export const BILLING_MESSAGES: Record<keyof BillingDetails, string> = {
  name: "This name is not valid.",
  line1: "This address is not valid.",
  line2: "This address is not valid.",
  city: "This city is not valid.",
  postal_code: "This postal code is not valid.",
  state: "This state or province is not valid.",
  country: "Please enter your country and your address, because tax depends on them.",
  tax_id: "This tax number is not valid.",
};

export const PAYMENT_MESSAGES = {
  notOpen: "Featured listings are not available yet.",
  notPreviewed: "Failed to compute the price. Please try again.",
  noBilling: "Failed to load your billing details. Please try again.",
  billingNotSaved: "Failed to save your billing details. Please try again.",
  setupFailed: "Failed to setup payment.",
  failed: "Payment processing failed. Please try again.",
  declined: (reason: string) => `Failed to process payment: ${reason.replace(/\.$/, "")}.`,
  noSite: "No site selected for upgrade.",
  cardIncomplete: "Please complete all card fields.",
  cardUnknown: "This card cannot be used. Please enter it again.",
  siteUnknown: "Site not found",
  pendingReview: "This listing is waiting for review. You can feature it as soon as it is approved.",
  alreadyFeatured: "This listing already has a subscription.",
  paidUntil: (date: string) => `This listing is paid until ${date}. You can start a new subscription then.`,
  inProgress: "A payment for this listing is in progress. Please try again in a minute.",
  noSubscription: "There is no active subscription.",
  noPaper: "There is no such document.",
  severalSubscriptions:
    "You have several subscriptions. Please choose the listing whose subscription you want to cancel.",
  notCancelled: "Failed to cancel subscription. Please try again later.",
  cancelled: "Your subscription is cancelled. The site becomes a free listing at the end of the billing period.",
  ended: "Your subscription has ended. You will not be charged again.",
  endedInDebit:
    "Your subscription has ended. If your bank still carries out the payment that it is deciding about, we refund it.",
  resumed: "Your subscription is resumed.",
  cardChanged: "Your card was changed.",
  noSameDay: "This charge day is not available any more. Please choose another one.",
  notBoth: "A promotion code and the charge day of another listing cannot be combined.",
  planChanged: (plan: Plan) =>
    `Your subscription continues ${plan === "year" ? "yearly" : "monthly"}. Nothing was charged.`,
  cannotSwitch: "You can switch while the subscription renews and its time is paid.",
  tooOldToSwitch: "This subscription is too old to switch. Please cancel it, and start a new one when it has ended.",
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
const plan = z.enum(["month", "year"]);
/** What a new subscription buys. `same_day_as` is another site of the user, whose charge day it takes. */
const order = {
  site_id: siteId,
  plan: z._default(plan, "month"),
  promotion_code: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  same_day_as: z.optional(siteId),
};
/** POST /api/payments/subscribe/. */
export const subscribeForm = z.object({ payment_method_id: cardId, ...order });
/** POST /api/payments/preview/. */
export const previewForm = z.object(order);
/** POST /api/payments/card/. */
export const cardForm = z.object({ payment_method_id: cardId, site_id: siteId });
/** POST /api/payments/plan/. */
export const planForm = z.object({ site_id: siteId, plan });
/** POST /api/payments/cancel/. `site_id` can be left out if the user has only one subscription. */
export const cancelForm = z.object({ site_id: z.optional(siteId) });
/** POST /api/payments/confirm/ and POST /api/payments/resume/. */
export const paidSiteForm = z.object({ site_id: siteId });

/**
 * Response of POST /api/payments/intent/. `amount` is in euro, as the specification asks; all other amounts are in
 * cents.
 */
export type PaymentIntent = { clientSecret: string; amount: number; currency: string };

/**
 * Response of POST /api/payments/subscribe/ and /confirm/. With `requires_action`, the user must confirm the payment
 * with their bank: Stripe.js starts this with the secret. With `processing`, the bank decides within days, as for a
 * direct debit. The site is featured when the payment succeeds.
 */
export type SubscribeResponse =
  | { status: "active" }
  | { status: "processing" }
  | { status: "requires_action"; clientSecret: string };

/** Response of POST /api/payments/card/. `charged` is what was owed and is paid now. */
export type CardResponse = SubscribeResponse & { charged: Money | null };
/** Response of POST /api/payments/plan/. Times are ISO 8601 in UTC. */
export type PlanResponse = {
  message: string;
  featured_until: string | null;
  next_charge: SiteSubscription["next_charge"];
};

export type Money = { amount_cents: number; currency: string };

/**
 * Response of POST /api/payments/preview/: what a payment now would charge. `same_day` lists the charge days that the
 * subscription can take. Times are ISO 8601 in UTC.
 */
export type PaymentPreview = {
  lines: { text: string; amount_cents: number }[];
  net_cents: number;
  tax_cents: number;
  total_cents: number;
  currency: string;
  days: number;
  next: { at: string; amount_cents: number; days: number };
  /** `months` is null unless the discount ends after some months. */
  promotion: { code: string; text: string; months: number | null } | null;
  /** The buyer's company owes the tax, because of its VAT number. */
  reverse_charge: boolean;
  same_day: { site_id: number; site_name: string; at: string }[];
};

const line = z.string().check(z.trim(), z.maxLength(200, "This is too long."));

/** PUT /api/payments/billing/. `tax_id.type` is a type of Stripe: https://docs.stripe.com/billing/customer/tax-ids */
export const billingForm = z.object({
  name: line,
  line1: line,
  line2: line,
  city: line,
  postal_code: line,
  state: line,
  country: z.string().check(z.regex(/^([A-Z]{2})?$/, "Please choose a country.")),
  tax_id: z.nullable(
    z.object({
      type: z.string().check(z.regex(/^[a-z]{2}_[a-z0-9_]{2,20}$/, "This tax number is not valid.")),
      value: z.string().check(z.trim(), z.regex(/^[\w .\-/]{1,40}$/, "This tax number is not valid.")),
    }),
  ),
});

/** GET and PUT /api/payments/billing/. A text is "" if it is not known. `country` is ISO 3166-1 alpha-2. */
export type BillingDetails = {
  name: string;
  line1: string;
  line2: string;
  city: string;
  postal_code: string;
  state: string;
  country: string;
  tax_id: { type: string; value: string } | null;
};

/** An entry of GET /api/payments/. Times are ISO 8601 in UTC. */
export type SiteSubscription = {
  site_id: number;
  site_name: string;
  site_slug: string;
  /** `basic` as soon as the renewal is cancelled. */
  status: ListingTier;
  /**
   * `ends`: the renewal is cancelled. `failing`: a renewal failed, and Stripe retries it. `unconfirmed`: the first
   * payment waits for the owner. `processing`: it waits for the bank, as a direct debit does for days.
   */
  state: "renews" | "ends" | "failing" | "unconfirmed" | "processing";
  paid_until: string | null;
  /** The later of `paid_until` and the end that staff granted. If a renewal failed, with the grace period. */
  featured_until: string | null;
  next_charge: ({ at: string } & Money) | null;
  /** `brand` is `sepa_debit`, `paypal` or `link` if it is no card. */
  card: { brand: string; last4: string } | null;
  /** Null if the price at Stripe is of no plan. */
  plan: Plan | null;
  /**
   * What a payment that failed waits for. `retry`: Stripe tries again. `confirm`: the owner must confirm it. `stopped`:
   * there are no more tries.
   */
  trouble: Trouble | null;
  unpaid: (Money & { next_try: string | null }) | null;
};

export type Trouble = "retry" | "confirm" | "stopped";

/** `grant`: time that staff gave without a payment. */
type LedgerKind = "payment" | "failure" | "refund" | "dispute" | "cancellation" | "grant";

/** An entry of GET /api/payments/ledger/, newest first. Times are ISO 8601 in UTC. */
export type LedgerEntry = {
  id: number;
  kind: LedgerKind;
  site_id: number | null;
  site_name: string;
  amount_cents: number;
  currency: string;
  period_start: string | null;
  period_end: string | null;
  /** They lead to Stripe's page for the invoice, the invoice as a PDF, and Stripe's page for the receipt. "": none. */
  invoice_url: string;
  invoice_pdf: string;
  receipt_url: string;
  detail: string;
  happened_at: string;
};
