import { expect, test } from "vitest";
import { compareFeatured } from "#schema/sites/figures.ts";
import { daysOf } from "../../support/figure-days.ts";

const days = (featured: boolean, visits: readonly number[]) =>
  daysOf(visits.map((count) => ({ featured, seen: { list: 1 }, visits: count })));
const free = (...visits: number[]) => days(false, visits);
const paid = (...visits: number[]) => days(true, visits);
const times = (count: number, ...visits: number[]) => Array.from({ length: count }, () => visits).flat();
const uncounted = (count: number) => free(...times(count, 0)).map((day) => ({ ...day, seen: {} }));

test("a listing that was not featured has nothing to compare", () => {
  expect(compareFeatured(free(1, 2, 3))).toBeUndefined();
  expect(compareFeatured([])).toBeUndefined();
});

test("the last 30 featured days are compared with the 30 days before the first featured one", () => {
  const all = [...free(...times(20, 9)), ...free(...times(30, 1)), ...paid(...times(10, 9)), ...paid(...times(30, 2))];
  expect(compareFeatured(all)).toEqual({
    featured: { days: 30, visits: 60 },
    before: { days: 30, visits: 30 },
    result: "more",
  });
});

test("a place that has ended is compared, and an earlier one is not in the days before", () => {
  const all = [...paid(...times(30, 9)), ...free(...times(15, 3)), ...paid(...times(20, 1)), ...free(9, 9)];
  expect(compareFeatured(all)).toEqual({
    featured: { days: 20, visits: 20 },
    before: { days: 15, visits: 45 },
    result: "fewer",
  });
});

test("days before the first one that was counted say nothing", () => {
  const featured = paid(...times(30, 5));
  expect(compareFeatured([...uncounted(100), ...free(...times(14, 1)), ...featured])).toMatchObject({
    before: { days: 14, visits: 14 },
    result: "more",
  });
  expect(compareFeatured([...uncounted(100), ...featured])).toMatchObject({ before: { days: 0 }, result: "unclear" });
  expect(compareFeatured(featured)).toMatchObject({ before: { days: 0 }, result: "unclear" });
});

test.for<[string, number[], number[]]>([
  ["few visits", times(30, 0), [...times(29, 0), 19]],
  ["few featured days", times(30, 1), times(13, 9)],
  ["few days before", times(13, 1), times(30, 9)],
  ["a difference that chance gives", times(10, 0, 1, 2), times(10, 1, 1, 2)],
  ["a single day with many visits", times(10, 0, 1, 0), [...times(29, 0), 90]],
])("%s: too few to tell", ([, before, featured]) => {
  expect(compareFeatured([...free(...before), ...paid(...featured)])!.result).toBe("unclear");
  // It is as unclear in the other direction.
  expect(compareFeatured([...free(...featured), ...paid(...before)])!.result).toBe("unclear");
});

test("equal days that differ by chance are told apart once in twenty times", () => {
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  /** Visits of a day with `mean` on average: each of 200 people visits with the same probability. */
  const visits = (mean: number) => Array.from({ length: 200 }, random).filter((at) => at < mean / 200).length;
  const period = () => Array.from({ length: 30 }, () => visits(2));
  const results = Array.from(
    { length: 400 },
    () => compareFeatured([...free(...period()), ...paid(...period())])!.result,
  );
  expect(results.filter((result) => result !== "unclear").length / results.length).toBeLessThan(0.06);
});
