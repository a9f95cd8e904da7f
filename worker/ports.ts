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
}

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
};
