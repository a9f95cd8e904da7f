import { cache } from "cloudflare:workers";
import type { Bindings } from "../env.ts";
import type { Ports } from "../ports.ts";
import { googleLogin } from "./google.ts";
import { localMail } from "./local-mail.ts";
import { bindingMail } from "./mail.ts";

const now = () => Date.now();

/** The real outside. */
export function internetPorts(env: Bindings): Ports {
  // Many sites refuse a client that does not say who it is and where its owner can be found.
  const userAgent = `Mozilla/5.0 (compatible; directory; +${env.SITE_URL})`;
  return {
    now,
    timeout: (ms) => AbortSignal.timeout(ms),
    fetch: (url, { signal, accept }) =>
      fetch(url, { signal, redirect: "manual", headers: { Accept: accept, "User-Agent": userAgent } }),
    sendMail: env.LOCAL ? localMail(env, now) : bindingMail(env),
    google: googleLogin(env, now),
    // Local runs have no edge in front of them.
    purgeCache: env.LOCAL ? undefined : purgeCache,
    cancelSubscription: undefined,
  };
}

async function purgeCache(pathPrefixes: string[]): Promise<void> {
  const { success, errors } = await cache.purge({ pathPrefixes });
  if (!success) throw new Error(`The cache was not purged: ${errors.map(({ message }) => message).join("; ")}`);
}
