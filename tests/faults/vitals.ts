import type { Fault } from "./fault.ts";

const counting = ["tests/worker/vitals/count.test.ts"];
const queries = { file: "worker/features/vitals/queries.ts", tests: counting };
const histogram = { file: "worker/features/vitals/histogram.ts", tests: ["tests/worker/vitals"] };
const speed = { file: "worker/features/vitals/speed.ts", tests: ["tests/worker/vitals/speed.test.ts"] };
const page = { file: "web/features/vitals/report-vitals.ts", tests: ["tests/web/vitals.test.ts"] };
const sample = { file: "web/features/vitals/sample-vitals.ts", tests: ["tests/web/vitals.test.ts"] };

export const vitals: Fault[] = [
  {
    ...queries,
    name: "a report replaces the counts of its day",
    find: "coalesce(${vitalsDays.counts} ->> ${path}, 0) + 1",
    put: "1",
  },
  {
    ...queries,
    name: "a country that Cloudflare does not know makes rows of its own",
    find: "Object.hasOwn(COUNTRY_NAMES, country) ? country",
    put: 'country !== "" ? country',
  },
  {
    ...queries,
    name: "the speed of pages is kept a day too long",
    find: "(VITALS_KEPT_DAYS - 1) * DAY_MS",
    put: "VITALS_KEPT_DAYS * DAY_MS",
  },
  {
    ...histogram,
    name: "a value that is still good counts as one that needs improvement",
    find: "value <= bound",
    put: "value < bound",
  },
  {
    ...histogram,
    name: "staff see the median",
    find: "count * 0.75",
    put: "count * 0.5",
  },
  {
    ...speed,
    name: "the figures of a country are those of all countries",
    find: "const isCountry = eq(vitalsDays.country, country);",
    put: "const isCountry = eq(vitalsDays.country, ALL);",
  },
  {
    ...page,
    name: "a page that is hidden twice counts twice",
    find: "    if (known.has(metric)) return;\n",
    put: "",
  },
  {
    ...sample,
    name: "people who object to the use of their data are measured",
    find: "!globalPrivacyControl && ",
    put: "",
  },
];
