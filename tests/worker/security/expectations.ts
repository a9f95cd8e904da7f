import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { findWrongSecurityHeaders } from "../../support/security-headers.ts";

/** A stack, SQL, a secret or a path: what an answer must not hold. */
const LEAK =
  /\n\s*at |\.[jt]sx?:\d|sqlite|D1_|\bselect\b.+\bfrom\b|\b(insert into|delete from|constraint failed)\b|scrypt\$|node_modules|file:\/\/|\/(tmp|home|root|Users)\//i;

/** `{"error", "fields"?}`, and nothing that helps who attacks. */
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

/** The headers that every answer has, whatever it is. */
export function expectProtected({ headers }: Response, what: string): void {
  expect(findWrongSecurityHeaders(headers), what).toEqual([]);
}
