import type { Bindings } from "../env.ts";
import type { Mail } from "../ports.ts";
import { randomToken } from "../http/signing.ts";

/** A mail in the response of GET /dev/mail. */
export type ReceivedMail = Omit<Mail, "replyTo"> & {
  /** `/dev/mail/{id}` shows the HTML. */
  id: string;
  from: string;
  reply_to?: string;
  /** ISO 8601 in UTC. */
  sent_at: string;
};

const PREFIX = "mail:";
/** KV lists keys in ascending order. Keys count down from this time, so that the newest mail comes first. */
const LAST_TIME_MS = 9_999_999_999_999;
/** KV reads at most 100 values in one call: https://developers.cloudflare.com/kv/api/read-key-value-pairs/ */
const INBOX_MAX = 100;

/** Returns the `sendMail` of local runs: it stores mails for the inbox at /dev/mail. */
export const localMail =
  (env: Bindings, now: () => number) =>
  async ({ replyTo, ...mail }: Mail): Promise<void> => {
    const sentAt = now();
    const received: Omit<ReceivedMail, "id"> = {
      ...mail,
      from: `${env.SITE_NAME} <${env.SUPPORT_EMAIL}>`,
      ...(replyTo && { reply_to: replyTo }),
      sent_at: new Date(sentAt).toISOString(),
    };
    const id = `${String(LAST_TIME_MS - sentAt).padStart(13, "0")}:${randomToken()}`;
    await env.SESSIONS.put(PREFIX + id, JSON.stringify(received), { metadata: { to: mail.to } });
  };

/** Lists at most 100 mails, newest first. With `to`, only those to this email address; case does not matter. */
export async function listLocalMail(env: Bindings, to?: string): Promise<ReceivedMail[]> {
  const { keys } = await env.SESSIONS.list<{ to: string }>({ prefix: PREFIX });
  const names = keys
    .filter(({ metadata }) => !to || metadata?.to.toLowerCase() === to.toLowerCase())
    .map(({ name }) => name)
    .slice(0, INBOX_MAX);
  if (names.length === 0) return [];
  const mails = await env.SESSIONS.get<ReceivedMail>(names, "json");
  return names.flatMap((name) => {
    const mail = mails.get(name);
    return mail ? [{ ...mail, id: name.slice(PREFIX.length) }] : [];
  });
}

export const findLocalMail = (env: Bindings, id: string) => env.SESSIONS.get<ReceivedMail>(PREFIX + id, "json");
