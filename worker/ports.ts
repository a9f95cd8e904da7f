/** The outside world, as the features know it. Tests state what it says. */
export interface Ports {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Resolves after that many milliseconds. */
  wait(ms: number): Promise<void>;
  /** Aborts after that many milliseconds. */
  timeout(ms: number): AbortSignal;
  /** GET an address on the internet, redirects not followed. */
  fetch(url: URL, init: { signal: AbortSignal; accept: string }): Promise<Response>;
  /** From the operator's own address. Rejects where the mail could not be handed over. */
  sendMail(mail: Mail): Promise<void>;
  /** Undefined where Google log-in is not set up. */
  google: Google | undefined;
  /** Undefined where payments are not set up. */
  payments: Payments | undefined;
  /** Makes the edge forget its copies of these paths, whatever their query. Undefined where it keeps none. */
  purgeCache: ((paths: string[]) => Promise<void>) | undefined;
}

/** Google's log-in. Each call rejects where Google does not answer. */
export interface Google {
  readonly clientId: string;
  /** Where the visitor's browser is sent; Google sends it back with `state` and a code. */
  authorizationUrl(request: { state: string; codeVerifier: string; nonce: string }): URL;
  /** The credential for a code; undefined where the code is not good. */
  redeem(code: string, codeVerifier: string): Promise<string | undefined>;
  /**
   * Whom a credential names; undefined unless Google signed it for this site and this nonce, it has not expired and
   * the address is verified.
   */
  identify(credential: string, nonce: string): Promise<GoogleIdentity | undefined>;
}

export type GoogleIdentity = {
  /** The only part that never changes. */
  sub: string;
  /** Lower case. */
  email: string;
  /** Google itself hosts the mailbox, so the address is the person's own today. Else it was, when Google last looked. */
  isAuthoritative: boolean;
  firstName: string;
  lastName: string;
};

/**
 * Who takes the money. Each call rejects with PaymentsUnavailable where no answer came, so that what it did is not known, and
 * with PaymentsRefused where it did nothing.
 */
export interface Payments {
  /** For the page that asks for the card. */
  readonly publishableKey: string;
  /** A person's customer, made once: asked again, the same. `replaces` is one that is gone. */
  createCustomer(person: NewCustomer): Promise<string>;
  /** The secret with which the page may save one card for that customer; undefined where the customer is gone. */
  createCardSetup(customerId: string): Promise<string | undefined>;
  /** Makes a saved card the customer's and says its id; undefined where there is no such card, or it is another's. */
  attachCard(customerId: string, cardId: string): Promise<string | undefined>;
  /** Starts paying for a site. Asked again with the same key, it answers the same. */
  subscribe(request: NewSubscription): Promise<string>;
  /** How its payment stands. */
  readPaymentState(subscriptionId: string): Promise<PaymentState>;
  /** All there is to know about a subscription; undefined where there is none. */
  readSubscription(subscriptionId: string): Promise<SubscriptionFacts | undefined>;
  /** Subscriptions of one customer, or of all, whatever their state. */
  listSubscriptions(customerId?: string): Promise<string[]>;
  /** Whether it renews at the end of the period. */
  setRenewal(subscriptionId: string, renews: boolean): Promise<void>;
  /**
   * Notes at the provider that the site has another subscription: this one ends, and what was paid for days after this
   * time is given back.
   */
  markDuplicate(subscriptionId: string, at: number): Promise<void>;
  /** What the owner reads of it at the provider and on invoices from now on; at most 500 characters. */
  setDescription(subscriptionId: string, description: string): Promise<void>;
  /** Ends it at once: nothing more is charged. To end one twice does no harm. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Pays with another card from now on, and what is unpaid at once. */
  changeCard(subscriptionId: string, cardId: string): Promise<void>;
  /** Nobody can pay this invoice any more. One that was paid or given up meanwhile stays as it is. */
  closeInvoice(invoice: { id: string; isDraft: boolean }): Promise<void>;
  /** Gives back what is left of a charge, once: nothing if all of it has been given back. */
  refund(chargeId: string): Promise<void>;
  /** An address at which the customer finds invoices and cards; it leads back to `returnUrl`. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** What a webhook says; undefined unless its signature is good and within five minutes of now. */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
  /** The subscription that an event is about. */
  findSubscriptionOf(event: PaymentEvent): Promise<string | undefined>;
}

/** No answer came, or none that says whether it was done. */
export class PaymentsUnavailable extends Error {}

/** It was refused, and nothing was done. `reason` is the bank's, where it was the bank. */
export class PaymentsRefused extends Error {
  readonly reason: string | undefined;

  constructor(cause: Error, reason?: string) {
    super(cause.message, { cause });
    this.reason = reason;
  }
}

/** `directory` tells apart what several directories sell through one account. */
export type NewCustomer = { directory: string; userId: number; email: string; name: string; replaces: string | null };
export type NewSubscription = {
  directory: string;
  /** For the owner to read at Stripe and on invoices; at most 500 characters. */
  description: string;
  customerId: string;
  cardId: string;
  siteId: number;
  userId: number;
  key: string;
};

/** Paid, with the bank, waiting for its confirmation (the page asks for it with the secret), or declined for a reason. */
export type PaymentState =
  | { status: "paid" }
  | { status: "processing" }
  | { status: "requires_action"; clientSecret: string }
  | { status: "declined"; reason: string };

export type PaymentEvent = { id: string; type: string; subject: PaymentSubject };
export type PaymentSubject = { subscription: string } | { payment: string } | undefined;

/** Times in milliseconds, amounts in cents. */
export type SubscriptionFacts = {
  id: string;
  customerId: string;
  /** Lower case; empty where the customer was deleted. */
  customerEmail: string;
  /** As it was started with. */
  directory: string | undefined;
  siteId: number | undefined;
  userId: number | undefined;
  /** The key it was started with. */
  claimKey: string;
  /** By `markDuplicate`. */
  duplicateSince: number | null;
  /** By `subscribe` or `setDescription`. */
  description: string;
  /** Stripe's word: `active`, `past_due`, `incomplete`, `canceled`, … */
  status: string;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: number | null;
  /** What each period costs. */
  priceCents: number | null;
  currency: string;
  createdAt: number;
  endedAt: number | null;
  card: { id: string; brand: string; last4: string } | null;
  invoices: InvoiceFacts[];
};

export type InvoiceFacts = {
  id: string;
  isPaid: boolean;
  /** Finished, unpaid and not given up. */
  isOpen: boolean;
  /** For a period of the subscription, not something else that the operator charges for. */
  isOfPeriod: boolean;
  /** How money may still come: a finished invoice can be paid by its link, a draft becomes one by itself. */
  collectable: "open" | "draft" | null;
  amountCents: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  url: string;
  paidAt: number | null;
  charges: ChargeFacts[];
};

export type ChargeFacts = {
  id: string;
  cardId: string | null;
  hasFailed: boolean;
  reason: string;
  amountCents: number;
  /** Without what could not be given back. */
  refundedCents: number;
  createdAt: number;
  refunds: { id: string; amountCents: number; status: string; hasFailed: boolean; createdAt: number }[];
  /** `isTaken`: the bank has decided and the money is gone. `isOpen`: it has not, or an appeal waits. */
  disputes: {
    id: string;
    amountCents: number;
    isMoneyTaken: boolean;
    isOpen: boolean;
    status: string;
    createdAt: number;
  }[];
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
};
