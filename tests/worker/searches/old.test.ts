import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { searches } from "#schema/tables/search.ts";
import { connect } from "#worker/db/connection.ts";
import { weekOf } from "#worker/features/searches/countable.ts";
import { oldSearches } from "#worker/features/searches/queries.ts";
import { fakes, NOW, runCron } from "../support/app.ts";
import { planOf } from "../support/query-plan.ts";

const db = connect(env.DB);
const MONDAY = Date.UTC(2026, 10, 16);

/** Stores a search of each of the last 14 weeks. */
const insertWeeks = (asked: number) =>
  db.insert(searches).values(
    Array.from({ length: 14 }, (_, ago) => {
      const q = `asked ${asked}`;
      return { week: weekOf(MONDAY - ago * 7 * DAY_MS), words: q, q, asked, empty: 0, opened: 0 };
    }),
  );

const kept = (asked: number) => db.$count(searches, eq(searches.asked, asked));

test("cron keeps twelve weeks, and of searches that were asked at most twice two", async () => {
  const timesAsked = [1, 2, 3];
  const weeks = () => Promise.all(timesAsked.map(kept));
  await Promise.all(timesAsked.map(insertWeeks));
  await runCron();
  expect(await weeks()).toEqual([2, 2, 12]);
  fakes.now = MONDAY + 7 * DAY_MS - 1;
  await runCron();
  expect(await weeks()).toEqual([2, 2, 12]);
  fakes.now += 1;
  await runCron();
  expect(await weeks()).toEqual([1, 1, 11]);
});

test("cron finds old searches by an index, and reads no others", async () => {
  const plan = await planOf(oldSearches(db, NOW, 1000).toSQL().sql);
  expect(plan.filter((detail) => /^(SCAN|SEARCH)/.test(detail))).toEqual([
    expect.stringMatching(/^SEARCH searches USING COVERING INDEX searches_\w+ \(week<\?\)$/),
    "SEARCH searches USING COVERING INDEX searches_by_use (week=? AND asked<?)",
  ]);
});
