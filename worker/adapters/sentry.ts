import type { ErrorLine } from "../log.ts";

const TIMEOUT_MS = 5_000;

/**
 * Sends an error to the project of `dsn`, as the log shows it. The SDK of 46 MB would send the same:
 * https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 * @throws Error if the DSN is invalid, or if Sentry does not accept the event in time.
 */
export async function sendToSentry(dsn: string, { name, message, ...extra }: ErrorLine): Promise<void> {
  const [, key, host, project] = /^https:\/\/(\w+)@(.+)\/(\d+)$/.exec(dsn) ?? [];
  if (!project) throw new Error("SENTRY_DSN is not a DSN of Sentry.");
  const event = {
    event_id: crypto.randomUUID().replaceAll("-", ""),
    timestamp: Date.now() / 1000,
    platform: "javascript",
    level: "error",
    exception: { values: [{ type: name, value: message }] },
    extra,
  };
  const { status } = await fetch(`https://${host}/api/${project}/envelope/?sentry_version=7&sentry_key=${key}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-sentry-envelope" },
    body: [{ event_id: event.event_id }, { type: "event" }, event].map((line) => JSON.stringify(line)).join("\n"),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (status !== 200) throw new Error(`Sentry answered ${status}.`);
}
