import { cache } from "cloudflare:workers";
import type { Bindings } from "../env.ts";
import type { Payments, Ports } from "../ports.ts";
import { stripeSettings } from "../config/settings.ts";
import { edgeCachePurge } from "./edge-cache.ts";
import { robotName } from "../http/robot-name.ts";
import { googleLogin } from "./google.ts";
import { bindingMail, bindingMailQueue } from "./mail.ts";

/** The ports of a deployed Worker. */
export function internetPorts(env: Bindings): Ports {
  // Many sites refuse requests whose User-Agent names neither the client nor a web page about it.
  const userAgent = `Mozilla/5.0 (compatible; ${robotName(env.SITE_NAME)}; +${env.SITE_URL})`;
  const stripe = stripeSettings(env);
  let opened: Promise<Payments> | undefined;
  const now = Date.now;
  return {
    now,
    wait: (ms) => scheduler.wait(ms),
    timeout: (ms) => AbortSignal.timeout(ms),
    ownHost: URL.parse(env.SITE_URL)?.hostname ?? "",
    fetch: (url, { signal, accept, authorization }) =>
      fetch(url, {
        signal,
        redirect: "manual",
        headers: {
          Accept: accept,
          "User-Agent": userAgent,
          ...(authorization && { Authorization: authorization }),
        },
      }),
    sendMail: bindingMail(env),
    queueMail: bindingMailQueue(env),
    google: googleLogin(env, now),
    payments: stripe && (() => (opened ??= import("./stripe.ts").then(({ stripePayments }) => stripePayments(stripe)))),
    purgeCache: edgeCachePurge(cache),
  };
}
