import { users } from "#schema/tables/accounts.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import type { Db } from "#worker/db/connection.ts";
import { median } from "./percentile.ts";

/** Calls with an account, and as many without. More could exceed the rate limits per IP address. */
const SAMPLES = 9;
const SIGN_UP_PASSWORD = "a password of the bench";

const emails = (name: string) => Array.from({ length: SAMPLES }, (_, index) => `${name}-${index}@example.com`);
const KNOWN = emails("known");
const UNKNOWN = emails("unknown");

export type EnumerationFigures = { call: string; knownMs: number; unknownMs: number; isSameResponse: boolean };

/**
 * Calls that must not reveal whether an email address has an account, in this order: the last one uses the password of
 * the sign-up.
 */
const CALLS: [name: string, call: string, form: object][] = [
  ["sign-in", "login/", { password: "not the password" }],
  ["reset", "password/reset/", {}],
  ["sign-up", "signup/", { first_name: "A", last_name: "B", password1: SIGN_UP_PASSWORD, password2: SIGN_UP_PASSWORD }],
  ["sign-in after the sign-up", "login/", { password: SIGN_UP_PASSWORD }],
];

export async function insertKnownUsers(db: Db, now: number): Promise<void> {
  const passwordHash = await hashPassword("a password of its owner");
  const columns = { passwordHash, emailVerifiedAt: now, createdAt: now, updatedAt: now };
  await db.insert(users).values(KNOWN.map((email) => ({ email, ...columns })));
}

/** Compares responses for email addresses with and without an account: status, body and median time. */
export async function measureAccountEnumeration(base: string): Promise<EnumerationFigures[]> {
  const send = await createVisitor(base);
  const figures: EnumerationFigures[] = [];
  for (const [name, call, form] of CALLS) {
    const responses = new Set<string>();
    const timed = async (email: string) => {
      const start = performance.now();
      responses.add(await send(call, { ...form, email }));
      return performance.now() - start;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample++) {
      known.push(await timed(KNOWN[sample]!));
      unknown.push(await timed(UNKNOWN[sample]!));
    }
    figures.push({
      call: name,
      knownMs: median(known),
      unknownMs: median(unknown),
      isSameResponse: responses.size === 1,
    });
  }
  return figures;
}

/** Creates a function that sends a POST request and returns status and body. */
async function createVisitor(base: string): Promise<(call: string, body: object) => Promise<string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base));
  const token = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  const headers = { "Content-Type": "application/json", Cookie: `csrftoken=${token}`, "X-CSRFToken": token };
  return async (call, body) => {
    const url = new URL(`/api/${call}`, base);
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return `${response.status} ${await response.text()}`;
  };
}
