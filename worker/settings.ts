import { type Bindings, isLocal } from "./env.ts";

/** Undefined if sign-in with Google is not set up. */
export function googleSettings(env: Bindings): { clientId: string; clientSecret: string } | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

/** `tax`: Stripe computes tax. */
export type StripeSettings = { secretKey: string; webhookSecret: string; publishableKey: string; tax: boolean };

/** @throws Error for a value that nobody can mean: tax that is off by mistake must be paid later. */
export function hasTax({ STRIPE_TAX }: Bindings): boolean {
  if (STRIPE_TAX && STRIPE_TAX !== "on") throw new Error('STRIPE_TAX must be "on" or empty.');
  return STRIPE_TAX === "on";
}

/** Secret and restricted keys: https://docs.stripe.com/keys */
const LIVE = /^(sk|rk|pk)_live_/;

/** Why the keys of Stripe cannot be used, for the operator. Undefined if they can, or are not set. */
export function stripeProblem(env: Bindings): string | undefined {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = env;
  if (!secret || !publishable || isLocal(env)) return undefined;
  if (LIVE.test(secret) !== LIVE.test(publishable)) return "are closed: one of Stripe's keys is a test key";
  return LIVE.test(secret) ? undefined : "are closed: Stripe's keys are test keys";
}

/**
 * Undefined unless all three values are set and are of live mode. A local run may have test keys, and may omit the webhook
 * secret, because cron reads the same events.
 */
export function stripeSettings(env: Bindings): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !(STRIPE_WEBHOOK_SECRET || isLocal(env))) return undefined;
  if (stripeProblem(env)) return undefined;
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET ?? "",
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    tax: hasTax(env),
  };
}
