import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { HEALTH_COUNT_MAX, HEALTH_RUNS, type HealthDetails } from "#schema/admin.ts";
import { DAY_MS, MINUTE_MS } from "#schema/dates.ts";
import { imageFetches } from "#schema/tables/media.ts";
import { mailDays, outbox } from "#schema/tables/outbox.ts";
import { stripeEvents } from "#schema/tables/payments.ts";
import { alerts, cronRuns, responseCounts } from "#schema/tables/watch.ts";
import { ALERTS } from "#worker/features/alerts/kinds.ts";
import { raiseAlert } from "#worker/features/alerts/raise.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { meter } from "../../support/meter.ts";
import { DEPLOYED, fakePorts, fakes, NOW, type Overrides } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser, logIn } from "../support/people.ts";

const db = drizzle(env.DB);
const iso = (time: number) => new Date(time).toISOString();
let staff: Browser;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  staff = await logIn();
});

const details = async (overrides: Overrides = {}) => {
  const response = await staff.get("/api/health/details/", overrides);
  expect(response.status).toBe(200);
  return response.json<HealthDetails>();
};

test("staff see the version, cron runs, alerts, responses, rows, webhooks, the nearest database and what waits", async () => {
  await runSchedule(env, fakePorts);
  for (const detail of ["the first", "the second"]) await raiseAlert({ env, ports: fakePorts }, "mail", detail);
  const before = NOW - MINUTE_MS;
  await db.insert(alerts).values({ kind: "cron", sentAt: before, happenedAt: before, detail: "the oldest" });
  const counts = { requests: 40, failures: 3, rowsRead: 500, rowsWritten: 7 };
  await db.insert(responseCounts).values([
    { slot: NOW - DAY_MS, ...counts },
    { slot: NOW - DAY_MS + 10 * MINUTE_MS, ...counts },
    { slot: NOW, ...counts },
  ]);
  const event = { type: "invoice.paid", createdAt: NOW - 3000 };
  await db.insert(stripeEvents).values([
    { id: "evt_1", ...event, receivedAt: NOW - 1000 },
    { id: "evt_2", ...event, receivedAt: NOW - 2500 },
    { id: "evt_3", ...event, createdAt: null, receivedAt: NOW - 500 },
    { id: "evt_4", ...event, createdAt: 0, receivedAt: NOW - DAY_MS },
  ]);
  const mail = { recipient: "anna@example.com", subject: "", text: "", html: "", dueAt: 0, createdAt: 0 };
  await db.insert(outbox).values([
    { key: "one", ...mail },
    { key: "two", ...mail, sendingAt: NOW },
    { key: "three", ...mail, gaveUpAt: NOW },
  ]);
  await db.insert(mailDays).values({ day: iso(NOW).slice(0, 10), accepted: 5, refusedAt: NOW - 1 });
  const { id: siteId } = await insertSite();
  const fetched = { siteId, address: "https://maker.example/a.png", alt: "", caption: "", createdAt: 0 };
  await db.insert(imageFetches).values([
    { ...fetched, kind: "logo", position: 0, dueAt: NOW },
    { ...fetched, kind: "screenshot", position: 0, dueAt: null },
  ]);
  const metered = meter(env.DB);
  const d1 = Object.assign(metered.d1, { withSession: () => metered.d1 }) as unknown as D1Database;
  expect(await details({ env: { DB: d1 } })).toEqual({
    at: iso(NOW),
    version: { id: expect.any(String), deployed_at: expect.any(String) },
    cron: { is_missing: false, runs: [{ started_at: iso(NOW), ended_at: iso(NOW), failed: [] }] },
    alerts: [
      { title: ALERTS.mail.title, detail: "the second", sent_at: iso(NOW), happened_at: iso(NOW), held: 1 },
      { title: ALERTS.cron.title, detail: "the oldest", sent_at: iso(before), happened_at: iso(before), held: 0 },
    ],
    responses: { requests: 80, failures: 6 },
    rows: { read: 1000, written: 14 },
    webhooks: { count: 3, slowest_ms: 2000, last_at: iso(NOW - 500) },
    waiting: { images: 1 },
    mails: { accepted: 5, daily_limit: expect.any(Number), refused_at: iso(NOW - 1), waiting: 1, failed: 1 },
    replication: { region: null, is_replica: false, warning: null },
    queues: expect.objectContaining({ "images to fetch": 0 }),
  });
  // The second one asks the nearest copy, at the same time.
  expect(metered.roundTrips).toBe(2);
});

test("an empty directory has nothing to report", async () => {
  expect(await details()).toMatchObject({
    // It is a local run.
    cron: { is_missing: false, runs: [] },
    alerts: [],
    responses: { requests: 0, failures: 0 },
    rows: { read: 0, written: 0 },
    webhooks: { count: 0, slowest_ms: null, last_at: null },
    waiting: { images: 0 },
    mails: { accepted: 0, waiting: 0, failed: 0 },
    queues: {},
  });
});

test("a deployed directory says that the cron is missing after half an hour, or if it has never run", async () => {
  const url = `${DEPLOYED.SITE_URL}/api/health/details/`;
  const isMissing = async () => (await (await staff.get(url, { env: DEPLOYED })).json<HealthDetails>()).cron.is_missing;
  expect(await isMissing()).toBe(true);
  await db.insert(cronRuns).values({ startedAt: NOW });
  fakes.now += 30 * MINUTE_MS;
  expect(await isMissing()).toBe(false);
  fakes.now += 1;
  expect(await isMissing()).toBe(true);
});

test("the last runs come first, with those that were interrupted; the queues are of the last whole run", async () => {
  for (let run = 0; run < 8; run++)
    await db.insert(cronRuns).values({ startedAt: NOW + run, endedAt: NOW + run, queued: { mails: run } });
  await db.insert(cronRuns).values({ startedAt: NOW + 8, failed: ["payments"] });
  const { cron, queues } = await details();
  expect(cron.runs).toHaveLength(HEALTH_RUNS);
  expect(cron.runs[0]).toEqual({ started_at: iso(NOW + 8), ended_at: null, failed: ["payments"] });
  expect(queues).toEqual({ mails: 7 });
});

test("counts stop, so that a large import costs little, and alerts of a later version are left out", async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1200)
     INSERT INTO outbox (key, recipient, subject, text, html, due_at, created_at) SELECT i, '', '', '', '', 0, 0 FROM n`,
  ).run();
  await db.insert(alerts).values({ kind: "of-tomorrow", sentAt: NOW, happenedAt: NOW, detail: "" });
  expect(await details()).toMatchObject({ mails: { waiting: HEALTH_COUNT_MAX }, alerts: [] });
});
