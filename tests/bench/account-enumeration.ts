import { users } from "#schema/tables/accounts.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import type { Db } from "#worker/db/connection.ts";
import { median } from "./percentile.ts";

/**
 * Each call is sent nine times with an account and nine times without. This is below the rate limits per IP address.
 */
const SAMPLES = 9;
const TRIED = "a password of the bench";

const addresses = (name: string) => Array.from({ length: SAMPLES }, (_, index) => `${name}-${index}@example.com`);
const KNOWN = addresses("known");
const UNKNOWN = addresses("unknown");

export type EnumerationFigures = { call: string; knownMs: number; unknownMs: number; isSameAnswer: boolean };

/**
 * Calls that must not reveal whether an email address has an account, in this order. The last one uses the password of
 * the sign-up before it: its response must not differ either.
 */
const CALLS: [name: string, call: string, form: object][] = [
  ["sign-in", "login/", { password: "not the password" }],
  ["reset", "password/reset/", {}],
  ["sign-up", "signup/", { first_name: "A", last_name: "B", password1: TRIED, password2: TRIED }],
  ["sign-in after the sign-up", "login/", { password: TRIED }],
];

export async function insertKnownUsers(db: Db, now: number): Promise<void> {
  const passwordHash = await hashPassword("a password of its owner");
  const columns = { passwordHash, emailVerifiedAt: now, createdAt: now, updatedAt: now };
  await db.insert(users).values(KNOWN.map((email) => ({ email, ...columns })));
}

/** Compares responses for email addresses with and without an account: their text, and the median of their times. */
export async function measureAccountEnumeration(base: string): Promise<EnumerationFigures[]> {
  const send = await visitor(base);
  const figures: EnumerationFigures[] = [];
  for (const [name, call, form] of CALLS) {
    const answers = new Set<string>();
    const timed = async (email: string) => {
      const start = performance.now();
      answers.add(await send(call, { ...form, email }));
      return performance.now() - start;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample++) {
      known.push(await timed(KNOWN[sample]!));
      unknown.push(await timed(UNKNOWN[sample]!));
    }
    figures.push({ call: name, knownMs: median(known), unknownMs: median(unknown), isSameAnswer: answers.size === 1 });
  }
  return figures;
}

/** Returns a function that sends POST requests with a CSRF token and returns status and body as one string. */
async function visitor(base: string): Promise<(call: string, body: object) => Promise<string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base));
  const token = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  const headers = { "Content-Type": "application/json", Cookie: `csrftoken=${token}`, "X-CSRFToken": token };
  return async (call, body) => {
    const url = new URL(`/api/${call}`, base);
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return `${response.status} ${await response.text()}`;
  };
}
