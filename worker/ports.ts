import type { Stripe } from "stripe";

/** Services outside the Worker. Tests replace them. */
export interface Ports {
  /** Unix ms. */
  now(): number;
  wait(ms: number): Promise<void>;
  timeout(ms: number): AbortSignal;
  /** The host of this directory. Nothing is fetched from it or its subdomains: that would be the Worker itself. */
  ownHost: string;
  /** Sends a GET. Does not follow redirects. */
  fetch(url: URL, init: { signal: AbortSignal; accept: string; authorization?: string }): Promise<Response>;
  /** Rejects with MailFailed if the mail service does not accept the mail. Only the consumers of the queues and mails to the operator call it. */
  sendMail(mail: Mail): Promise<void>;
  /** Rejects if the queue does not accept it. */
  queueMail(message: MailMessage): Promise<void>;
  /** Undefined if sign-in with Google is not set up. */
  google: Google | undefined;
  /** Loads Stripe's code, which few requests need. Undefined if payments are not set up. */
  payments: (() => Promise<Payments>) | undefined;
  /** Deletes the cached responses that show one of at most 100 subjects. Undefined without an edge cache. */
  purgeCache: ((subjects: Subject[]) => Promise<void>) | undefined;
}

/**
 * What a public response shows, or what a change changes. Things: a site, a product and a blog post by slug, and a file
 * by its key in R2. Lists: of all sites, of a category, of the sites that replace a product (by the product's id), and of
 * all posts. `all` is every public response.
 */
export type Subject =
  | `${"site" | "product" | "post" | "file" | "category"}:${string}`
  | `replaces:${number}`
  | "list"
  | "posts"
  | "all";

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

/** Stripe with the keys of the directory's account. `tax`: Stripe computes tax, which the price includes. */
export type Payments = {
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  readonly publishableKey: string;
  readonly tax: boolean;
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
/** An urgent mail, or the keys of at most 100 mails in the outbox, which are queued all or none. */
export type MailMessage = UrgentMail | string[];

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
