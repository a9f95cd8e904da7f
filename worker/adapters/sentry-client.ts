import { CloudflareClient, createTransport } from "@sentry/cloudflare";
import type { ErrorLine } from "../log.ts";

const TIMEOUT_MS = 5000;

/**
 * Sends an error to the project of `dsn`, as the log shows it. The SDK adds nothing about the request.
 * @throws Error if the DSN is invalid, or if Sentry does not accept the event in time.
 */
export async function sendToSentry(dsn: string, { name, message, ...extra }: ErrorLine): Promise<void> {
  let status: number | undefined;
  const client = new CloudflareClient({
    dsn,
    integrations: [],
    normalizeDepth: 6,
    stackParser: () => [],
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        ({ status } = await fetch(options.url, { method: "POST", headers: options.headers ?? {}, body, signal }));
        return { statusCode: status };
      }),
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not a DSN of Sentry.");
  client.captureEvent({ level: "error", exception: { values: [{ type: name, value: message }] }, extra });
  await client.flush(TIMEOUT_MS);
  if (status !== 200) throw new Error(`Sentry answered ${status ?? "nothing"}.`);
}
