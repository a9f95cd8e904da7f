import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/dates.ts";
import { PAGE_KINDS } from "#schema/page-kinds.ts";
import { vitalsDays } from "#schema/tables/vitals.ts";
import { SCALES, VITALS } from "#schema/vitals.ts";
import { connect } from "#worker/db/connection.ts";
import { fakes, NOW, ORIGIN, type Overrides, request, runCron } from "../support/app.ts";
import { loggedLines } from "../support/setup.ts";
import { countTrips } from "../support/trips.ts";

const db = connect(env.DB);
const DAY = "2026-11-20";
const ALL = { LCP: 1100, INP: 30, CLS: 0, TTFB: 90 };

type From = { country?: string | null; headers?: Record<string, string>; overrides?: Overrides };

/** Sends it as `navigator.sendBeacon` does. */
const send = (vitals: unknown, { country = "AT", headers = {}, overrides = {} }: From = {}) =>
  request(
    "/api/beacon/",
    {
      method: "POST",
      headers: { "Content-Type": "text/plain;charset=UTF-8", Origin: ORIGIN, ...headers },
      body: JSON.stringify({ vitals }),
      ...(country && { cf: { country } }),
    } as RequestInit,
    overrides,
  );

async function report(values: Record<string, unknown> = ALL, from: From & { kind?: string } = {}): Promise<void> {
  expect((await send({ kind: from.kind ?? "home", values }, from)).status).toBe(204);
}

const stored = () => db.select().from(vitalsDays).orderBy(vitalsDays.day, vitalsDays.kind, vitalsDays.country);

/** The counts of each kind and country, without sums. */
const counted = async () =>
  Object.fromEntries(
    (await stored())
      .filter(({ kind, country }) => kind && country)
      .map(({ day, kind, country, counts }) => [`${day} ${kind} ${country}`, counts]),
  );

test("a report adds to the counts of its day, page kind and country, and to their sums", async () => {
  await report();
  await report({ LCP: 1190, TTFB: 60_000 });
  await report({ INP: 9 }, { kind: "site", country: "DE" });
  const home = { LCP5: 2, INP2: 1, CLS0: 1, TTFB1: 1, TTFB21: 1 };
  const both = { ...home, INP0: 1 };
  expect(await stored()).toEqual([
    { day: DAY, kind: "", country: "", counts: both },
    { day: DAY, kind: "", country: "AT", counts: home },
    { day: DAY, kind: "", country: "DE", counts: { INP0: 1 } },
    { day: DAY, kind: "home", country: "", counts: home },
    { day: DAY, kind: "home", country: "AT", counts: home },
    { day: DAY, kind: "site", country: "", counts: { INP0: 1 } },
    { day: DAY, kind: "site", country: "DE", counts: { INP0: 1 } },
  ]);
});

test("a bucket ends with its bound, and the bounds of good and poor are among them", async () => {
  for (const vital of VITALS) {
    const { good, poor, bounds } = SCALES[vital];
    expect(bounds).toEqual([...new Set(bounds)].toSorted((a, b) => a - b));
    expect(bounds).toEqual(expect.arrayContaining([good, poor]));
  }
  await report({ LCP: 2500, CLS: 0.1 });
  await report({ LCP: 2500.1, CLS: 0.1001 });
  expect(await counted()).toEqual({ [`${DAY} home AT`]: { LCP11: 1, CLS9: 1, LCP12: 1, CLS10: 1 } });
});

test("concurrent reports lose nothing", async () => {
  await Promise.all(Array.from({ length: 20 }, () => report()));
  expect(await counted()).toEqual({ [`${DAY} home AT`]: { LCP5: 20, INP2: 20, CLS0: 20, TTFB1: 20 } });
});

test("a day begins at 0:00 UTC", async () => {
  fakes.now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  await report({ CLS: 0 });
  fakes.now += 1;
  await report({ CLS: 0 });
  expect(Object.keys(await counted())).toEqual([`${DAY} home AT`, "2026-11-21 home AT"]);
});

test.each([null, "XX", "T1", "at", "constructor", "ZZ"])("the country %s is unknown", async (country) => {
  await report({ CLS: 0 }, { country });
  expect(Object.keys(await counted())).toEqual([`${DAY} home XX`]);
});

test.each([
  undefined,
  null,
  {},
  { kind: "home" },
  { kind: "home", values: {} },
  { kind: "home", values: { FCP: 1 } },
  { kind: "", values: ALL },
  { kind: "casino", values: ALL },
  { kind: "home", values: { ...ALL, LCP: -1 } },
  { kind: "home", values: { ...ALL, LCP: "1100" } },
  { kind: "home", values: { ...ALL, CLS: null } },
  { kind: "home", values: [1100] },
])("%j is no report", async (vitals) => {
  expect((await send(vitals)).status).toBe(204);
  expect(await stored()).toEqual([]);
});

test("forged reports of one country make at most two rows for each page kind a day, and two more", async () => {
  await Promise.all(
    PAGE_KINDS.flatMap((kind) => [0, 1e3, 1e300].map((value) => report({ LCP: value, INP: value, x: 1 }, { kind }))),
  );
  expect(await stored()).toHaveLength(2 * PAGE_KINDS.length + 2);
});

test("a report from another site, and what is too much for one address, is ignored", async () => {
  await report(ALL, { headers: { Origin: "https://evil.example" } });
  await report(ALL, { overrides: { env: { BEACON_LIMIT: { limit: async () => ({ success: false }) } } } });
  expect(await stored()).toEqual([]);
});

test("no report says who opened the page, and D1 is asked once, after the answer", async () => {
  const headers = {
    Cookie: "__Host-session=anna; session=anna",
    "CF-Connecting-IP": "2001:db8:c5b::1",
    "User-Agent": "Mozilla/5.0 Anna",
    Referer: `${ORIGIN}/?q=anna`,
  };
  const trips = await countTrips(async (overrides) => {
    const response = await send({ kind: "home", values: ALL, of: "anna" }, { headers, overrides });
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });
  expect([trips.d1, trips.d1Later, trips.kv]).toEqual([0, 1, 0]);
  expect(JSON.stringify([await stored(), loggedLines])).not.toMatch(/anna|mozilla|2001:db8/i);
});

test("cron deletes days after ninety days, at most a thousand rows in a run", async () => {
  const dayOf = (ago: number) => new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);
  await db.insert(vitalsDays).values([89, 90].map((ago) => ({ day: dayOf(ago), kind: "", country: "", counts: {} })));
  await runCron();
  expect((await stored()).map(({ day }) => day)).toEqual([dayOf(89)]);

  await env.DB.prepare(
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1200)
      INSERT INTO vitals_days (day, kind, country, counts) SELECT '2026-01-05', number, '', '{}' FROM numbers`,
  ).run();
  await runCron();
  expect(await db.$count(vitalsDays)).toBe(201);
  await runCron();
  expect(await db.$count(vitalsDays)).toBe(1);
});
