import { cache } from "cloudflare:workers";
import { type Bindings, isLocal } from "../env.ts";
import { openStandIn, standInFetch } from "../features/dev/stripe/local.ts";
import type { Ports } from "../ports.ts";
import { edgeCache } from "./edge-cache.ts";
import { googleLogin } from "./google.ts";
import { localMail } from "./local-mail.ts";
import { bindingMail } from "./mail.ts";
import { stripePayments, stripeSettings } from "./stripe.ts";

/** The real outside; locally, with stand-ins for what no account is there for. */
export async function internetPorts(env: Bindings): Promise<Ports> {
  // Many sites refuse a client that does not say who it is and where its owner can be found.
  const userAgent = `Mozilla/5.0 (compatible; directory; +${env.SITE_URL})`;
  const stripe = stripeSettings(env);
  const standIn = isLocal(env) && !stripe ? await openStandIn(env) : undefined;
  // Where the stand-in lets days pass, they pass for everything, so that renewals and ends can be seen.
  const now = () => Date.now() + (standIn?.bank.state.aheadMs ?? 0);
  return {
    now,
    wait: (ms) => scheduler.wait(ms),
    timeout: (ms) => AbortSignal.timeout(ms),
    fetch: (url, { signal, accept }) =>
      fetch(url, { signal, redirect: "manual", headers: { Accept: accept, "User-Agent": userAgent } }),
    sendMail: isLocal(env) ? localMail(env, now) : bindingMail(env),
    google: googleLogin(env, Date.now),
    payments: stripe ? stripePayments(stripe, { now }) : standIn?.payments({ fetch: standInFetch(env, standIn) }),
    // Local runs have no edge in front of them.
    purgeCache: isLocal(env) ? undefined : edgeCache(cache),
  };
}
