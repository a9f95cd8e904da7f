import type { Bindings } from "../env.ts";
import type { Mail } from "../ports.ts";

/** Cloudflare's mail service. SUPPORT_EMAIL must belong to a domain that is set up for sending. */
export const bindingMail =
  (env: Bindings) =>
  async (mail: Mail): Promise<void> => {
    await env.EMAIL.send({ ...mail, from: { email: env.SUPPORT_EMAIL, name: env.SITE_NAME } });
  };
