import { expect, vi } from "vitest";
import { baseUrl } from "./base-url.ts";

type Mail = { to: string; subject: string; text: string };

/** Mails to the address, newest first, from the local inbox. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const url = new URL(`/dev/mail?${new URLSearchParams({ to: address })}`, baseUrl());
  const response = await fetch(url, { headers: { accept: "application/json" } });
  return ((await response.json()) as { results: Mail[] }).results;
}

/** Something that only the newest mail to the address holds, once that is mail number `count`. */
async function findInNewestMail(address: string, count: number, pattern: RegExp): Promise<string> {
  const text = await vi.waitFor(
    async () => {
      const mails = await mailsTo(address);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails[0]!.text;
    },
    { timeout: 10_000, interval: 100 },
  );
  const [found] = pattern.exec(text) ?? [];
  if (!found) throw new Error(`No ${pattern} in: ${text}`);
  return found;
}

export const mailedCode = (address: string, count = 1) => findInNewestMail(address, count, /\b\d{6}\b/);

/** The path of the mailed link that begins so. */
export const mailedLink = (address: string, path: string, count = 1) =>
  findInNewestMail(address, count, new RegExp(`${path}[\\w.~-]+`));
