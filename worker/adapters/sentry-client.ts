import { CloudflareClient, createTransport } from "@sentry/cloudflare";
import type { Alert } from "../ports.ts";

const TIMEOUT_MS = 5000;

/**
 * Sends an alert as an event to the project of `dsn`. Alerts of one kind are one issue there.
 * @throws Error if the DSN is invalid, or if Sentry does not accept the event in time.
 */
export async function sendToSentry(dsn: string, { kind, title, meaning, action, facts }: Alert): Promise<void> {
  let status: number | undefined;
  const client = new CloudflareClient({
    dsn,
    integrations: [],
    stackParser: () => [],
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        ({ status } = await fetch(options.url, { method: "POST", headers: options.headers ?? {}, body, signal }));
        return { statusCode: status };
      }),
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not a DSN of Sentry.");
  const extra = { meaning, action, ...Object.fromEntries(facts) };
  client.captureEvent({ message: title, level: "error", fingerprint: [kind], tags: { alert: kind }, extra });
  await client.flush(TIMEOUT_MS);
  if (status !== 200) throw new Error(`Sentry answered ${status ?? "nothing"}.`);
}
