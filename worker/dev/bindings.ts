import type { Bindings } from "../env.ts";
import { stripeSettings } from "../settings.ts";

/** Of local runs. */
export type LocalBindings = Bindings & {
  /** `npm run dev`: Vite puts scripts and styles into the page. */
  HOT_RELOAD?: string;
  /** Log-in with Google goes to the stand-in at /dev/google. */
  GOOGLE_STAND_IN?: string;
  /** Nothing of the internet can be fetched. The browser tests set it, so that they run alike everywhere. */
  NO_INTERNET?: string;
};

/** Not secrets: they open the stand-ins only. */
export const STRIPE_STAND_IN = {
  secretKey: "sk_stand_in",
  publishableKey: "pk_stand_in",
  webhookSecret: "whsec_stand_in",
};
export const GOOGLE_STAND_IN = { clientId: "stand-in", clientSecret: "stand-in" };

/** With the keys of the stand-ins, Stripe's unless there is an account, Google's if it is asked for. */
export function withStandIns(env: LocalBindings): LocalBindings {
  return {
    ...env,
    ...(!stripeSettings(env) && {
      STRIPE_SECRET_KEY: STRIPE_STAND_IN.secretKey,
      STRIPE_PUBLISHABLE_KEY: STRIPE_STAND_IN.publishableKey,
      STRIPE_WEBHOOK_SECRET: STRIPE_STAND_IN.webhookSecret,
    }),
    ...(env.GOOGLE_STAND_IN && {
      GOOGLE_CLIENT_ID: GOOGLE_STAND_IN.clientId,
      GOOGLE_CLIENT_SECRET: GOOGLE_STAND_IN.clientSecret,
    }),
  };
}

export const hasStripeStandIn = (env: Bindings) => env.STRIPE_SECRET_KEY === STRIPE_STAND_IN.secretKey;
export const hasGoogleStandIn = (env: Bindings) => env.GOOGLE_CLIENT_ID === GOOGLE_STAND_IN.clientId;
