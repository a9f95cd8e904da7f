import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Searched } from "#schema/sites/beacon.ts";
import { searches } from "#schema/tables/search.ts";
import { counters } from "#schema/tables/sites.ts";
import { connect } from "#worker/db/connection.ts";
import { MAX_SEARCHES } from "#worker/features/searches/queries.ts";
import { broken, fakes, ORIGIN, type Overrides, request } from "../support/app.ts";
import { loggedErrors, loggedLines } from "../support/setup.ts";
import { countTrips } from "../support/trips.ts";

const db = connect(env.DB);
const WEEK = "2026-11-16";

/** Sends it as `navigator.sendBeacon` does. */
const send = (body: string, headers: Record<string, string> = {}, overrides: Overrides = {}) =>
  request(
    "/api/beacon/",
    {
      method: "POST",
      headers: { "Content-Type": "text/plain;charset=UTF-8", Origin: ORIGIN, ...headers },
      body,
    },
    overrides,
  );

const seen = (searched: Partial<Searched> = {}) =>
  JSON.stringify({ searched: [{ q: "slack", found: 3, asked: true, opened: false, ...searched }] });

async function report(searched: Partial<Searched> = {}, headers = {}, overrides: Overrides = {}): Promise<void> {
  const response = await send(seen(searched), headers, overrides);
  expect(response.status).toBe(204);
}

const counted = () =>
  db
    .select({
      week: searches.week,
      words: searches.words,
      q: searches.q,
      asked: searches.asked,
      empty: searches.empty,
      opened: searches.opened,
    })
    .from(searches)
    .orderBy(searches.id);

const row = (values: Partial<typeof searches.$inferInsert> = {}) => ({
  week: WEEK,
  words: "slack",
  q: "slack",
  asked: 1,
  empty: 0,
  opened: 0,
  ...values,
});

test("a search is counted with its week, also if it found nothing or a result was opened", async () => {
  await report();
  await report({ opened: true });
  await report({ found: 0 });
  await report({ q: "typewriter sounds", found: 0 });
  expect(await counted()).toEqual([
    row({ asked: 3, empty: 1, opened: 1 }),
    row({ words: "typewriter sounds", q: "typewriter sounds", empty: 1 }),
  ]);
});

test("spellings of the same words are one search, which stays as it was typed first, and private texts are none", async () => {
  await report({ q: "  Café–Manager ‮ " });
  await report({ q: "CAFÉ, manager!" });
  await report({ q: "anna@example.com" });
  expect(await counted()).toEqual([row({ words: "cafe manager", q: "Café–Manager", asked: 2 })]);
});

test("an opened result without the search is added to a search of this week only", async () => {
  await report({ asked: false, opened: true });
  expect(await counted()).toEqual([]);
  await report();
  await report({ asked: false, opened: true, found: 0 });
  await report({ asked: false, opened: false, found: 0 });
  expect(await counted()).toEqual([row({ opened: 1 })]);
  fakes.now = Date.UTC(2026, 10, 23);
  await report({ asked: false, opened: true });
  expect(await counted()).toEqual([row({ opened: 1 })]);
});

test("a week begins on Monday at 0:00 UTC", async () => {
  fakes.now = Date.UTC(2026, 10, 16);
  await report();
  fakes.now = Date.UTC(2026, 10, 22, 23, 59, 59, 999);
  await report();
  fakes.now = Date.UTC(2026, 10, 23);
  await report();
  // A week that two years share.
  fakes.now = Date.UTC(2027, 0, 1);
  await report();
  expect(await counted()).toEqual([row({ asked: 2 }), row({ week: "2026-11-23" }), row({ week: "2026-12-28" })]);
});

test("concurrent reports lose nothing", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, at) => report({ opened: at % 2 === 0, found: at % 4 })));
  expect(await counted()).toEqual([row({ asked: 20, empty: 5, opened: 10 })]);
});

test("a body that is no report is ignored", async () => {
  for (const body of [
    "",
    "{",
    "null",
    '{"searched":null}',
    '{"searched":{"q":"slack"}}',
    seen({ q: 7 as unknown as string }),
    seen({ found: "0" as unknown as number }),
    "[".repeat(10_000),
    seen({ q: "slack ".repeat(20_000) }),
  ])
    expect((await send(body)).status, body.slice(0, 60)).toBe(204);
  expect(await counted()).toEqual([]);
});

test("a report is read whatever its content type is, and other keys beside it are ignored", async () => {
  const body = JSON.stringify({ ...(JSON.parse(seen()) as object), views: [7] });
  for (const type of ["application/json", "image/png", ""]) await send(body, { "Content-Type": type });
  expect(await counted()).toEqual([row({ asked: 3 })]);
});

test("a report from another site is ignored", async () => {
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "", "Sec-Fetch-Site": "cross-site" },
    { Origin: "", "Sec-Fetch-Site": "same-site" },
  ])
    await report({}, headers);
  expect(await counted()).toEqual([]);
});

test("a report that does not say which page sent it is ignored, and one of the two headers is enough", async () => {
  await report({}, { Origin: "" });
  expect(await counted()).toEqual([]);
  await report({}, { Origin: "", "Sec-Fetch-Site": "same-origin" });
  expect(await counted()).toEqual([row()]);
});

test("what is too much for one address is ignored", async () => {
  const asked: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => ({ success: asked.push(key) <= 2 });
  for (const address of ["2001:db8:11:1::1", "2001:db8:11:1::2", "2001:db8:11:1::3"])
    await report({}, { "CF-Connecting-IP": address }, { env: { BEACON_LIMIT: { limit } } });
  expect(asked).toEqual(Array.from({ length: 3 }, () => "2001:db8:11:1"));
  expect(await counted()).toEqual([row({ asked: 2 })]);
});

test("no report says who searched, and no cookie is read or set", async () => {
  const headers = {
    Cookie: "__Host-session=anna; session=anna; csrftoken=anna; bookmark=anna",
    "CF-Connecting-IP": "2001:db8:c5b::1",
    "User-Agent": "Mozilla/5.0 Anna",
    Referer: `${ORIGIN}/?q=slack&of=anna`,
  };
  const response = await send(seen(), headers);
  expect(response.headers.has("Set-Cookie")).toBe(false);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await counted()).toEqual([row()]);
  expect(JSON.stringify(loggedLines)).not.toMatch(/anna|mozilla|2001:db8|slack/i);
});

test("beyond the limit of rows, known searches are counted and new ones are not", async () => {
  await report();
  await db
    .update(counters)
    .set({ value: MAX_SEARCHES - 1 })
    .where(eq(counters.name, "rows.searches"));
  await report({ q: "last" });
  await report({ q: "beyond" });
  await report();
  expect(await counted()).toEqual([row({ asked: 2 }), row({ words: "last", q: "last" })]);

  // In a new week as well.
  fakes.now = Date.UTC(2026, 10, 23);
  await report({ q: "beyond" });
  await report({ q: "Last" });
  expect((await counted()).slice(2)).toEqual([row({ week: "2026-11-23", words: "last", q: "Last" })]);
});

test.each([
  ["D1", { DB: broken<D1Database>() }],
  ["the rate limit", { BEACON_LIMIT: broken<RateLimit>() }],
])("if %s is down, the answer is the same, and the failure is logged", async (_, down) => {
  await report({ q: "secret words" }, {}, { env: down });
  expect(loggedErrors.length).toBeGreaterThan(0);
  expect(JSON.stringify(loggedErrors.splice(0))).not.toContain("secret");
});

test("the answer does not wait for D1, which is asked once", async () => {
  const trips = await countTrips((counting) => send(seen(), {}, counting));
  expect([trips.d1, trips.d1Later, trips.kv]).toEqual([0, 1, 0]);
});
