/** The outside world, as the features know it. Tests state what it says. */
export interface Ports {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Aborts after that many milliseconds. */
  timeout(ms: number): AbortSignal;
  /** GET an address on the internet, redirects not followed. */
  fetch(url: URL, init: { signal: AbortSignal; accept: string }): Promise<Response>;
  /** From the operator's own address. Rejects where the mail could not be handed over. */
  sendMail(mail: Mail): Promise<void>;
  /** Undefined where Google log-in is not set up. */
  google: Google | undefined;
  /** Makes the edge forget its copies of these paths and of what lies below them. Undefined where it keeps none. */
  purgeCache: ((paths: string[]) => Promise<void>) | undefined;
  /** Ends a running subscription at once. Undefined where payments are not set up. */
  cancelSubscription: ((id: string) => Promise<void>) | undefined;
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
  firstName: string;
  lastName: string;
};

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
};
