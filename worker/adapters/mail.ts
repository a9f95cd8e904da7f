import type { Bindings } from "../env.ts";
import { withDeadline } from "../deadline.ts";
import type { Mail } from "../ports.ts";

/** Whoever waits for the answer is told rather than kept waiting. */
const TIMEOUT_MS = 10_000;

/** Cloudflare's mail service. SUPPORT_EMAIL must belong to a domain that is set up for sending. */
export const bindingMail =
  (env: Bindings) =>
  async (mail: Mail): Promise<void> => {
    const sent = env.EMAIL.send({ ...mail, from: { email: env.SUPPORT_EMAIL, name: env.SITE_NAME } });
    await withDeadline(sent, AbortSignal.timeout(TIMEOUT_MS));
  };
