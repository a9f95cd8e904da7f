import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { loadEnvFile } from "node:process";

/** If they are set, a local run uses the operator's own Stripe and Google accounts instead of stand-ins. */
const PROVIDER_VARIABLES = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  // If set, sign-in with Google uses this Worker's own stand-in for Google.
  "GOOGLE_STAND_IN",
];

export const STRIPE_KEY_MISSING =
  "STRIPE_SECRET_KEY is not set. Set it in the environment or in .dev.vars, then run this command again.";

/** Reads the environment and `.dev.vars`. The environment wins. */
export function providerVariables(): Record<string, string> {
  const file = path.join(import.meta.dirname, "../../.dev.vars");
  if (existsSync(file)) loadEnvFile(file);
  return Object.fromEntries(
    PROVIDER_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

/**
 * These override the variables of wrangler.toml. They are not part of the build, so `LOCAL` is never set in a deployed
 * Worker. `SECRET_KEY` stays the same between starts.
 */
export const localVariables = (origin: string) => ({
  ...providerVariables(),
  LOCAL: "1",
  SITE_URL: origin,
  // Nothing leaves a local run.
  MAIL_DAILY_LIMIT: "0",
  SECRET_KEY: createHash("sha256")
    .update(`local key of ${import.meta.dirname}`)
    .digest("hex"),
});
