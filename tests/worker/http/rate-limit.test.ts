import type { Context } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "#worker/env.ts";
import { clientAddress } from "#worker/http/rate-limit.ts";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { Browser } from "../support/browser.ts";
import { answer, refusal } from "../support/people.ts";

const addressOf = (address?: string) => clientAddress({ req: { header: () => address } } as unknown as Context<AppEnv>);

test("a flood from one address is stopped before it costs anything", async () => {
  const full = { env: { ACCOUNT_LIMIT: { limit: async () => ({ success: false }) } } };
  for (const [method, path] of [
    ["post", "/api/signup/"],
    ["post", "/api/login/"],
    ["post", "/api/login/verify/"],
    ["post", "/api/password/reset/"],
    ["post", "/api/password/reset/confirm/token/"],
    ["post", "/api/change-password/"],
    ["post", "/api/auth/google-login/"],
    ["post", "/api/user/delete-code/"],
    ["delete", "/api/user/"],
  ] as const) {
    const response = await new Browser()[method](path, {}, full);
    expect(response.headers.get("Retry-After"), path).toBe("60");
    expect(await answer(response)).toEqual(refusal(429, ACCOUNT_MESSAGES.tooMany));
  }
});

test("a client is its IPv4 address, or its network of IPv6 addresses", () => {
  expect(addressOf("192.0.2.7")).toBe("192.0.2.7");
  expect(addressOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
  expect(addressOf("2001:0DB8:0001:0002::1")).toBe("2001:db8:1:2");
  expect(addressOf("2001:db8::1")).toBe("2001:db8:0:0");
  expect(addressOf("::1")).toBe("0:0:0:0");
  expect(addressOf(undefined)).toBe("unknown");
});
