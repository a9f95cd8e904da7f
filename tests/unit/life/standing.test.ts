import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { type Life, lifeAfter, standingOf } from "#worker/features/life/standing.ts";

const NOW = Date.UTC(2026, 10, 20);
const life = (changes: Partial<Life> = {}): Life => ({
  id: 7,
  aliveState: "alive",
  aliveSince: NOW - 100 * DAY_MS,
  checkedAt: NOW - 30 * DAY_MS,
  standingByStaff: "checked",
  ...changes,
});

test.each([
  ["alive", 100, {}, "open"],
  ["unknown", 100, {}, "open"],
  ["moved", 100, {}, "open"],
  ["unreachable", 13.9, {}, "open"],
  ["unreachable", 14, {}, "may_be_closed"],
  ["parked", 14, {}, "may_be_closed"],
  ["unreachable", 59.9, {}, "may_be_closed"],
  ["unreachable", 60, {}, "closed"],
  ["alive", 1, { archived: true, last_commit: "2025-11-21" }, "open"],
  ["alive", 1, { archived: true, last_commit: "2025-11-20" }, "may_be_closed"],
  ["alive", 1, { archived: false, last_commit: "2020-01-01" }, "open"],
  ["alive", 1, { archived: true }, "open"],
  ["unreachable", 60, { archived: true, last_commit: "2020-01-01" }, "closed"],
] as const)("%s for %s days with the facts %j is %s", (state, days, facts, standing) => {
  expect(standingOf("checked", { state, since: NOW - days * DAY_MS, facts }, NOW)).toBe(standing);
});

test("staff know better than checks", () => {
  const dead = { state: "unreachable", since: NOW - 100 * DAY_MS, facts: {} } as const;
  expect(standingOf("open", dead, NOW)).toBe("open");
  expect(standingOf("closed", { ...dead, state: "alive" }, NOW)).toBe("closed");
});

test("the time of a failure counts from the first one, of whatever kind, and ends with an answer", () => {
  const failed = life({ aliveState: "unreachable", aliveSince: NOW - 14 * DAY_MS });
  const parked = lifeAfter(failed, { state: "parked" }, { facts: {}, now: NOW });
  expect(parked).toMatchObject({ aliveState: "parked", aliveSince: NOW - 14 * DAY_MS, standing: "may_be_closed" });
  const back = lifeAfter(failed, { state: "alive" }, { facts: {}, now: NOW });
  expect(back).toMatchObject({ aliveState: "alive", aliveSince: NOW, standing: "open" });
});

test("a site that answers is checked after a month, one that fails daily until it is closed", () => {
  const days = (before: Life, state: "alive" | "unreachable" | "unknown") =>
    (lifeAfter(before, { state }, { facts: {}, now: NOW }).checkDueAt - NOW) / DAY_MS;
  expect(days(life(), "alive")).toBe(30);
  expect(days(life(), "unknown")).toBe(30);
  expect(days(life(), "unreachable")).toBe(1);
  const failing = (since: number) => life({ aliveState: "unreachable", aliveSince: NOW - since * DAY_MS });
  expect(days(failing(59), "unreachable")).toBe(1);
  expect(days(failing(60), "unreachable")).toBe(30);
});

test("the second checks of sites that were imported together are spread over a month", () => {
  const due = Array.from({ length: 60 }, (_, id) =>
    lifeAfter(life({ id, checkedAt: null, aliveState: "unknown" }), { state: "alive" }, { facts: {}, now: NOW }),
  ).map(({ checkDueAt }) => (checkDueAt - NOW) / DAY_MS);
  expect([Math.min(...due), Math.max(...due), new Set(due).size]).toEqual([1, 30, 30]);
});
