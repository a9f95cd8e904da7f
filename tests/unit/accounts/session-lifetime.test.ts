import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/values/dates.ts";
import { isOpen, isRenewalDue } from "#worker/features/sessions/lifetime.ts";

const USER = { isStaff: false, isSuperuser: false };
const STAFF = { isStaff: true, isSuperuser: false };
const SUPERUSER = { isStaff: false, isSuperuser: true };
const times = (lastUsedAt: number) => ({ createdAt: 0, lastUsedAt });

test.each([
  ["30 days after its last use", USER, times(DAY_MS), 31 * DAY_MS],
  ["after 90 days, even if it is used", USER, times(89 * DAY_MS), 90 * DAY_MS],
  ["of staff 12 hours after its last use", STAFF, times(DAY_MS), 36 * HOUR_MS],
  ["of a superuser 12 hours after its last use", SUPERUSER, times(DAY_MS), 36 * HOUR_MS],
])("a session ends %s", (_, rights, used, end) => {
  expect([isOpen(used, rights, end - 1), isOpen(used, rights, end)]).toEqual([true, false]);
});

test.each([
  ["an hour", USER, HOUR_MS],
  ["five minutes, for staff", STAFF, 5 * MINUTE_MS],
])("the last use of a session is exact to %s", (_, rights, exact) => {
  expect([isRenewalDue(times(7), rights, 6 + exact), isRenewalDue(times(7), rights, 7 + exact)]).toEqual([false, true]);
});
