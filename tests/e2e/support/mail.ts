import { expect, vi } from "vitest";
import { baseUrl } from "./base-url.ts";

type Mail = { to: string; subject: string; text: string };

/** Returns the mails to an email address from the local inbox, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const url = new URL(`/dev/mail?${new URLSearchParams({ to: email })}`, baseUrl());
  const response = await fetch(url, { headers: { accept: "application/json" } });
  return ((await response.json()) as { results: Mail[] }).results;
}

/** Waits until `count` mails have arrived. Then returns the text in the newest one that matches the pattern. */
async function findInNewestMail(email: string, count: number, pattern: RegExp): Promise<string> {
  const text = await vi.waitFor(
    async () => {
      const mails = await mailsTo(email);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails[0]!.text;
    },
    { timeout: 10_000, interval: 100 },
  );
  const [found] = pattern.exec(text) ?? [];
  if (!found) throw new Error(`No ${pattern} in: ${text}`);
  return found;
}

export const mailedCode = (email: string, count = 1) => findInNewestMail(email, count, /\b\d{6}\b/);

/** Waits for mail number `count` and returns the path of its link that begins with `path`. */
export const mailedLink = (email: string, path: string, count = 1) =>
  findInNewestMail(email, count, new RegExp(`${path}[\\w.~-]+`));
