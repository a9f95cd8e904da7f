import { expect, test } from "vitest";
import { ageInWords } from "#schema/values/dates.ts";

const NOON = "2026-11-20T12:00:00Z";

test.each([
  ["2026-11-20T00:00:00Z", "today"],
  ["2026-11-19T23:59:59.999Z", "yesterday"],
  ["2026-11-18T23:59:59.999Z", "2 days ago"],
  ["2026-11-07T00:00:00Z", "13 days ago"],
  ["2026-11-06T23:59:59.999Z", "2 weeks ago"],
  ["2026-10-30", "3 weeks ago"],
  ["2026-09-19T00:00:00Z", "8 weeks ago"],
  ["2026-09-18T23:59:59.999Z", "2 months ago"],
  ["2026-08-20T23:59:59.999Z", "3 months ago"],
  ["2024-11-20T00:00:00Z", "23 months ago"],
  ["2024-11-19T23:59:59.999Z", "2 years ago"],
  ["2023-11-20", "3 years ago"],
])("the age of %s is %s", (time, words) => {
  expect(ageInWords(Date.parse(time), Date.parse(NOON))).toBe(words);
});

test("an age has whole days of UTC, so one second may be a day", () => {
  expect(ageInWords(Date.parse("2026-11-19T23:59:59Z"), Date.parse("2026-11-20T00:00:00Z"))).toBe("yesterday");
});
