import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { findWrongSecurityHeaders } from "../../support/security-headers.ts";

/** A stack trace, SQL, a secret or a path, which no response may contain. */
const LEAK =
  /\n\s*at |\.[jt]sx?:\d|sqlite|D1_|\bselect\b.+\bfrom\b|\b(insert into|delete from|constraint failed)\b|scrypt\$|node_modules|file:\/\/|\/(tmp|home|root|Users)\//i;

/** Expects `{"error", "fields"?}` without anything that helps an attacker. */
export async function expectErrorShape(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect(text, what).not.toMatch(LEAK);
  expect(text, what).not.toContain(env.SECRET_KEY);
  expect(response.headers.get("Content-Type"), what).toBe("application/json");
  expect(JSON.parse(text), what).toSatisfy(isError);
  if (response.status === 429 || response.status === 503) expect(response.headers.has("Retry-After"), what).toBe(true);
}

function isError(value: unknown): boolean {
  const { error, fields = {}, ...others } = value as Record<string, unknown>;
  const texts = [error, ...Object.values(fields as object)];
  return Object.keys(others).length === 0 && texts.every((text) => typeof text === "string" && text !== "");
}

/** Expects the security headers that every response has. */
export function expectProtected({ headers }: Response, what: string): void {
  expect(findWrongSecurityHeaders(headers), what).toEqual([]);
}
