import { expect, test } from "vitest";
import { DEPLOYED, request } from "../support/app.ts";

const WORKERS_DEV = "https://directory.operator.workers.dev";

test.each(["GET", "POST"])(
  "%s to workers.dev redirects to the site's own origin, and the redirect is not cached",
  async (method) => {
    const response = await request(`${WORKERS_DEV}/price?a=b`, { method, redirect: "manual" }, { env: DEPLOYED });
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe("https://directory.test/price?a=b");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  },
);

test.each([
  ["GET", "/login?a=b"],
  ["GET", "/api/check_auth/"],
  ["POST", "/api/login/"],
  ["GET", "/robots.txt"],
])("%s %s over plain http redirects to https without cookies, and the redirect is not cached", async (method, path) => {
  for (const origin of ["http://directory.test", "http://other.test"]) {
    const response = await request(`${origin}${path}`, { method, redirect: "manual" }, { env: DEPLOYED });
    expect(response.status).toBe(308);
    expect(response.headers.get("Location")).toBe(`https://directory.test${path}`);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("local runs answer over plain http", async () => {
  expect((await request("http://localhost:8787/price")).status).toBe(200);
});

test("a site whose SITE_URL is at workers.dev is served there", async () => {
  const at = { env: { ...DEPLOYED, SITE_URL: WORKERS_DEV } };
  expect((await request(`${WORKERS_DEV}/price`, {}, at)).status).toBe(200);
});
