import { expect, test } from "vitest";
import type { AdminField, AdminRecord } from "#schema/admin.ts";
import { listChanges } from "#web/features/admin/record/changes.ts";
import {
  changedFields,
  enteredValues,
  firstWords,
  isEmpty,
  recordName,
  toInputValue,
} from "#web/features/admin/record/fields.ts";
import { statedText } from "#web/features/admin/record/stated-text.ts";
import { modelParams, nextSort, parseRecordQuery, recordsPath } from "#web/features/admin/record/record-query.ts";
import { type PendingItem, summaryOf, waitsSince } from "#web/features/admin/pending/pending-data.ts";
import { formatChange, toMetrics } from "#web/features/analytics/metrics.ts";

const field = (name: string, kind: AdminField["kind"], changes: Partial<AdminField> = {}): AdminField => ({
  name,
  label: name,
  kind,
  is_editable: true,
  is_sortable: false,
  ...changes,
});

const fields = [
  field("until", "date"),
  field("name", "text"),
  field("refusal", "long_text"),
  field("is_staff", "boolean"),
  field("rank", "number"),
  field("slug", "text", { is_editable: false }),
];
const record: AdminRecord = {
  id: 7,
  until: "2026-11-21T10:00:59.000Z",
  name: "Penpot",
  refusal: null,
  is_staff: false,
  rank: 3,
  slug: "penpot",
};
const typed = () => Object.fromEntries(fields.map(({ name, kind }) => [name, toInputValue(kind, record[name])]));

test("unchanged and read-only fields are not sent", () => {
  expect(changedFields(fields, record, { ...typed(), slug: "other" })).toEqual({});
});

test("values are converted by the kind of their field, and an empty date or number becomes null", () => {
  const changed = { until: "", name: "Penpot 2", refusal: "No.\nSorry.", is_staff: "true", rank: "" };
  expect(changedFields(fields, record, { ...typed(), ...changed })).toEqual({
    until: null,
    name: "Penpot 2",
    refusal: "No.\nSorry.",
    is_staff: true,
    rank: null,
  });
});

test("a new record has all editable fields, and no others", () => {
  const entered = { until: "", name: "Zulip", refusal: "No.", is_staff: "false", rank: "2", slug: "other" };
  expect(enteredValues(fields, entered)).toEqual({
    until: null,
    name: "Zulip",
    refusal: "No.",
    is_staff: false,
    rank: 2,
  });
});

test("a time is entered in the user's time zone and sent in UTC", () => {
  const { until } = changedFields(fields, record, { ...typed(), until: "2030-05-01T12:30" });
  expect(until).toBe(new Date(2030, 4, 1, 12, 30).toISOString());
  expect(toInputValue("date", until)).toBe("2030-05-01T12:30");
});

test("Windows line ends of a stored text do not count as a change", () => {
  expect(toInputValue("long_text", "One\r\ntwo\rthree")).toBe("One\ntwo\nthree");
});

test("a record is named by its first text, or by its id", () => {
  expect(recordName(fields, record)).toBe("Penpot");
  expect(recordName(fields, { ...record, name: "", slug: null })).toBe("No. 7");
});

test.each([
  ["c++ for one day", "c++ for one day"],
  ["A plan for one more day", "A plan for one"],
  ["node.js e-mail app", "node.js e-mail"],
  ["", ""],
])("the first four words of “%s” are “%s”", (text, first) => {
  expect(firstWords(text, 4)).toBe(first);
});

test("the list of changes leaves out fields that are empty before and after", () => {
  const json = JSON.stringify({ before: { name: "A", refusal: null, note: "" }, after: { name: "B", note: null } });
  expect(listChanges(json)).toEqual([{ name: "name", before: "A", after: "B" }]);
  expect(listChanges(JSON.stringify({ before: { name: "A", rank: 0 }, after: { into: 3 } }))).toEqual([
    { name: "name", before: "A" },
    { name: "rank", before: 0 },
    { name: "into", after: 3 },
  ]);
});

test("the URL has the list's filter and order, and a second click on a header reverses the order", () => {
  const query = { model: "sites/site", q: "pen pot", filter: "pending", sort: nextSort("name", "name"), page: 2 };
  const path = recordsPath(query);
  expect(path).toBe("/admin?model=sites%2Fsite&q=pen+pot&filter=pending&sort=-name&page=2");
  expect(parseRecordQuery(new URL(path, "https://directory.example").searchParams)).toEqual(query);
  expect(modelParams(query.model)).toEqual({ app: "sites", model: "site" });
  expect(nextSort("-name", "name")).toBe("name");
  expect(parseRecordQuery(new URLSearchParams("model=sites/site&page=x")).page).toBe(1);
});

test("what waits shows the text that says most about a record, and since when it waits", () => {
  const item = (model: string, values: AdminRecord): PendingItem => ({
    model,
    filter: "f",
    kind: "k",
    fields,
    record: values,
  });
  expect(summaryOf(item("sites/site", record))).toBe("penpot");
  expect(summaryOf(item("sites/site", { ...record, refusal: "It leads elsewhere." }))).toBe("It leads elsewhere.");
  expect(summaryOf(item("sites/site", { id: 1, name: "Penpot" }))).toBe("");
  const times = { id: 1, updated_at: "2026-11-21T10:00:00Z", created_at: "2026-11-20T10:00:00Z" };
  expect(waitsSince(item("sites/site", times))).toBe(times.updated_at);
  expect(waitsSince(item("contact/message", times))).toBe(times.created_at);
  expect(waitsSince(item("sites/product", { id: 1 }))).toBeUndefined();
});

test("each metric has its value now and on the first day, and both kinds of sites add up to the total", () => {
  const days = [
    { day: "2026-11-20", users: 1, featured_sites: 2, basic_sites: 10 },
    { day: "2026-11-21", users: 3, featured_sites: 1, basic_sites: 12 },
  ];
  const figures = toMetrics({ total_users: 3, featured_sites: 1, basic_sites: 12, total_sites: 13, days });
  expect(figures.map(({ total, before }) => [total, before])).toEqual([
    [3, 1],
    [1, 2],
    [12, 10],
    [13, 12],
  ]);
  expect([1200, 0, -3].map(formatChange)).toEqual(["+1,200", "±0", "−3"]);
});

test("facts, their sources and pairs are shown in words, and a listing without facts as empty", () => {
  const facts = { pricing: "one_time", open_source: false, platforms: ["web", "cli"], country: "DE", trial_days: 1 };
  expect(statedText("facts", JSON.stringify(facts))).toBe(
    "Pricing: Pay once\nOpen source: No\nRuns on: Web, Command line\nCompany’s country: Germany\nFree trial: 1 day",
  );
  const sources = { open_source: "https://a.example/licence" };
  expect(statedText("fact_sources", JSON.stringify(sources))).toBe("Open source: https://a.example/licence");
  const pair = { replaces: "drop_in", lacks: ["Calls", "Bots"], moving: { text: "Import it.", link: "" } };
  expect(statedText("pair", JSON.stringify(pair))).toBe(
    "Replaces: Drop-in replacement\nLacks: Calls, Bots\nMoving: Import it.",
  );
  expect(isEmpty("{}")).toBe(true);
});
