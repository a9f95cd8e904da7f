import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Analytics } from "#schema/admin.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts, NOW, fakes } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { readResponse, BERT, insertUser, logIn, logInNew } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => void (staff = await logInNew({ isStaff: true })));

const analytics = async () => (await staff.get("/api/analytics/")).json<Analytics>();

const runAt = (now: number) => runSchedule(env, { ...fakePorts, now: () => now });

test("the panel shows the numbers of users and of featured and basic sites", async () => {
  await insertUser({ email: BERT });
  await insertSites(["One", "Two"]);
  await insertSites(["Wait"], { review: "pending" });
  await insertSite({ featuredUntil: NOW + 1 });
  await insertSite({ featuredUntil: NOW });
  expect(await analytics()).toEqual({
    total_users: 2,
    featured_sites: 1,
    basic_sites: 4,
    total_sites: 5,
    days: [{ day: "2026-11-20", users: 2, featured_sites: 1, basic_sites: 4 }],
  });
});

test("each day keeps the totals of its last cron run, and the panel shows ninety days", async () => {
  await insertSites(["One"]);
  await runAt(NOW - 90 * DAY_MS);
  await runAt(NOW - DAY_MS);
  await insertSites(["Two"]);
  await runAt(NOW - DAY_MS);
  await runAt(NOW - DAY_MS);
  await insertSites(["Three"]);
  fakes.now = NOW;
  expect((await analytics()).days.map(({ day, basic_sites }) => [day, basic_sites])).toEqual([
    ["2026-11-19", 2],
    ["2026-11-20", 3],
  ]);
});

test("today is listed once with its present totals, even if cron has run today", async () => {
  await insertSites(["One"]);
  await runAt(NOW);
  await insertSites(["Two"]);
  fakes.now = NOW;
  expect((await analytics()).days.map(({ day, basic_sites }) => [day, basic_sites])).toEqual([["2026-11-20", 2]]);
});

test("staff can read the two totals of the specification", async () => {
  await insertUser({ email: BERT });
  await insertSites(["One", "Two"]);
  await insertSite({ featuredUntil: NOW + DAY_MS });
  expect(await readResponse(await staff.get("/api/clients/"))).toEqual({ status: 200, body: { client_count: 2 } });
  expect(await readResponse(await staff.get("/api/sites/count/"))).toEqual({
    status: 200,
    body: { basic: 2, featured: 1 },
  });
  fakes.now += DAY_MS;
  staff = await logIn();
  expect(await readResponse(await staff.get("/api/sites/count"))).toEqual({
    status: 200,
    body: { basic: 3, featured: 0 },
  });
});
