import { expect, test } from "vitest";
import { createLocalApp } from "#worker/dev/app.ts";
import { fakePorts } from "../support/app.ts";
import { expectErrorShape, expectProtected } from "./expectations.ts";
import { CALLS, INVENTORY, MIDDLEWARE, UNSAFE_CALLS } from "./inventory.ts";
import { readRecords, ENTITLED, makeWorld, send } from "./world.ts";

const PRIVATE = "private, no-store";
const NEEDS_SIGN_IN = CALLS.filter(({ who }) => !["anyone", "stripe", "local"].includes(who));

test("the inventory contains exactly the routes of the router", () => {
  const routes = new Set(createLocalApp(() => fakePorts).routes.map(({ method, path }) => `${method} ${path}`));
  expect(new Set([...Object.keys(INVENTORY), ...MIDDLEWARE])).toEqual(routes);
});

test("a visitor is refused by every endpoint that is not public", async () => {
  const { stranger } = await makeWorld();
  const before = await readRecords();
  for (const call of NEEDS_SIGN_IN) {
    const response = await send(stranger, call);
    expect([response.status, response.headers.get("Cache-Control")], call.route).toEqual([401, PRIVATE]);
    await expectErrorShape(response, call.route);
  }
  expect(await readRecords()).toBe(before);
});

test("a user is refused on records of other users and on endpoints for staff", async () => {
  const { other, staff } = await makeWorld();
  const before = await readRecords();
  for (const call of CALLS) {
    const refused = { owner: [other, 404], staff: [other, 403], superuser: [staff, 403] } as const;
    const [browser, status] = refused[call.who as keyof typeof refused] ?? [];
    if (!browser) continue;
    const response = await send(browser, call);
    expect([response.status, response.headers.get("Cache-Control")], call.route).toEqual([status, PRIVATE]);
    await expectErrorShape(response, call.route);
  }
  expect(await readRecords()).toBe(before);
});

test("staff cannot pay for another user's site", async () => {
  const { staff } = await makeWorld();
  for (const call of CALLS.filter(({ path }) => path.startsWith("/api/payments/"))) {
    if (call.who === "owner") expect((await send(staff, call)).status, call.route).toBe(404);
  }
});

test("a request that changes data must come from a page of this origin", async () => {
  const world = await makeWorld();
  const before = await readRecords();
  for (const call of UNSAFE_CALLS) {
    const browser = world[ENTITLED[call.who]];
    for (const headers of [
      { "X-CSRFToken": "" },
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: "", "Sec-Fetch-Site": "same-site" },
    ]) {
      const response = await send(browser, call, { headers });
      expect(response.status, `${call.route} ${JSON.stringify(headers)}`).toBe(403);
      expect(await response.json()).toEqual({ error: "CSRF token missing or incorrect." });
    }
    // An attacker plants a token of another session in both cookie and header.
    const planted = browser.copy();
    const { cookies } = call.who === "staff" ? world.other : world.staff;
    planted.cookies.set("__Host-csrftoken", cookies.get("__Host-csrftoken")!);
    expect((await send(planted, call)).status, call.route).toBe(403);
  }
  expect(await readRecords()).toBe(before);
});

test("every endpoint works for its users, and only responses that are the same for all visitors may be cached", async () => {
  const world = await makeWorld();
  const order = ["GET", "PUT", "PATCH", "POST", "DELETE"];
  const calls = CALLS.filter(({ who }) => who !== "local" && who !== "stripe");
  for (const call of calls.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    const response = await send(world[ENTITLED[call.who]], call);
    const what = `${call.route}: ${response.headers.get("Content-Type")?.includes("json") ? await response.clone().text() : ""}`;
    expect(response.ok ? "success" : response.status, what).toBe(call.status ?? "success");
    expect(response.headers.get("Cache-Control"), what).toMatch(
      call.isPublic ? /^public, max-age=/ : /^private, no-store$/,
    );
    const edgeRule = "Cloudflare-CDN-Cache-Control";
    expect(response.headers.has(call.isPublic ? "Set-Cookie" : edgeRule), what).toBe(false);
    expectProtected(response, what);
  }
});
