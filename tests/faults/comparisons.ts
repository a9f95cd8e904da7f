import type { Fault } from "./fault.ts";

const page = ["tests/worker/pages/compare.test.ts"];
const browser = ["tests/e2e/sites/compare.test.ts"];
const table = ["tests/web/compare.test.tsx"];

export const comparisons: Fault[] = [
  {
    name: "a site called “A vs B” takes the address of a comparison",
    file: "worker/features/sites/compare/joined-slugs.ts",
    find: ".toSorted((a, b) => b.length - a.length)[0]",
    put: ".toSorted((a, b) => a.length - b.length)[0]",
    tests: page,
  },
  {
    name: "a comparison shows a site that waits for review",
    file: "worker/features/sites/compare/queries.ts",
    find: "IN ${jsonList(slugs)} AND ${isActive}`",
    put: "IN ${jsonList(slugs)} AND (${isActive} OR true)`",
    tests: ["tests/worker/sites/compare.test.ts"],
  },
  {
    name: "search engines index comparisons of sites with few facts",
    file: "schema/comparisons.ts",
    find: "countFacts(facts) >= MIN_FACTS_TO_INDEX",
    put: "countFacts(facts) > 0",
    tests: page,
  },
  {
    name: "the sitemap lists comparisons with hidden sites",
    file: "worker/features/sites/compare/ready-pairs.ts",
    find: "WHERE ${isActive} AND",
    put: "WHERE (${isActive} OR true) AND",
    tests: page,
  },
  {
    name: "a fact that is not stated counts as a difference",
    file: "web/features/sites/compare/fact-differences.ts",
    find: "const stated = values.filter((value) => value !== undefined);",
    put: "const stated = values.map((value) => value ?? null);",
    tests: table,
  },
  {
    name: "a fifth site is chosen",
    file: "web/features/sites/compare/tray.ts",
    find: "if (sites.length >= MAX_COMPARED)",
    put: "if (sites.length > MAX_COMPARED)",
    tests: browser,
  },
];
