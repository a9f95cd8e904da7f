import type { Alert } from "../ports.ts";

const TIMEOUT_MS = 5000;

/**
 * Returns a function that posts an alert to a webhook in Slack's format, `{"text"}`, which other services also read:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/
 * It rejects if the webhook does not accept the alert in time.
 */
export const alertWebhook =
  (url: string) =>
  async ({ title, meaning, action, facts }: Alert): Promise<void> => {
    const lines = [`*${title}*`, meaning, ...facts.map(([label, value]) => `${label}: ${value}`), action];
    const { ok, status } = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: escapeText(lines.join("\n")) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!ok) throw new Error(`The webhook for alerts answered ${status}.`);
  };

/** Slack, "Formatting message text": these characters begin links and mentions. */
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
