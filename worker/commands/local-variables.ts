import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { loadEnvFile } from "node:process";

/** The operator's own accounts at providers, where a local run should use them instead of stand-ins. */
const PROVIDER_VARIABLES = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  // Log-in with Google, at a stand-in of this Worker's own.
  "GOOGLE_STAND_IN",
];

/** Variables of the environment, with those of `.dev.vars` where it does not set them. */
export function providerVariables(): Record<string, string> {
  const file = path.join(import.meta.dirname, "../../.dev.vars");
  if (existsSync(file)) loadEnvFile(file);
  return Object.fromEntries(
    PROVIDER_VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

/**
 * Variables of a local run, over those of wrangler.toml. They are handed to the running Worker and never built into it,
 * so a deployed build knows nothing of `LOCAL`. The key only has to stay the same between starts.
 */
export const localVariables = (origin: string) => ({
  ...providerVariables(),
  LOCAL: "1",
  SITE_URL: origin,
  SECRET_KEY: createHash("sha256")
    .update(`local key of ${import.meta.dirname}`)
    .digest("hex"),
});
