import type { Bindings } from "../env.ts";
import { stripeSettings } from "../config/settings.ts";

export type LocalBindings = Bindings & {
  /** `npm run dev`: Vite injects scripts and styles into the page. */
  HOT_RELOAD?: string;
  /** Sign-in with Google uses the stand-in at /dev/google. */
  GOOGLE_STAND_IN?: string;
};

/** These keys are no secrets: only the stand-ins accept them. */
export const STRIPE_STAND_IN_KEYS = {
  secretKey: "sk_stand_in",
  publishableKey: "pk_stand_in",
  webhookSecret: "whsec_stand_in",
};
export const GOOGLE_STAND_IN_KEYS = { clientId: "stand-in", clientSecret: "stand-in" };

/** Adds the stand-ins' keys: Stripe's unless those of an account are set, Google's if `GOOGLE_STAND_IN` is set. */
export function withStandIns(env: LocalBindings): LocalBindings {
  return {
    ...env,
    ...(!stripeSettings(env) && {
      STRIPE_SECRET_KEY: STRIPE_STAND_IN_KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: STRIPE_STAND_IN_KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: STRIPE_STAND_IN_KEYS.webhookSecret,
    }),
    ...(env.GOOGLE_STAND_IN && {
      GOOGLE_CLIENT_ID: GOOGLE_STAND_IN_KEYS.clientId,
      GOOGLE_CLIENT_SECRET: GOOGLE_STAND_IN_KEYS.clientSecret,
    }),
  };
}

export const hasStripeStandIn = (env: Bindings) => env.STRIPE_SECRET_KEY === STRIPE_STAND_IN_KEYS.secretKey;
export const hasGoogleStandIn = (env: Bindings) => env.GOOGLE_CLIENT_ID === GOOGLE_STAND_IN_KEYS.clientId;
