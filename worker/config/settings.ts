import type { Operator } from "#schema/pages/pages.ts";
import { type Bindings, isLocal } from "../env.ts";

/** Who runs the directory. Undefined unless name and address are set. */
export function operatorOf(env: Bindings): Operator | undefined {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_REGISTER: register, OPERATOR_VAT_ID: vatId } = env;
  if (!name || !address) return undefined;
  return { name, address, ...(register && { register }), ...(vatId && { vatId }) };
}

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
export const isLiveKey = (key: string) => /^(sk|rk|pk)_live_/.test(key);

/** Why payments are closed although Stripe's keys are set, for the operator. */
export function stripeProblem(env: Bindings): string | undefined {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = env;
  if (!secret || !publishable) return undefined;
  // A local database knows none of the listings that people have paid for.
  if (isLocal(env)) return isLiveKey(secret) ? "are closed: a local run takes no live key" : undefined;
  if (isLiveKey(secret) !== isLiveKey(publishable)) return "are closed: one of Stripe's keys is a test key";
  if (!isLiveKey(secret)) return "are closed: Stripe's keys are test keys";
  return operatorOf(env) ? undefined : "are closed: OPERATOR_NAME and OPERATOR_ADDRESS are not set";
}

/**
 * Undefined unless all three values are set and are of live mode, and the operator is known. A local run may have test keys, and may omit the webhook
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
