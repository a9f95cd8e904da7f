import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HEALTH_COUNT_MAX, type HealthDetails } from "#schema/admin.ts";
import { Facts } from "#web/features/admin/health/health-card.tsx";
import { healthFacts } from "#web/features/admin/health/health-facts.ts";
import { textOf } from "./support/render.tsx";

const MAILS = { accepted: 12, daily_limit: 100, refused_at: null, waiting: 3, failed: 0 };

const health = (changes: Partial<HealthDetails> = {}): HealthDetails => ({
  at: "2026-11-21T12:00:00.000Z",
  version: { id: "0123456789abcdef", deployed_at: "2026-11-19T12:00:00.000Z" },
  cron: {
    is_missing: false,
    runs: [{ started_at: "2026-11-21T11:56:00.000Z", ended_at: "2026-11-21T11:56:02.500Z", failed: [] }],
  },
  alerts: [],
  responses: { requests: 1000, failures: 10 },
  rows: { read: 123_456, written: 789 },
  webhooks: { count: 2, slowest_ms: 2500, last_at: "2026-11-21T11:00:00.000Z" },
  mails: MAILS,
  waiting: { images: 0 },
  replication: { region: "WEUR", is_replica: true, warning: null },
  queues: { "images to fetch": 3, mails: 0 },
  ...changes,
});

const show = (changes?: Partial<HealthDetails>) =>
  textOf(renderToStaticMarkup(<Facts health={health(changes)} />)).replaceAll(/\s+/g, " ");
const problems = (changes?: Partial<HealthDetails>) =>
  healthFacts(health(changes)).flatMap(({ label, problem }) => (problem ? [[label, problem]] : []));

test("a healthy directory shows its numbers and says that all is well", () => {
  const text = show();
  for (const words of [
    "All is well.",
    "Cron 4 minutes ago All steps ran.",
    "Responses 1,000 10 failed.",
    "Rows read 123,456 789 written.",
    "Webhooks 2 Applied after 2 seconds at most.",
    "Mails today 12 of 100 3 wait.",
    "Nearest database WEUR A replica.",
    "Messages in queues 3 images to fetch: 3",
    "Version 01234567 Deployed 2 days ago.",
    "2.5 seconds",
  ]) {
    expect(text).toContain(words);
  }
});

test("a problem has words, and the line above names it", () => {
  const run = { started_at: "2026-11-21T11:56:00.000Z", ended_at: "2026-11-21T11:56:02.500Z" };
  expect(problems({ cron: { is_missing: true, runs: [] } })).toEqual([["Cron", "It has not run for half an hour."]]);
  expect(problems({ cron: { is_missing: false, runs: [{ ...run, failed: ["payments", "due mails"] }] } })).toEqual([
    ["Cron", "Failed: payments, due mails."],
  ]);
  expect(problems({ responses: { requests: 1000, failures: 11 } })).toEqual([["Responses", "11 failed."]]);
  expect(problems({ mails: { ...MAILS, accepted: 80 } })).toEqual([["Mails today", "Nearly used up."]]);
  expect(problems({ mails: { ...MAILS, accepted: 80, daily_limit: 0 } })).toEqual([]);
  expect(problems({ mails: { ...MAILS, refused_at: run.started_at, failed: 2 } })).toEqual([
    ["Mails today", "The mail service has refused mails: its daily quota is used up."],
  ]);
  expect(problems({ mails: { ...MAILS, failed: 2 } })).toEqual([["Mails today", "2 could not be sent."]]);
  const far = { region: "ENAM", is_replica: false, warning: "Read replication seems to be off." };
  expect(problems({ replication: far })).toEqual([["Nearest database", far.warning]]);
  expect(show({ replication: null })).toContain("Nearest database no answer");
  const late = { count: 1, slowest_ms: 601_000, last_at: null };
  expect(problems({ webhooks: late })).toEqual([["Webhooks", "Late."]]);
  expect(show({ webhooks: late })).toContain("Look at this: Webhooks.");
});

test("an interrupted run, a capped count and a local version are named", () => {
  const runs = [{ started_at: "2026-11-21T11:59:50.000Z", ended_at: null, failed: [] }];
  const text = show({
    cron: { is_missing: false, runs },
    waiting: { images: HEALTH_COUNT_MAX },
    version: { id: "", deployed_at: "" },
  });
  for (const words of ["Cron just now It has not ended.", "1,000 or more", "Version local"])
    expect(text).toContain(words);
});

test("an alert says when it was sent, and how often it has happened since", () => {
  const alert = {
    title: "A mail was not accepted",
    detail: "a receipt",
    sent_at: "2026-11-21T10:00:00.000Z",
    happened_at: "2026-11-21T11:00:00.000Z",
    held: 2,
  };
  expect(show({ alerts: [alert] })).toMatch(/A mail was not accepted a receipt.* 2 times since/);
  expect(show({ alerts: [{ ...alert, held: 0 }] })).not.toContain("since");
  expect(show({ alerts: [{ ...alert, sent_at: null }] })).toContain("Not sent yet. It has happened 2 times, last");
});
