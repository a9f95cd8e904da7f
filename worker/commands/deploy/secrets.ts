import { randomBytes } from "node:crypto";
import type { Answers } from "./answers.ts";
import { askSecret } from "./answers.ts";

/** The key that the product signs with. This command makes it, once for each environment. */
export const OWN_KEY = "SECRET_KEY";

type ProviderSecret = { name: string; for?: string; begins: RegExp };

/** Secrets of other services. `for` is the answer that says that the service is used: then a person is asked. */
const PROVIDER_SECRETS: ProviderSecret[] = [
  { name: "STRIPE_SECRET_KEY", for: "STRIPE_PUBLISHABLE_KEY", begins: /^[sr]k_(test|live)_/ },
  { name: "STRIPE_WEBHOOK_SECRET", for: "STRIPE_PUBLISHABLE_KEY", begins: /^whsec_/ },
  { name: "GOOGLE_CLIENT_SECRET", for: "GOOGLE_CLIENT_ID", begins: /^\S/ },
  { name: "SENTRY_DSN", begins: /^https:\/\/\w+@/ },
];

/**
 * Collects the secrets to set: those of the environment, those that a person types, and a new `SECRET_KEY` if the Worker
 * has none. A `SECRET_KEY` that the Worker has is never replaced.
 * @param known the names of secrets that the Worker has.
 * @throws Error if a value is not of the kind that its name says.
 */
export async function collectSecrets(
  answers: Answers,
  known: Set<string>,
  { isAsking }: { isAsking: boolean },
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  if (!known.has(OWN_KEY)) secrets[OWN_KEY] = randomBytes(32).toString("base64");
  for (const { name, for: service, begins } of PROVIDER_SECRETS) {
    const isNeeded = service && answers[service] && !known.has(name);
    const value = process.env[name] || (isNeeded && isAsking ? await askSecret(name) : "");
    if (!value) continue;
    if (!begins.test(value))
      throw new Error(`${name} does not look like one. Copy it again, then run this command again.`);
    secrets[name] = value;
  }
  return secrets;
}
