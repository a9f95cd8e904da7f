import type { Bindings } from "../env.ts";
import type { Mail } from "../ports.ts";
import { randomToken } from "../http/signing.ts";

/** A mail as GET /dev/mail answers it. */
export type ReceivedMail = Omit<Mail, "replyTo"> & {
  from: string;
  reply_to?: string;
  /** ISO 8601 in UTC. */
  sent_at: string;
};

const PREFIX = "mail:";
/** KV lists keys in their own order: counting down to this time puts the newest mail first. */
const LAST_TIME_MS = 9_999_999_999_999;
/** As many values as KV hands out at once. */
const INBOX_MAX = 100;

/** Local runs: mail goes no further than the inbox at /dev/mail. */
export const localMail =
  (env: Bindings, now: () => number) =>
  async ({ replyTo, ...mail }: Mail): Promise<void> => {
    const sentAt = now();
    const received: ReceivedMail = {
      ...mail,
      from: `${env.SITE_NAME} <${env.SUPPORT_EMAIL}>`,
      ...(replyTo && { reply_to: replyTo }),
      sent_at: new Date(sentAt).toISOString(),
    };
    const key = `${PREFIX}${String(LAST_TIME_MS - sentAt).padStart(13, "0")}:${randomToken()}`;
    await env.SESSIONS.put(key, JSON.stringify(received), { metadata: { to: mail.to } });
  };

/** The newest mails, newest first; those to one address, however it is capitalised, where `to` is given. */
export async function listLocalMail(env: Bindings, to?: string): Promise<ReceivedMail[]> {
  const { keys } = await env.SESSIONS.list<{ to: string }>({ prefix: PREFIX });
  const names = keys
    .filter(({ metadata }) => !to || metadata?.to.toLowerCase() === to.toLowerCase())
    .map(({ name }) => name)
    .slice(0, INBOX_MAX);
  if (names.length === 0) return [];
  const mails = await env.SESSIONS.get<ReceivedMail>(names, "json");
  return names.map((name) => mails.get(name)).filter((mail) => mail != null);
}
