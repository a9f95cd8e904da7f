import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { sendToSentry } from "#worker/adapters/sentry.ts";
import { mailOperator, mailOperatorHourly } from "#worker/features/alerts/mail-operator.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { type ErrorLine, inLogScope, logError, reportErrors } from "#worker/log.ts";
import type { Bindings } from "#worker/env.ts";
import type { Ports } from "#worker/ports.ts";
import { broken, fakePorts, fakes, NOW } from "../support/app.ts";
import { loggedErrors } from "../support/setup.ts";

const D1_DOWN = { DB: broken<D1Database>() };
const KV_DOWN = { SESSIONS: broken<KVNamespace>() };
const TROUBLE = { title: "A part is broken", action: "Repair it.", facts: [["Part", "one"]] as [string, string][] };

const run = (bindings: Partial<Bindings> = {}, ports: Partial<Ports> = {}) =>
  runSchedule({ ...env, ...bindings }, { ...fakePorts, ...ports });

/** Runs the cron while D1 is down. */
async function fail(bindings: Partial<Bindings> = {}, ports: Partial<Ports> = {}): Promise<void> {
  await expect(run({ ...D1_DOWN, ...bindings }, ports)).rejects.toThrow("Some cron steps failed.");
  loggedErrors.length = 0;
}

test("when a step has failed for an hour, the operator gets one mail, and one a day while it goes on", async () => {
  await fail();
  fakes.now += HOUR_MS - 1;
  await fail();
  expect(fakes.mails).toEqual([]);
  fakes.now += 1;
  await fail();
  expect(fakes.mails).toMatchObject([{ to: env.SUPPORT_EMAIL, subject: `${env.SITE_NAME}: The cron fails` }]);
  const { text } = fakes.mails[0]!;
  expect(text).toContain(`The step “expired codes”: fails since ${new Date(NOW).toISOString()}`);
  expect(text).toContain("Find the causes in the log of the Worker");
  fakes.now += DAY_MS - 1;
  await fail();
  expect(fakes.mails).toHaveLength(1);
  fakes.now += 1;
  await fail();
  expect(fakes.mails).toHaveLength(2);

  await run();
  await fail();
  fakes.now += HOUR_MS;
  await fail();
  expect(fakes.mails).toHaveLength(3);
});

test("while KV refuses writes, no run mails, because each would", async () => {
  await fail();
  fakes.now += HOUR_MS;
  const put = () => Promise.reject(new Error("down"));
  const readOnly = { get: () => env.SESSIONS.get("failing-steps"), put } as unknown as KVNamespace;
  await fail({ SESSIONS: readOnly });
  expect(fakes.mails).toEqual([]);
});

test("a step that works in between is no mail, and the mail names only steps that have failed for an hour", async () => {
  await fail();
  await run();
  const noMedia = { MEDIA: broken<R2Bucket>() };
  await env.DB.prepare("INSERT INTO uploads (key, bytes, created_at, unused_since) VALUES ('a.png', 5, 0, 0)").run();
  fakes.now += MINUTE_MS;
  await expect(run(noMedia)).rejects.toThrow("Some cron steps failed.");
  fakes.now += HOUR_MS - MINUTE_MS;
  await fail(noMedia);
  expect(fakes.mails).toEqual([]);
  fakes.now += MINUTE_MS;
  await fail(noMedia);
  const named = fakes.mails[0]!.text.match(/The step “[^”]+”/g)!.toSorted();
  expect(named).toEqual(["The step “nightly copy”", "The step “unused images”"]);
});

test("a mail that was not accepted is tried again by the next run", async () => {
  await fail();
  fakes.now += HOUR_MS;
  await fail({}, { sendMail: () => Promise.reject(new Error("down")) });
  fakes.now += 10 * MINUTE_MS;
  await fail();
  expect(fakes.mails).toHaveLength(1);
});

test("while KV is down, the cron still does its work", async () => {
  await run(KV_DOWN).catch(() => {});
  loggedErrors.length = 0;
  expect(await env.DB.prepare("SELECT count(*) AS n FROM daily_totals").first("n")).toBe(1);
  expect(fakes.mails).toEqual([]);
});

test("mails to the operator go to ALERT_EMAIL if it is set", async () => {
  await mailOperator({ env: { ...env, ALERT_EMAIL: "night@directory.test" }, ports: fakePorts }, TROUBLE);
  expect(fakes.mails.map(({ to }) => to)).toEqual(["night@directory.test"]);
});

test("of fifty equal troubles within an hour, one is mailed; another one is mailed as well", async () => {
  const parts = { env, ports: fakePorts };
  await Promise.all(Array.from({ length: 50 }, () => mailOperatorHourly(parts, TROUBLE)));
  expect(fakes.mails).toHaveLength(1);
  await mailOperatorHourly(parts, { ...TROUBLE, title: "Another part is broken" });
  expect(fakes.mails).toHaveLength(2);
  fakes.now += HOUR_MS;
  await mailOperatorHourly(parts, TROUBLE);
  expect(fakes.mails).toHaveLength(3);
});

test("a mail that cannot be counted or sent is only logged, and does not use up its hour", async () => {
  const sendMail = () => Promise.reject(new Error("down"));
  await mailOperatorHourly({ env: { ...env, ...D1_DOWN }, ports: fakePorts }, TROUBLE);
  await mailOperatorHourly({ env, ports: { ...fakePorts, sendMail } }, TROUBLE);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  await mailOperatorHourly({ env, ports: fakePorts }, TROUBLE);
  expect(fakes.mails).toHaveLength(1);
});

test("what is reported beside the log is the line of the log", () => {
  const reported: ErrorLine[] = [];
  reportErrors((line) => void reported.push(line));
  onTestFinished(() => reportErrors(undefined));
  inLogScope({ run: "one" }, () => logError(new TypeError("broken", { cause: new Error("why") })));
  expect(reported).toMatchObject([{ run: "one", name: "TypeError", message: "broken", cause: { message: "why" } }]);
  expect(loggedErrors.splice(0)).toEqual([reported]);
});

test("Sentry gets one event for an error, without request or user, and must accept it", async () => {
  const sent: [string, string][] = [];
  let status = 200;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    sent.push([String(url as string), new TextDecoder().decode(await new Response(init!.body).arrayBuffer())]);
    return new Response("{}", { status });
  });
  const cause = { name: "Error", message: "why", cause: { name: "Error", message: "really" } };
  const line = { run: "one", name: "TypeError", message: "broken", cause };
  await sendToSentry("https://public@sentry.test/42", line);
  expect(sent).toHaveLength(1);
  expect(sent[0]![0]).toMatch(/^https:\/\/sentry\.test\/api\/42\/envelope\//);
  const event = JSON.parse(sent[0]![1].split("\n")[2]!) as Record<string, unknown>;
  expect(event).toMatchObject({
    level: "error",
    exception: { values: [{ type: "TypeError", value: "broken" }] },
    extra: { run: "one", cause },
  });
  expect(event).not.toHaveProperty("request");
  expect(event).not.toHaveProperty("user");

  status = 401;
  for (const dsn of ["https://public@sentry.test/42", "no DSN"])
    await expect(sendToSentry(dsn, line)).rejects.toThrow();
  loggedErrors.length = 0;
});
