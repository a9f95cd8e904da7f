import { expect, test } from "vitest";
import type { PricePage } from "#schema/pages/pages.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { quartilesOf } from "#worker/pages/price-page.ts";
import { insertFigures } from "../support/added-up.ts";
import { NOW, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

/** A listing that was featured on the last `days` of the 30 days that are added up, with a visit on each of `visits` days. */
async function insertPlace(id: number, { days = 30, visits = 0 } = {}) {
  await insertSite({ id, featuredUntil: NOW + DAY_MS });
  await insertFigures(id, [-40, -1], (day) => ({
    featured: day >= -days ? 1 : 0,
    places: { list: [5, 1, day >= -visits ? 1 : 0], featured: [10, 0, 0], article: [id / 20, 0, 0] },
  }));
}

const textOf = async () => (await (await request("/price")).text()).replaceAll(/<!-- -->|<[^>]*>/g, "");
const dataOf = async () => (await (await request("/api/pages/price")).json()) as PricePage;

test("the price page says what the places of the last 30 days brought, or that they are too few", async () => {
  for (const at of [1, 2, 3, 4]) await insertPlace(at * 20, { days: 27 + at, visits: 3 * at });
  await insertPlace(100, { days: 27, visits: 25 });
  expect(await dataOf()).toEqual({ brought: null });
  expect(await textOf()).toContain("Too few listings were featured for the whole month");
  await insertPlace(120, { visits: 15 });
  // The first two were featured on 28 and 29 days.
  expect(await dataOf()).toEqual({ brought: { listings: 5, visits: [6, 9, 12], shown: [348, 390, 420] } });
  const text = await textOf();
  expect(text).toContain(
    "Of 5 featured listings in the last 30 days, half had between 6 and 12 visits; the median is 9.",
  );
  expect(text).toContain("Half were shown between 348 and 420 times in featured places; the median is 390.");
});

test("quartiles lie between the numbers", () => {
  expect(quartilesOf([7])).toEqual([7, 7, 7]);
  expect(quartilesOf([4, 1, 3, 2])).toEqual([2, 3, 3]);
  expect(quartilesOf([0, 10])).toEqual([3, 5, 8]);
});
