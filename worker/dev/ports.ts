import { googleLogin } from "../adapters/google.ts";
import { internetPorts } from "../adapters/internet.ts";
import type { Ports } from "../ports.ts";
import { hasTax } from "../config/settings.ts";
import { hasGoogleStandIn, hasStripeStandIn, type LocalBindings } from "./bindings.ts";
import { googleStandInEndpoints } from "./google/endpoints.ts";
import { localInternet } from "./internet.ts";
import { localMail } from "./local-mail.ts";
import { trackQueued } from "./mail-under-way.ts";
import { openStandIn, standInFetch } from "./stripe/stand-in-state.ts";

/**
 * The ports of local runs. Mail stays local, and stand-ins can take the place of Stripe and Google (`withStandIns`).
 */
export async function localPorts(env: LocalBindings): Promise<Ports> {
  const real = internetPorts(env);
  const stripe = hasStripeStandIn(env) ? await openStandIn(env) : undefined;
  // The stand-in for Stripe can move the clock of the whole Worker, so that renewals can be tried out.
  const now = () => Date.now() + (stripe?.bank.state.aheadMs ?? 0);
  return {
    ...real,
    now,
    fetch: localInternet(real),
    sendMail: localMail(env, now),
    queueMail: trackQueued(real.queueMail),
    google: hasGoogleStandIn(env) ? googleLogin(env, Date.now, googleStandInEndpoints(env)) : real.google,
    payments: stripe
      ? async () => stripe.payments({ fetch: standInFetch(env, stripe), tax: hasTax(env) })
      : real.payments,
    // No cache is in front of local runs.
    purgeCache: undefined,
  };
}
