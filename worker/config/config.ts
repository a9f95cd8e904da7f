import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { type Bindings, isLocal } from "../env.ts";
import { AppError } from "../errors.ts";
import { isUsableMailbox, isUsableOrigin } from "./hosts.ts";
import { googleSettings, operatorOf, stripeSettings } from "./settings.ts";

const REQUIRED = ["SITE_NAME", "SITE_URL", "SUPPORT_EMAIL", "SECRET_KEY"] as const;

/**
 * @throws AppError 503 that names each missing or unusable setting. A deployed build also refuses the placeholders of
 * wrangler.toml.
 */
export function readDirectoryConfig(env: Bindings): DirectoryConfig {
  const unset = REQUIRED.filter((name) => !env[name] || !(isLocal(env) || isUsable(env, name)));
  if (unset.length > 0) throw new AppError("unavailable", `Not configured: ${unset.join(", ")}.`);
  const stripe = stripeSettings(env);
  const google = googleSettings(env);
  const operator = operatorOf(env);
  return {
    name: env.SITE_NAME,
    origin: new URL(env.SITE_URL).origin,
    supportEmail: env.SUPPORT_EMAIL,
    ...(operator && { operator }),
    ...(stripe && { stripePublishableKey: stripe.publishableKey }),
    ...(stripe?.tax && { hasTax: true as const }),
    ...(google && { googleClientId: google.clientId }),
  };
}

function isUsable(env: Bindings, name: (typeof REQUIRED)[number]): boolean {
  if (name === "SITE_URL") return isUsableOrigin(env.SITE_URL);
  if (name === "SUPPORT_EMAIL") return isUsableMailbox(env.SUPPORT_EMAIL);
  return true;
}
