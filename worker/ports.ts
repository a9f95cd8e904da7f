import type { BillingDetails } from "#schema/payments.ts";
import type { Promotion, PromotionDuration } from "#schema/promotions.ts";
import type { Plan } from "#schema/pricing.ts";
import type { Subject } from "./http/cache-tag.ts";

/** Services outside the Worker. Tests replace them. */
export interface Ports {
  /** Unix ms. */
  now(): number;
  wait(ms: number): Promise<void>;
  timeout(ms: number): AbortSignal;
  /** The host of this directory. Nothing is fetched from it or its subdomains: that would be the Worker itself. */
  ownHost: string;
  /** Sends a GET. Does not follow redirects. */
  fetch(url: URL, init: { signal: AbortSignal; accept: string }): Promise<Response>;
  /** Rejects with MailFailed if the mail service does not accept the mail. Only the consumers of the queues and mails to the operator call it. */
  sendMail(mail: Mail): Promise<void>;
  /** Rejects if the queue does not accept the message. */
  queueMail(message: MailMessage): Promise<void>;
  /** Undefined if sign-in with Google is not set up. */
  google: Google | undefined;
  /** Undefined if payments are not set up. */
  payments: Payments | undefined;
  /** Deletes the cached responses that show one of at most 100 subjects. Undefined without an edge cache. */
  purgeCache: ((subjects: Subject[]) => Promise<void>) | undefined;
}

/** Calls reject if Google does not answer. */
export interface Google {
  readonly clientId: string;
  /** Google redirects the visitor back with `state` and a code. */
  authorizationUrl(request: { state: string; codeVerifier: string; nonce: string }): URL;
  /** Returns a credential, or undefined if the code is invalid. */
  redeem(code: string, codeVerifier: string): Promise<string | undefined>;
  /**
   * Returns undefined unless Google signed the credential for this site and this nonce, it has not expired and the
   * email address is verified.
   */
  identify(credential: string, nonce: string): Promise<GoogleIdentity | undefined>;
}

export type GoogleIdentity = {
  /** The only field that never changes. */
  sub: string;
  /** Lower case. */
  email: string;
  /** True if Google hosts the mailbox, so the email address belongs to the person today. */
  isAuthoritative: boolean;
  firstName: string;
  lastName: string;
};

/** The payment provider. Calls reject with PaymentsUnavailable or PaymentsRefused. */
export interface Payments {
  readonly publishableKey: string;
  /** True if the provider computes tax. The price includes it. */
  readonly tax: boolean;
  /**
   * Returns the customer's id. Idempotent for the same values within the same minute. `replaces` is the id of a
   * customer that no longer exists.
   */
  createCustomer(person: NewCustomer): Promise<string>;
  /** Returns the client secret with which the page saves one card, or undefined if the customer no longer exists. */
  createCardSetup(customerId: string): Promise<string | undefined>;
  /** Returns the card's id, or undefined if there is no such card or it belongs to another customer. */
  attachCard(customerId: string, cardId: string): Promise<string | undefined>;
  /** Returns the subscription's id. Idempotent for the same `key`. */
  subscribe(request: NewSubscription): Promise<string>;
  /** The state of the subscription's latest payment. */
  readPaymentState(subscriptionId: string): Promise<PaymentState>;
  /** Undefined if the subscription does not exist. */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Returns the ids of subscriptions in any state, of one customer or of all. */
  listSubscriptions(customerId?: string): Promise<string[]>;
  setRenewal(subscriptionId: string, renews: boolean): Promise<void>;
  /**
   * Marks a subscription at the provider as a duplicate. A sync then ends it and refunds payments for periods that end
   * after `at` (Unix ms).
   */
  markDuplicate(subscriptionId: string, at: number): Promise<void>;
  /** The owner reads it at the provider and on later invoices. At most 500 characters. */
  setDescription(subscriptionId: string, description: string): Promise<void>;
  /** Nothing more is charged. Idempotent. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Makes the next charge at `at` (Unix ms), which must be in the future. Nothing is charged now, and the subscription
   * is `trialing` until then.
   */
  moveNextCharge(subscriptionId: string, at: number): Promise<void>;
  /** The next charge is at `at` and buys a period of `plan`. Nothing is charged now. */
  changePlan(subscriptionId: string, change: { plan: Plan; at: number }): Promise<void>;
  /**
   * Sets the card for future payments, and tries to pay the newest open invoice with it at once. Returns what was
   * charged, or null.
   */
  changeCard(subscriptionId: string, cardId: string): Promise<Charged | null>;
  /** Voids an invoice, or stops a draft. An invoice that was paid or voided in between stays as it is. */
  closeInvoice(invoice: { id: string; isDraft: boolean }): Promise<void>;
  /** Refunds what is left of a charge, if anything. */
  refund(chargeId: string): Promise<void>;
  /** What a first payment would charge now. Undefined if the customer no longer exists. */
  previewPayment(request: PreviewRequest): Promise<PreviewFacts | undefined>;
  /** Undefined if the customer no longer exists. */
  readBilling(customerId: string): Promise<BillingDetails | undefined>;
  /**
   * Replaces the billing details. If `tax` is true, the address must be precise enough for it.
   * @returns false if the customer no longer exists.
   * @throws PaymentsRefused with `field` if the provider refuses a part of the details.
   */
  writeBilling(customerId: string, details: BillingDetails): Promise<boolean>;
  /** Finds a code of this directory, in any case of letters: the active one, or else the newest. */
  findPromotion(which: { directory: string; code: string }): Promise<PromotionFacts | undefined>;
  /** Newest first, at most 500 of the account. */
  listPromotions(directory: string): Promise<PromotionFacts[]>;
  /** `log` runs before the creation. Undefined if the account has an active promotion with this code. */
  createPromotion(promotion: NewPromotion, log: () => Promise<void>): Promise<PromotionFacts | undefined>;
  /**
   * Nobody can use the code any more. `log` runs before the change, and not if the code had ended before. Undefined if the
   * directory has no such promotion.
   */
  endPromotion(
    which: { directory: string; id: string },
    log: (promotion: PromotionFacts) => Promise<void>,
  ): Promise<PromotionFacts | undefined>;
  /**
   * Returns the payout of each balance transaction that was created from `from` to before `to` (Unix ms), if it is known.
   * Keys are ids of balance transactions (`BalanceMove.id`).
   */
  listPayouts(range: { from: number; to: number }): Promise<Map<string, string>>;
  /** The portal shows invoices and cards, and links back to `returnUrl`. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /**
   * Deletes the customer with the saved cards, and ends all subscriptions at once. Payments, invoices and refunds stay.
   * Idempotent. A customer that another directory has marked is left alone.
   */
  deleteCustomer(customerId: string, directory: string): Promise<void>;
  /** Returns undefined unless the webhook's signature is valid and at most five minutes from now. */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
  findSubscriptionOf(event: PaymentEvent): Promise<string | undefined>;
}

/** No response came, or none that says whether the request was executed. */
export class PaymentsUnavailable extends Error {}

/**
 * The provider refused the request and did nothing. `reason` is set if the bank declined, `field` if the provider named
 * what is wrong.
 */
export class PaymentsRefused extends Error {
  readonly reason: string | undefined;
  readonly field: RefusedField | undefined;

  constructor(cause: Error, { reason, field }: { reason?: string; field?: RefusedField } = {}) {
    super(cause.message, { cause });
    this.reason = reason;
    this.field = field;
  }
}

/** A billing detail, the promotion code, or the time of the next charge (`moveNextCharge`, `changePlan`). */
export type RefusedField = keyof BillingDetails | "promotion_code" | "next_charge";

/** `directory` tells directories apart that sell through one account. */
type NewCustomer = { directory: string; userId: number; email: string; name: string; replaces: string | null };
type NewSubscription = {
  directory: string;
  description: string;
  customerId: string;
  cardId: string;
  siteId: number;
  userId: number;
  key: string;
  plan: Plan;
  /** Id at the provider. */
  promotionCodeId?: string;
  /** Unix ms: the time of the next charge. The first period is shorter, and costs its share. */
  anchor?: number;
};
/** In cents. */
type Charged = { amountCents: number; currency: string };

type PreviewRequest = Pick<NewSubscription, "customerId" | "plan" | "promotionCodeId" | "anchor">;

/**
 * In cents. The subtotal is without a promotion, and with tax. `needsAddress`: no tax could be computed, because the
 * customer's address is missing or not precise enough.
 */
export type PreviewFacts = {
  subtotalCents: number;
  netCents: number;
  taxCents: number;
  totalCents: number;
  currency: string;
  isReverseCharge: boolean;
  needsAddress: boolean;
};

/** In cents. `months` is null unless the duration is "months". `endsAt` is Unix ms. */
export type NewPromotion = {
  directory: string;
  code: string;
  percentOff: number | null;
  amountOffCents: number | null;
  currency: string;
  duration: PromotionDuration;
  months: number | null;
  maxRedemptions: number | null;
  endsAt: number | null;
  /** Only customers who have not paid before can use the code. */
  firstTimeOnly: boolean;
};
export type PromotionFacts = Omit<NewPromotion, "directory"> & {
  id: string;
  redemptions: number;
  state: Promotion["state"];
  createdAt: number;
};

/**
 * "processing": the bank has not decided yet. "requires_action": the page must ask the owner to confirm, with the
 * secret.
 */
type PaymentState =
  | { status: "paid" }
  | { status: "processing" }
  | { status: "requires_action"; clientSecret: string }
  | { status: "declined"; reason: string };

/** `createdAt` is Unix ms. */
export type PaymentEvent = { id: string; type: string; createdAt: number; subject: PaymentSubject };
type PaymentSubject = { subscription: string } | { payment: string } | undefined;

/** The provider's data about a subscription at one moment. Times in Unix ms, amounts in cents. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  /** Lower case. Empty if the customer was deleted. */
  customerEmail: string;
  /** Set by `subscribe`, like `siteId` and `userId`. */
  directory: string | undefined;
  siteId: number | undefined;
  userId: number | undefined;
  /** The `key` of `subscribe`. It identifies the payment claim. */
  claimKey: string;
  /** Set by `markDuplicate`. */
  duplicateSince: number | null;
  /** The time to which `moveNextCharge` or `changePlan` has moved the next charge last. */
  movedTo: number | null;
  description: string;
  /** Stripe's status: `active`, `past_due`, `incomplete`, `canceled`, … */
  status: string;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: number | null;
  /** What the next period costs, after discounts. */
  priceCents: number | null;
  /** Null if the price is of no plan. */
  plan: Plan | null;
  currency: string;
  createdAt: number;
  endedAt: number | null;
  /** It ended because no try to collect a payment succeeded. */
  isGivenUp: boolean;
  card: { id: string; brand: string; last4: string } | null;
  invoices: InvoiceFacts[];
};

export type InvoiceFacts = {
  id: string;
  isPaid: boolean;
  /** True if Stripe's status is `open`. */
  isOpen: boolean;
  /** False for other invoices, for example one that the operator sends. */
  isOfPeriod: boolean;
  /** True for the first period of its subscription. */
  isFirst: boolean;
  /** "open": it can be paid by its link. "draft": Stripe will finalize it. Null: it cannot be paid. */
  collectable: "open" | "draft" | null;
  amountCents: number;
  /** Part of `amountCents`. Both are null if the provider computed no tax. */
  taxCents: number | null;
  netCents: number | null;
  /** ISO 3166-1 alpha-2, of the buyer's address. "" if it is not known. */
  country: string;
  currency: string;
  periodStart: number;
  periodEnd: number;
  url: string;
  pdfUrl: string;
  number: string;
  /** How often it was charged automatically, and when it is charged next (Unix ms). */
  attempts: number;
  nextAttemptAt: number | null;
  /** The bank waits for the owner's confirmation. */
  needsConfirmation: boolean;
  paidAt: number | null;
  charges: ChargeFacts[];
};

export type ChargeFacts = {
  id: string;
  cardId: string | null;
  hasFailed: boolean;
  /** The bank has not decided yet, as for a direct debit. */
  isPending: boolean;
  reason: string;
  /** https://docs.stripe.com/declines/codes. "" if it has not failed. */
  failureCode: string;
  declineCode: string;
  receiptUrl: string;
  amountCents: number;
  /** Without refunds that failed. */
  refundedCents: number;
  createdAt: number;
  refunds: { id: string; amountCents: number; status: string; hasFailed: boolean; createdAt: number }[];
  /**
   * `isMoneyTaken`: the bank has decided and the money is gone. `isOpen`: the bank has not decided, or an appeal is
   * pending.
   */
  disputes: {
    id: string;
    amountCents: number;
    isMoneyTaken: boolean;
    isOpen: boolean;
    status: string;
    createdAt: number;
  }[];
  /** Its own, and those of its refunds and disputes. */
  moves: BalanceMove[];
};

/**
 * A movement of money on the account at the provider. Cents are positive if the account got them. `ledgerId` is the id of
 * the invoice, refund or dispute. `happenedAt` is Unix ms.
 */
export type BalanceMove = {
  id: string;
  kind: "payment" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "other";
  ledgerId: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  happenedAt: number;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
};

/** A mail with a code, a link or a warning, for a queue of its own. It is not sent after `expiresAt` (Unix ms). */
export type UrgentMail = { mail: Mail; expiresAt: number };
/** An urgent mail, or the key of a mail in the outbox. */
export type MailMessage = UrgentMail | string;

/** The mail service did not accept a mail. The message names no person and nothing of the mail's text. */
export class MailFailed extends Error {
  /** A code of the mail service, or the name of an error. */
  readonly code: string;
  /** Later attempts would be refused as well. */
  readonly isFinal: boolean;
  /** The account may send no more mails today. */
  readonly isOverQuota: boolean;

  constructor(code: string, facts: { isFinal: boolean; isOverQuota: boolean }, cause?: unknown) {
    super(`The mail service did not accept a mail: ${code}.`, cause === undefined ? undefined : { cause });
    this.name = "MailFailed";
    this.code = code;
    this.isFinal = facts.isFinal;
    this.isOverQuota = facts.isOverQuota;
  }
}
