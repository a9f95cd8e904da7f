import { cache } from "cloudflare:workers";
import type { Bindings } from "../env.ts";
import type { Payments, Ports } from "../ports.ts";
import { type StripeSettings, stripeSettings } from "../settings.ts";
import { edgeCachePurge } from "./edge-cache.ts";
import { googleLogin } from "./google.ts";
import { bindingMail, bindingMailQueue } from "./mail.ts";

/** The code for Stripe is a module of its own, which the first call loads. */
function latePayments(settings: StripeSettings, now: () => number): Payments {
  const { publishableKey, tax } = settings;
  const load = async () => (await import("./stripe.ts")).stripePayments(settings, { now });
  let loaded: Promise<Payments> | undefined;
  return new Proxy({ publishableKey, tax } as Payments, {
    get(known, name) {
      if (name in known || typeof name === "symbol") return Reflect.get(known, name) as unknown;
      return async (...args: unknown[]) => {
        const payments = await (loaded ??= load());
        return (payments[name as keyof Payments] as (...values: unknown[]) => Promise<unknown>)(...args);
      };
    },
  });
}

/** The ports of a deployed Worker. */
export function internetPorts(env: Bindings): Ports {
  // Many sites refuse requests whose User-Agent names neither the client nor a web page about it.
  const userAgent = `Mozilla/5.0 (compatible; directory; +${env.SITE_URL})`;
  const stripe = stripeSettings(env);
  const now = Date.now;
  return {
    now,
    wait: (ms) => scheduler.wait(ms),
    timeout: (ms) => AbortSignal.timeout(ms),
    ownHost: URL.parse(env.SITE_URL)?.hostname ?? "",
    fetch: (url, { signal, accept }) =>
      fetch(url, { signal, redirect: "manual", headers: { Accept: accept, "User-Agent": userAgent } }),
    sendMail: bindingMail(env),
    queueMail: bindingMailQueue(env),
    google: googleLogin(env, now),
    payments: stripe && latePayments(stripe, now),
    purgeCache: edgeCachePurge(cache),
  };
}
