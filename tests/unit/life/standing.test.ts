import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { type Life, lifeAfter, standingOf } from "#worker/features/life/standing.ts";

const NOW = Date.UTC(2026, 10, 20);
const life = (changes: Partial<Life> = {}): Life => ({
  id: 7,
  aliveState: "alive",
  aliveSince: NOW - 100 * DAY_MS,
  archivedSince: null,
  checkedAt: NOW - 30 * DAY_MS,
  movedTo: null,
  standingByStaff: "checked",
  ...changes,
});

test.each([
  ["alive", 100, null, "open"],
  ["unknown", 100, null, "open"],
  ["moved", 100, null, "open"],
  ["unreachable", 13.9, null, "open"],
  ["unreachable", 14, null, "may_be_closed"],
  ["parked", 14, null, "may_be_closed"],
  ["unreachable", 59.9, null, "may_be_closed"],
  ["unreachable", 60, null, "closed"],
  ["alive", 1, 364, "open"],
  ["alive", 1, 365, "may_be_closed"],
  ["unreachable", 60, 365, "closed"],
] as const)("%s for %s days, archived for %s days: %s", (state, days, archivedDays, standing) => {
  const archivedSince = archivedDays === null ? null : NOW - archivedDays * DAY_MS;
  expect(standingOf("checked", { state, since: NOW - days * DAY_MS, archivedSince }, NOW)).toBe(standing);
});

test("staff know better than checks", () => {
  const dead = { state: "unreachable", since: NOW - 100 * DAY_MS, archivedSince: null } as const;
  expect(standingOf("open", dead, NOW)).toBe("open");
  expect(standingOf("closed", { ...dead, state: "alive" }, NOW)).toBe("closed");
});

test("archived code counts from the check that found it, and a new address stays while the site is away", () => {
  const facts = { archived: true };
  expect(lifeAfter(life(), { state: "alive" }, { facts, now: NOW })).toMatchObject({
    archivedSince: NOW,
    standing: "open",
  });
  const before = life({ archivedSince: NOW - 365 * DAY_MS, movedTo: "https://new.example/" });
  expect(lifeAfter(before, { state: "unreachable" }, { facts, now: NOW })).toMatchObject({
    archivedSince: before.archivedSince,
    standing: "may_be_closed",
    movedTo: "https://new.example/",
  });
  expect(lifeAfter(before, { state: "alive" }, { facts: {}, now: NOW })).toMatchObject({
    archivedSince: null,
    movedTo: null,
  });
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
