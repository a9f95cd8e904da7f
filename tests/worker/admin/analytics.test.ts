import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Analytics } from "#schema/admin.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { DAY_MS, fakePorts, NOW, outside } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";

let staff: Browser;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  staff = await logIn();
});

const analytics = async () => (await staff.get("/api/analytics/")).json<Analytics>();

const runAt = (now: number) => runSchedule(env, { ...fakePorts, now: () => now });

test("the panel shows users and sites by what is paid now", async () => {
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

test("each day keeps what its last run of cron found, for ninety days", async () => {
  await insertSites(["One"]);
  await runAt(NOW - 90 * DAY_MS);
  await runAt(NOW - DAY_MS);
  await insertSites(["Two"]);
  await runAt(NOW - DAY_MS);
  await runAt(NOW - DAY_MS);
  await insertSites(["Three"]);
  outside.now = NOW;
  expect((await analytics()).days.map(({ day, basic_sites }) => [day, basic_sites])).toEqual([
    ["2026-11-19", 2],
    ["2026-11-20", 3],
  ]);
});
