import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { COUNTRY_NAMES } from "#schema/countries.ts";
import { DAY_MS } from "#schema/dates.ts";
import type { Speed } from "#schema/vitals.ts";
import { connect } from "#worker/db/connection.ts";
import { countVitals } from "#worker/features/vitals/queries.ts";
import { findSpeed } from "#worker/features/vitals/speed.ts";
import { meter } from "../../support/meter.ts";
import { NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertUser, logIn } from "../support/people.ts";
import { countTrips } from "../support/trips.ts";

const db = connect(env.DB);
let staff: Browser;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  staff = await logIn();
});

const speed = async (query = "") => (await staff.get(`/api/analytics/speed/${query}`)).json<Speed>();

type Report = Partial<Parameters<typeof countVitals>[1]> & { country?: string; now?: number };

async function count(times: number, { kind = "home", values = {}, country = "AT", now = NOW }: Report): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    await countVitals(db, { kind, values }, { country, now });
  }
}

const names = (rows: Speed["rows"]) => rows.map(({ name }) => name);

test("staff see the 75th percentile of each page kind, those that were measured most first", async () => {
  // Of 20 values, the fifteenth is the tenth of twelve in the bucket from 800 to 1,000 ms.
  await count(5, { values: { LCP: 300 } });
  await count(12, { values: { LCP: 999 } });
  await count(3, { values: { LCP: 5000 } });
  await count(12, { kind: "site", values: { LCP: 700, CLS: 0 } });
  await count(8, { kind: "site", values: { LCP: 1100, CLS: 0 } });
  await count(10, { kind: "site", values: { LCP: 20_000, CLS: 0.3 } });
  const { rows } = await speed();
  expect(names(rows)).toEqual(["site", "home"]);
  expect(rows[1]!.vitals).toEqual({
    LCP: { count: 20, p75: 800 + 200 * (10 / 12) },
    INP: { count: 0, p75: null },
    CLS: { count: 0, p75: null },
    TTFB: { count: 0, p75: null },
  });
  // The highest bound stands for all values above it. The bucket of CLS 0 has only 0.
  expect(rows[0]!.vitals).toMatchObject({ LCP: { count: 30, p75: 15_000 }, CLS: { count: 30 } });
  await count(10, { kind: "post", values: { CLS: 0 } });
  await count(10, { kind: "post", values: { CLS: 0 }, country: "DE" });
  expect((await speed()).rows.find(({ name }) => name === "post")!.vitals.CLS).toEqual({ count: 20, p75: 0 });
});

test("with fewer than twenty pages there is no percentile", async () => {
  await count(19, { values: { INP: 100 } });
  expect((await speed()).rows[0]!.vitals.INP).toEqual({ count: 19, p75: null });
  await count(1, { values: { INP: 100 } });
  expect((await speed()).rows[0]!.vitals.INP).toMatchObject({ count: 20, p75: expect.any(Number) });
});

test("a page kind has its countries, and a country its page kinds", async () => {
  await count(2, { values: { TTFB: 100 } });
  await count(3, { values: { TTFB: 100 }, country: "DE" });
  await count(1, { kind: "site", values: { TTFB: 100 }, country: "T1" });
  expect((await speed()).countries.toSorted()).toEqual(["AT", "DE", "XX"]);
  const home = await speed("?of=home");
  expect(home.rows.map(({ name, vitals }) => [name, vitals.TTFB.count])).toEqual([
    ["DE", 3],
    ["AT", 2],
  ]);
  expect(home.days).toMatchObject([{ name: "2026-11-20", vitals: { TTFB: { count: 5 } } }]);
  expect(names((await speed("?of=XX")).rows)).toEqual(["site"]);
  expect((await speed("?of=AT")).days).toMatchObject([{ vitals: { TTFB: { count: 2 } } }]);
  for (const of of ["", "constructor", "casino", "'"])
    expect(names((await speed(`?of=${of}`)).rows)).toEqual(["home", "site"]);
});

test("the figures are those of 28 days, and each day has its own", async () => {
  await count(1, { values: { LCP: 100 } });
  await count(2, { values: { LCP: 100 }, now: NOW - 27 * DAY_MS });
  await count(4, { values: { LCP: 100 }, now: NOW - 28 * DAY_MS });
  const { rows, days } = await speed();
  expect(rows[0]!.vitals.LCP.count).toBe(3);
  expect(days.map(({ name, vitals }) => [name, vitals.LCP.count])).toEqual([
    ["2026-11-20", 1],
    ["2026-10-24", 2],
  ]);
});

test("one trip to D1 reads only the rows that it needs", async () => {
  const days = Array.from({ length: 90 }, (_, ago) => new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10));
  const countries = ["", ...Object.keys(COUNTRY_NAMES).slice(0, 50)];
  const rows = days.flatMap((day) =>
    ["", "home", "site"].flatMap((kind) => countries.map((country) => [day, kind, country])),
  );
  await env.DB.prepare(
    `INSERT INTO vitals_days SELECT value ->> 0, value ->> 1, value ->> 2, '{"LCP1":1}' FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run();
  const counts = meter(env.DB);
  for (const [of, most] of [
    ["", 2500],
    ["AT", 2500],
    ["home", 6500],
  ] as const) {
    counts.rowsRead = 0;
    await findSpeed(connect(counts.d1), of, NOW);
    expect(counts.rowsRead).toBeLessThan(most);
  }
  const trips = await countTrips((overrides) => staff.get("/api/analytics/speed/", overrides));
  expect(trips.d1).toBe(1);
});
