import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { NOW, ORIGIN, fakes, request } from "../support/app.ts";

test("security.txt names a contact and an expiry date in the future", async () => {
  for (const days of [0, 400]) {
    fakes.now = NOW + days * DAY_MS;
    const response = await request("/.well-known/security.txt");
    expect(response.status).toBe(200);
    // RFC 9116, section 3.
    expect(response.headers.get("Content-Type")).toMatch(/^text\/plain; ?charset=utf-8$/i);
    const text = await response.text();
    const fields = Object.fromEntries(
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/: (.*)/).slice(0, 2)),
    );
    expect(fields).toEqual({
      Contact: `mailto:${env.SUPPORT_EMAIL}`,
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      "Preferred-Languages": "en",
      Canonical: `${ORIGIN}/.well-known/security.txt`,
    });
    const left = Date.parse(fields["Expires"]) - fakes.now;
    expect(left).toBeGreaterThan(30 * DAY_MS);
    expect(left).toBeLessThan(365 * DAY_MS);
  }
});

test("password managers are redirected to the form that changes a password", async () => {
  const response = await request("/.well-known/change-password", { redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/user"]);
  // W3C, "A Well-Known URL for Changing Passwords": password managers use this URL to test whether the site returns
  // 404.
  const path = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
  expect((await request(path)).status).toBe(404);
});
