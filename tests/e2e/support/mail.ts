import { expect, vi } from "vitest";
import { baseUrl } from "./base-url.ts";

type Mail = { to: string; subject: string; text: string };

/** Newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const url = new URL(`/dev/mail?${new URLSearchParams({ to: email })}`, baseUrl());
  const response = await fetch(url, { headers: { accept: "application/json" } });
  return ((await response.json()) as { results: Mail[] }).results;
}

/** Waits until `count` mails have arrived. Returns the match in the newest one. */
async function findInNewestMail(email: string, count: number, pattern: RegExp): Promise<string> {
  const text = await vi.waitFor(
    async () => {
      const mails = await mailsTo(email);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails[0]!.text;
    },
    { timeout: 30_000, interval: 100 },
  );
  const [found] = pattern.exec(text) ?? [];
  if (!found) throw new Error(`No ${pattern} in: ${text}`);
  return found;
}

export const mailedCode = (email: string, count = 1) => findInNewestMail(email, count, /\b\d{6}\b/);

/** Returns the path of the link, which begins with `path`. */
export const mailedLink = (email: string, path: string, count = 1) =>
  findInNewestMail(email, count, new RegExp(`${path}[\\w.~-]+`));
