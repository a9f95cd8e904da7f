import type { SiteConfig } from "#schema/pages.ts";
import { googleSettings } from "./adapters/google.ts";
import { stripeSettings } from "./adapters/stripe.ts";
import type { Bindings } from "./env.ts";
import { AppError } from "./errors.ts";
import { STAND_IN_KEYS } from "./features/dev/stripe/stand-in.ts";

/**
 * What the operator must set (wrangler.toml, `wrangler secret`).
 * @throws AppError 503 naming every value that is missing, so that a deployment without one says which.
 */
export function siteConfig(env: Bindings): SiteConfig {
  const required = ["SITE_NAME", "SITE_URL", "SUPPORT_EMAIL", "SECRET_KEY"] as const;
  const missing = required.filter((name) => !env[name]);
  if (missing.length > 0) throw new AppError("unavailable", `Not configured: ${missing.join(", ")}.`);
  const stripe = stripeSettings(env)?.publishableKey ?? (env.LOCAL && STAND_IN_KEYS.publishableKey);
  const google = googleSettings(env);
  return {
    name: env.SITE_NAME,
    origin: new URL(env.SITE_URL).origin,
    supportEmail: env.SUPPORT_EMAIL,
    ...(stripe && { stripePublishableKey: stripe }),
    ...(google && { googleClientId: google.clientId }),
  };
}
