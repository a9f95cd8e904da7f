import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, onTestFinished, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/dates.ts";
import { alerts, cronRuns, responseCounts } from "#schema/tables/watch.ts";
import { internetPorts } from "#worker/adapters/internet.ts";
import { createApp } from "#worker/app.ts";
import { connect, takeRows } from "#worker/db/connection.ts";
import type { Bindings } from "#worker/env.ts";
import { ALERTS } from "#worker/features/alerts/kinds.ts";
import { raiseAlert } from "#worker/features/alerts/raise.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import type { Alert, Ports } from "#worker/ports.ts";
import { assets, broken, DEPLOYED, fakePorts, fakes, NOW, request } from "../support/app.ts";
import { loggedErrors, loggedLines } from "../support/setup.ts";

const db = drizzle(env.DB);
const R2_DOWN = { MEDIA: broken<R2Bucket>() };
const D1_DOWN = { DB: broken<D1Database>() };

const titles = () => fakes.mails.map(({ subject }) => subject);
const titleOf = (kind: keyof typeof ALERTS) => `${env.SITE_NAME}: ${ALERTS[kind].title}`;
const raise = (detail: string, bindings: Partial<Bindings> = {}, ports: Partial<Ports> = {}) =>
  raiseAlert({ env: { ...env, ...bindings }, ports: { ...fakePorts, ...ports } }, "mail", detail);
const cron = (bindings: Partial<Bindings> = {}) => runSchedule({ ...env, ...bindings }, fakePorts);
/** All requests of one isolate. */
const isolate = () => {
  const ports = { ...fakePorts };
  return {
    ports,
    async succeed(bindings: Partial<Bindings> = {}) {
      expect((await request("/api/saas/", {}, { isolate: ports, env: bindings })).status).toBe(200);
    },
    /** Six seconds later, so that the isolate writes its counts. */
    async fail(bindings: Partial<Bindings> = R2_DOWN) {
      fakes.now += 6000;
      const path = "DB" in bindings ? "/api/saas/" : "/media/users/1/image.png";
      expect((await request(path, {}, { isolate: ports, env: bindings })).status).toBe(503);
      loggedErrors.length = 0;
    },
  };
};

const NOTHING_WAITS = {
  "images to fetch": 0,
  "codes and links to mail": 0,
  "other mails": 0,
  "purges of cached pages": 0,
};

test("a failed cron run is recorded, and mailed with its steps, what it means and what to do", async () => {
  await env.MEDIA.put("users/1/unused.png", "bytes");
  await env.DB.prepare(
    "INSERT INTO uploads (key, bytes, created_at, unused_since) VALUES ('users/1/unused.png', 5, 0, 0)",
  ).run();
  await expect(cron(R2_DOWN)).rejects.toThrow("Some cron steps failed.");
  expect(await db.select().from(cronRuns)).toEqual([
    { id: 1, startedAt: NOW, endedAt: NOW, failed: ["unused images"], queued: NOTHING_WAITS },
  ]);
  expect(fakes.mails).toHaveLength(1);
  const [{ to, subject, text }] = fakes.mails as [(typeof fakes.mails)[0]];
  expect([to, subject]).toEqual([env.SUPPORT_EMAIL, titleOf("cron")]);
  for (const words of ["Failed steps: unused images.", "How often: once", ALERTS.cron.meaning, ALERTS.cron.action]) {
    expect(text).toContain(words);
  }
  expect(text).toContain(`worker/OPERATE.md has more under “${ALERTS.cron.title}”.`);
  await cron();
  expect(await db.select({ failed: cronRuns.failed }).from(cronRuns)).toEqual([
    { failed: ["unused images"] },
    { failed: [] },
  ]);
  expect(fakes.mails).toHaveLength(1);
});

test("alerts go to ALERT_EMAIL if it is set", async () => {
  await raise("invoice", { ALERT_EMAIL: "night@directory.test" });
  expect(fakes.mails.map(({ to }) => to)).toEqual(["night@directory.test"]);
});

test("more than 1 % of failing responses is an alert, once an hour", async () => {
  const one = isolate();
  for (let n = 0; n < 100; n++) await one.succeed();
  for (let n = 0; n < 4; n++) await one.fail();
  expect(titles()).toEqual([]);
  await one.fail();
  expect(titles()).toEqual([titleOf("responses")]);
  expect(fakes.mails[0]!.text).toContain("5 of 105 responses failed.");
  await one.fail();
  expect(titles()).toHaveLength(1);
});

test("five failures of 500 responses are no alert, and a sixth is", async () => {
  const slot = NOW - (NOW % (10 * MINUTE_MS));
  await db.insert(responseCounts).values({ slot, requests: 495, failures: 0, rowsRead: 0, rowsWritten: 0 });
  const one = isolate();
  for (let n = 0; n < 5; n++) await one.fail();
  expect(titles()).toEqual([]);
  await one.fail();
  expect(titles()).toEqual([titleOf("responses")]);
});

test("one failure of three responses is no alert, but an outage with two requests is", async () => {
  const one = isolate();
  await one.succeed();
  await one.succeed();
  await one.fail();
  expect(titles()).toEqual([]);
  fakes.now += HOUR_MS;
  await one.fail();
  expect(titles()).toEqual([]);
  await isolate().fail();
  expect(titles()).toEqual([titleOf("responses")]);
});

test("a part that is not set up is no failure", async () => {
  const one = isolate();
  for (let n = 0; n < 6; n++) {
    fakes.now += MINUTE_MS;
    const call = { method: "POST", headers: { "Stripe-Signature": "t=1" }, body: "{}" };
    expect((await request("/api/stripe/webhook/", call, { isolate: one.ports })).status).toBe(503);
  }
  expect(await db.select().from(alerts)).toEqual([]);
  expect((await db.select().from(responseCounts)).map(({ failures }) => failures)).toEqual([0]);
});

test("while D1 is down, each isolate alerts once an hour, by mail and by the other channels", async () => {
  const received: Alert[] = [];
  const one = isolate();
  one.ports.alertChannels = { webhook: async (alert) => void received.push(alert) };
  for (let n = 0; n < 10; n++) await one.fail(D1_DOWN);
  expect(titles()).toEqual([titleOf("responses")]);
  expect(received).toMatchObject([{ kind: "responses", facts: expect.arrayContaining([["How often", "once"]]) }]);
  expect(fakes.mails[0]!.text).toContain("2 of 2 responses failed. D1 does not answer.");
  fakes.now += HOUR_MS;
  await one.fail(D1_DOWN);
  expect(titles()).toHaveLength(2);
  expect(fakes.mails[1]!.text).toContain("How often: 9 times since the last alert");
  // D1 is back, and gets all counts.
  await one.fail();
  expect(await db.select().from(responseCounts)).toMatchObject([{ requests: 12, failures: 12 }]);
});

test("the rows that a single query reads count", async () => {
  await connect(env.DB).insert(alerts).values({ kind: "mail", detail: "", happenedAt: NOW, sentAt: NOW });
  takeRows();
  await connect(env.DB).select().from(alerts);
  expect(takeRows()).toEqual({ read: 1, written: 0 });
});

test("an isolate writes its counts once a minute, and the rows that D1 has read and written", async () => {
  const one = isolate();
  takeRows();
  for (let n = 0; n < 3; n++) await one.succeed();
  expect(await db.select().from(responseCounts)).toEqual([]);
  fakes.now += MINUTE_MS;
  await one.succeed();
  for (let n = 0; n < 3; n++) await one.succeed();
  const [counts] = await db.select().from(responseCounts);
  expect(counts).toMatchObject({ slot: NOW, requests: 4, failures: 0, rowsWritten: 0 });
  expect(counts!.rowsRead).toBeGreaterThan(0);
  fakes.now += MINUTE_MS;
  await one.succeed();
  const [later] = await db.select().from(responseCounts);
  // The write of the counts before is a row, too.
  expect(later).toMatchObject({ requests: 8, rowsWritten: 1 });
});

test("of fifty failures at the same time, one is sent, and the next alert counts the others", async () => {
  await Promise.all(Array.from({ length: 50 }, () => raise("a receipt")));
  expect(titles()).toEqual([titleOf("mail")]);
  expect(await db.select().from(alerts)).toMatchObject([{ kind: "mail", held: 49, reported: 1, detail: "a receipt" }]);
  fakes.now += HOUR_MS - 1;
  await raise("a receipt");
  expect(titles()).toHaveLength(1);
  fakes.now += 1;
  await raise("a receipt");
  expect(fakes.mails[1]!.text).toContain("How often: 51 times since the last alert");
});

test("an hour after an alert, cron reports what has happened since", async () => {
  await raise("the first");
  await raise("the second");
  await raise("the third");
  await cron();
  expect(titles()).toHaveLength(1);
  fakes.now += HOUR_MS;
  await cron();
  expect(fakes.mails.slice(1).map(({ text }) => /How often: .*/.exec(text)?.[0])).toEqual([
    "How often: 2 times since the last alert",
  ]);
  expect(fakes.mails[1]!.text).toContain("What happened: the third");
  fakes.now += HOUR_MS;
  await cron();
  expect(titles()).toHaveLength(2);
});

test("an alert that no channel accepts is sent by the next cron run, and staff see that it was not sent", async () => {
  const refused = { sendMail: () => Promise.reject(new Error("down")) };
  await raise("the first", {}, refused);
  await raise("the second");
  expect(titles()).toEqual([]);
  expect(await db.select().from(alerts)).toMatchObject([{ held: 2, reported: 0 }]);
  fakes.now += 10 * MINUTE_MS;
  await runSchedule(env, { ...fakePorts, ...refused });
  expect(await db.select().from(alerts)).toMatchObject([{ held: 2, reported: 0 }]);
  fakes.now += 10 * MINUTE_MS;
  await cron();
  expect(titles()).toEqual([titleOf("mail")]);
  expect(fakes.mails[0]!.text).toContain("How often: 2 times since the last alert");
  expect(await db.select().from(alerts)).toMatchObject([{ held: 0, reported: 2, sentAt: fakes.now }]);
});

test("while D1 is down, an alert that no channel accepts is tried again after five minutes", async () => {
  const one = { alertChannels: {} };
  const refused = { ...one, sendMail: () => Promise.reject(new Error("down")) };
  await raise("the first", D1_DOWN, refused);
  await raise("the second", D1_DOWN, one);
  expect(titles()).toEqual([]);
  fakes.now += 5 * MINUTE_MS;
  await raise("the third", D1_DOWN, one);
  expect(fakes.mails[0]!.text).toContain("How often: 3 times since the last alert");
});

test("a missing cron is an alert after half an hour, also if it has never run", async () => {
  const one = isolate();
  const answer = async () => {
    fakes.now += 6 * MINUTE_MS;
    const url = `${DEPLOYED.SITE_URL}/api/saas/`;
    expect((await request(url, {}, { isolate: one.ports, env: DEPLOYED })).status).toBe(200);
  };
  for (let n = 0; n < 5; n++) await answer();
  expect(titles()).toEqual([]);
  await answer();
  await answer();
  expect(titles()).toEqual([titleOf("missing-cron")]);
  await cron();
  fakes.now += HOUR_MS;
  fakes.mails.length = 0;
  await cron();
  await answer();
  expect(titles()).toEqual([]);
  fakes.now += 25 * MINUTE_MS;
  await answer();
  expect(titles()).toEqual([titleOf("missing-cron")]);
});

test("a queue that does not shrink, and whose oldest message waits for half an hour, is an alert", async () => {
  const since = new Date(NOW);
  const waiting = { backlogCount: 40, backlogBytes: 0, oldestMessageTimestamp: since };
  const bindings = {
    IMAGE_FETCHES: { metrics: async () => ({ ...waiting }), sendBatch: async () => {} } as unknown as Queue,
  };
  const run = async (minutes: number, messages: number) => {
    fakes.now += minutes * MINUTE_MS;
    waiting.backlogCount = messages;
    await cron(bindings);
  };
  await run(31, 40);
  await run(10, 39);
  expect(titles()).toEqual([]);
  await run(10, 39);
  expect(titles()).toEqual([titleOf("queue")]);
  expect(fakes.mails[0]!.text).toContain("images to fetch: 39 messages, the oldest for 51 minutes.");
  fakes.now += HOUR_MS;
  waiting.oldestMessageTimestamp = new Date(fakes.now);
  await run(29, 50);
  expect(titles()).toHaveLength(1);
  await run(31, 123_456);
  expect(fakes.mails[1]!.text).toContain("images to fetch: 123,456 messages");
});

test("an alert holds no address, link, code or token", async () => {
  await raise(
    "550 <anna@example.com> https://directory.test/signup/verify/abc 123456 0123456789abcdef0123456789abcdef",
  );
  expect(fakes.mails[0]!.text).toContain("What happened: 550 (address) (link) (code) (token)");
  fakes.now += HOUR_MS;
  const words = "invoice.payment_action_required E_RECIPIENT_SUPPRESSED";
  await raise(words);
  expect(fakes.mails[1]!.text).toContain(`What happened: ${words}`);
  expect(JSON.stringify([loggedLines, await db.select().from(alerts)])).not.toMatch(/anna|verify|123456|abcdef/);
});

test("a channel that fails stops neither the other channels nor the request, and causes no alert", async () => {
  const received: string[] = [];
  const channels = {
    broken: () => Promise.reject(new Error("to anna@example.com")),
    webhook: async ({ title }: Alert) => void received.push(title),
  };
  await raise(
    "a receipt",
    {},
    { sendMail: () => Promise.reject(new Error("to anna@example.com")), alertChannels: channels },
  );
  expect(received).toEqual([titleOf("mail")]);
  expect(await db.select().from(alerts)).toHaveLength(1);
  expect(loggedLines).toMatchObject([
    { alert: "mail" },
    { unsentAlert: "mail", channel: "broken", reason: "Error" },
    { unsentAlert: "mail", channel: "mail", reason: "Error" },
  ]);
  expect(JSON.stringify(loggedLines)).not.toContain("anna");
});

test("a response does not wait for its alert", async () => {
  let accept = () => {};
  const sendMail = () => new Promise<void>((resolve) => (accept = resolve));
  const ports = { ...fakePorts, sendMail };
  const app = createApp(() => ports);
  const bindings = { ...env, ...DEPLOYED, ASSETS: assets, ...R2_DOWN };
  const context = createExecutionContext();
  for (let n = 0; n < 2; n++) {
    fakes.now += 6000;
    const response = await app.fetch(new Request(`${DEPLOYED.SITE_URL}/media/users/1/a.png`), bindings, context);
    expect(response.status).toBe(503);
  }
  loggedErrors.length = 0;
  await vi.waitFor(() => expect(accept).not.toHaveLength(1));
  await vi.waitFor(async () => expect(await db.select().from(alerts)).toHaveLength(1));
  accept();
  await waitOnExecutionContext(context);
});

test("the webhook gets one text in Slack's format, and must accept it", async () => {
  const sent: [string, RequestInit][] = [];
  let status = 200;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    sent.push([String(url as string), init!]);
    return new Response(null, { status });
  });
  onTestFinished(() => spy.mockRestore());
  expect(internetPorts({ ...env, ...DEPLOYED }).alertChannels).toEqual({});
  const { alertChannels } = internetPorts({
    ...env,
    ...DEPLOYED,
    ALERT_WEBHOOK_URL: "https://hooks.test/services/T/B",
  });
  await raise("<!channel> a & b", {}, { alertChannels });
  const [[url, { method, body }]] = sent as [[string, RequestInit]];
  expect([url, method]).toEqual(["https://hooks.test/services/T/B", "POST"]);
  const { text, ...others } = JSON.parse(String(body)) as { text: string };
  expect(others).toEqual({});
  expect(text).toMatch(/^\*.*A mail was not accepted\*\n/);
  expect(text).toContain("What happened: &lt;!channel&gt; a &amp; b\n");
  expect(text).not.toContain("@");
  status = 500;
  fakes.now += HOUR_MS;
  loggedLines.length = 0;
  await raise("a receipt", {}, { alertChannels });
  expect(loggedLines).toMatchObject([{ alert: "mail" }, { unsentAlert: "mail", channel: "webhook" }]);
});

test("Sentry gets one event, and must accept it", async () => {
  const sent: [string, string][] = [];
  let status = 200;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    sent.push([String(url as string), new TextDecoder().decode(await new Response(init!.body).arrayBuffer())]);
    return new Response("{}", { status });
  });
  onTestFinished(() => spy.mockRestore());
  const channelsOf = (SENTRY_DSN: string) => internetPorts({ ...env, ...DEPLOYED, SENTRY_DSN }).alertChannels;
  await raise("a receipt", {}, { alertChannels: channelsOf("https://public@sentry.test/42") });
  expect(sent).toHaveLength(1);
  expect(sent[0]![0]).toMatch(/^https:\/\/sentry\.test\/api\/42\/envelope\//);
  const event = JSON.parse(sent[0]![1].split("\n")[2]!) as Record<string, unknown>;
  expect(event).toMatchObject({ message: titleOf("mail"), level: "error", fingerprint: ["mail"] });
  expect(event["extra"]).toMatchObject({ "What happened": "a receipt", "How often": "once" });
  expect(event).not.toHaveProperty("request");
  expect(event).not.toHaveProperty("user");

  status = 401;
  for (const dsn of ["https://public@sentry.test/42", "no DSN"]) {
    fakes.now += HOUR_MS;
    loggedLines.length = 0;
    await raise("a receipt", {}, { alertChannels: channelsOf(dsn) });
    expect(loggedLines).toContainEqual({ unsentAlert: "mail", channel: "sentry", reason: "Error" });
  }
  loggedErrors.length = 0;
});

test("cron deletes runs and counts that are older than a week", async () => {
  await cron();
  const counts = { requests: 1, failures: 0, rowsRead: 0, rowsWritten: 0 };
  await db.insert(responseCounts).values([
    { slot: 0, ...counts },
    { slot: NOW, ...counts },
  ]);
  fakes.now += 7 * 24 * HOUR_MS;
  await cron();
  expect(await db.select().from(cronRuns)).toHaveLength(2);
  fakes.now += 1;
  await cron();
  expect((await db.select().from(cronRuns)).map(({ startedAt }) => startedAt)).toEqual([fakes.now - 1, fakes.now]);
  expect((await db.select().from(responseCounts)).map(({ slot }) => slot)).toEqual([]);
});
