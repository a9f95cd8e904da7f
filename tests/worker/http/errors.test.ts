import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { broken, request } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

// Every page and every GET without D1: tests/worker/faults/failed-reads.test.ts.
test("a call says in plain words that D1 does not answer", async () => {
  const response = await request("/api/saas/", {}, { env: { DB: broken<D1Database>() } });
  expect(await response.json()).toEqual({
    error: "The directory is not available right now. Please try again in a minute.",
  });
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test("a failed query responds without SQL", async () => {
  await env.DB.exec("DROP TABLE site_name_search");
  const response = await request("/api/saas/?q=chat");
  expect(response.status).toBe(503);
  expect(await response.text()).not.toMatch(/select|site_name_search|sqlite/i);
  expect(loggedErrors.splice(0)).toHaveLength(1);
});

test.each(["/api/no/such/call/", "/api/", "/api"])(
  "%s, an unknown endpoint, responds with 404 in JSON",
  async (path) => {
    const response = await request(path);
    expect([response.status, await response.json()]).toEqual([404, { error: "This endpoint does not exist." }]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  },
);

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "a %s without a CSRF token is refused before anything else",
  async (method) => {
    const response = await request("/api/saas/", { method });
    expect([response.status, await response.json()]).toEqual([403, { error: "CSRF token missing or incorrect." }]);
  },
);

test.each(["/api/check_auth/", "/api/user"])("GET %s responds with 401 and sets a CSRF token", async (path) => {
  const response = await request(path);
  expect(response.status).toBe(401);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("Set-Cookie")).toMatch(
    /^__Host-csrftoken=[\w-]{22}\.[\w-]{43}; (Max-Age=\d+; )?Path=\/; Secure; SameSite=Lax$/,
  );
  expect(response.headers.get("Set-Cookie")).not.toContain("HttpOnly");
});

const tokenFrom = (response: Response) => /csrftoken=([^;]+)/.exec(response.headers.get("Set-Cookie") ?? "")![1]!;
const post = (headers: Record<string, string>) => request("/api/saas/", { method: "POST", headers });

test("a CSRF token is valid only in both cookie and header, signed by this server and from this origin", async () => {
  const token = tokenFrom(await request("/api/check_auth/"));
  const [nonce] = token.split(".");
  const forged = `${nonce}.${"A".repeat(43)}`;
  const both = (value: string) => ({ Cookie: `__Host-csrftoken=${value}`, "X-CSRFToken": value });
  const refused = [
    { Cookie: `__Host-csrftoken=${token}` },
    { "X-CSRFToken": token },
    both(forged),
    both(""),
    both("."),
    // Another site under the same domain can set this cookie.
    { Cookie: `csrftoken=${token}`, "X-CSRFToken": token },
    { ...both(token), Origin: "https://evil.example" },
    { ...both(token), Origin: "null" },
    { ...both(token), "Sec-Fetch-Site": "cross-site" },
    { ...both(token), "Sec-Fetch-Site": "same-site" },
  ];
  for (const headers of refused) {
    expect((await post(headers)).status, JSON.stringify(headers)).toBe(403);
  }
  const accepted = [
    both(token),
    { ...both(token), Origin: new URL(env.SITE_URL).origin },
    { ...both(token), "Sec-Fetch-Site": "same-origin" },
  ];
  for (const headers of accepted) {
    // Requests that pass the CSRF check reach no endpoint.
    expect((await post(headers)).status, JSON.stringify(headers)).toBe(404);
  }
});

test("a valid CSRF token is kept; a visitor's ends with the browser session", async () => {
  const token = tokenFrom(await request("/api/check_auth/"));
  const again = await request("/api/check_auth/", { headers: { Cookie: `__Host-csrftoken=${token}` } });
  expect(tokenFrom(again)).toBe(token);
  expect(again.headers.get("Set-Cookie")).not.toContain("Max-Age");
});

test("a missing script responds with 404 as text, never as a page", async () => {
  const response = await request("/assets/entry-12345678.js");
  expect(response.status).toBe(404);
  expect(response.headers.get("Content-Type")).toContain("text/plain");
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
});
