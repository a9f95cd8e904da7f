import type { Fault } from "./fault.ts";

const folder = "web/features/sites/filters";
const shown = ["tests/web/filters.test.tsx"];
const combined = ["tests/worker/pages/combinations.test.ts"];
const walked = ["tests/e2e/sites/filters.test.ts"];
const addresses = { file: `${folder}/list-href.ts`, tests: shown };
const sitemap = { file: "worker/pages/sitemap.ts", tests: combined };
const values = { file: "worker/pages/shown-values.ts", tests: ["tests/worker/sites/shown-values.test.ts"] };

export const filters: Fault[] = [
  {
    ...addresses,
    name: "another page of a list loses the chosen filters",
    find: "    ...(!combination && Object.fromEntries(FILTER_NAMES.map((filter) => [filter, filters[filter]]))),\n",
    put: "",
  },
  {
    ...addresses,
    name: "another filter stays on the page of the list before",
    find: "{ ...query, page: 1, ...changes }",
    put: "{ ...query, ...changes }",
  },
  {
    ...addresses,
    name: "search engines index lists with any filters",
    find: "(isFiltered(filters) && !(isCombined && count >= MIN_COMBINED_SITES))",
    put: "(isCombined && count < MIN_COMBINED_SITES)",
    tests: combined,
  },
  {
    name: "search engines index a combination of two sites",
    file: "schema/combinations.ts",
    find: "MIN_COMBINED_SITES = 3",
    put: "MIN_COMBINED_SITES = 2",
    tests: combined,
  },
  {
    name: "two chosen values of one filter are a combination",
    file: "schema/combinations.ts",
    find: "chosen !== undefined && others.length === 0",
    put: "chosen !== undefined",
    tests: combined,
  },
  {
    ...sitemap,
    name: "the sitemap lists combinations with too few sites",
    find: "    WHERE ${facetCounts.siteCount} >= ${MIN_COMBINED_SITES}`,",
    put: "    WHERE ${facetCounts.siteCount} > 0`,",
  },
  {
    name: "a redirect to the current address of a product keeps one value of each filter",
    file: "web/routes.tsx",
    find: "`${to}?${params}`",
    put: "`${to}?${new URLSearchParams(Object.fromEntries(params))}`",
    tests: combined,
  },
  {
    name: "the list beside a site is filtered",
    file: "worker/pages/site-page.ts",
    find: "{ ...listQueryFrom(params), filters: {} }",
    put: "listQueryFrom(params)",
    tests: combined,
  },
  {
    name: "a second value of a filter replaces the first",
    file: "web/features/sites/search/use-live-search.ts",
    find: "data.getAll(name).map(",
    put: "data.getAll(name).slice(-1).map(",
    tests: walked,
  },
  {
    name: "a box that is pressed before the scripts arrive is forgotten",
    file: `${folder}/filter-panel.tsx`,
    find: "    boxes.find((box) => box.checked !== box.defaultChecked)?.form?.requestSubmit();\n",
    put: "    boxes.find(() => false)?.form?.requestSubmit();\n",
    tests: walked,
  },
  {
    name: "a pressed box jumps back while the list loads",
    file: "web/features/sites/search/site-results.tsx",
    find: "const shown = loading ?? query;",
    put: "const shown = query;",
    tests: walked,
  },
  {
    ...values,
    name: "a page has all values of long filters",
    find: "values.length > SHORT && !whole",
    put: "values.length > 1000 && !whole",
  },
  {
    ...values,
    name: "a chosen value that few sites have is not shown",
    find: " || filters[filter]?.includes(value)",
    put: "",
  },
  {
    name: "after a box is pressed, a long filter has its first values again",
    file: "web/features/sites/search/list-search.tsx",
    find: "shown.values?.map(",
    put: "shown.values?.slice(1).map(",
    tests: shown,
  },
  {
    name: "after “Show all”, the focus leaves the filter",
    file: "web/features/sites/search/use-kept-focus.ts",
    find: "added ?? parts[",
    put: "parts[",
    tests: walked,
  },
];
