import type { Bindings } from "../env.ts";
import { withDeadline } from "../deadline.ts";
import type { Mail } from "../ports.ts";

/** After this time the mail counts as not sent. */
const TIMEOUT_MS = 10_000;

/**
 * Returns a function that sends a mail through Cloudflare's email service. It rejects if the service refuses the mail
 * or does not answer in time. The domain of SUPPORT_EMAIL must be set up for sending.
 */
export const bindingMail =
  (env: Bindings) =>
  async (mail: Mail): Promise<void> => {
    const sent = env.EMAIL.send({ ...mail, from: { email: env.SUPPORT_EMAIL, name: env.SITE_NAME } });
    await withDeadline(sent, AbortSignal.timeout(TIMEOUT_MS));
  };
