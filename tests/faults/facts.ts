import type { Fault } from "./fault.ts";

const triggers = { file: "migrations/0011_facts.sql" };
const numbers = { ...triggers, tests: ["tests/worker/sites/facet-counts.test.ts"] };
const history = { ...triggers, tests: ["tests/worker/sites/fact-changes.test.ts"] };
const imported = { tests: ["tests/worker/sites/import-facts.test.ts"] };

export const facts: Fault[] = [
  {
    ...numbers,
    name: "numbers beside filters count a hidden listing again",
    find: "AFTER UPDATE OF facts, category, review ON sites\nWHEN new.review = 'active' AND",
    put: "AFTER UPDATE OF facts, category, review ON sites\nWHEN old.review = 'active' AND",
  },
  {
    ...numbers,
    name: "a product still counts the values of a site that no longer replaces it",
    find: "AFTER DELETE ON alternatives BEGIN",
    put: "AFTER DELETE ON alternatives WHEN false BEGIN",
  },
  {
    ...numbers,
    name: "“no” counts as a value of a filter",
    find: "WHERE part.type <> 'false'\n    ON CONFLICT",
    put: "WHERE true\n    ON CONFLICT",
  },
  {
    ...numbers,
    name: "sites import from the former slug of a product that was renamed",
    find: "AFTER INSERT ON target_moves BEGIN",
    put: "AFTER INSERT ON target_moves WHEN false BEGIN",
  },
  {
    ...numbers,
    name: "a listing that waited keeps the former slug of a product",
    find: "AFTER UPDATE OF facts, review ON sites",
    put: "AFTER UPDATE OF facts ON sites",
  },
  {
    ...history,
    name: "a change of a fact that was undone on the same day stays in its history",
    find: "AND before IS after;",
    put: "AND false;",
  },
  {
    ...history,
    name: "the history of facts has changes that no visitor saw",
    find: "AND old.review = 'active' AND new.review = 'active' AND",
    put: "AND",
  },
  {
    ...imported,
    file: "worker/features/sites/import/import-pairs.ts",
    name: "a wrong word about a product refuses the whole line of an import",
    find: "form.ok || Object.keys(form.fields).length === 0",
    put: "true",
  },
  {
    ...imported,
    file: "worker/features/sites/import/import-facts.ts",
    name: "an import takes an address of a script as a source",
    find: '"fact_sources", fact_sources, checkSource, problems',
    put: '"fact_sources", fact_sources, (_, value) => ({ value }), problems',
  },
  {
    ...imported,
    file: "worker/features/sites/import/import-products.ts",
    name: "an import keeps products that nobody knows",
    find: "!missing.has(slug)",
    put: "true",
  },
  {
    file: "worker/features/accounts/user/data-export.ts",
    name: "the data export contains former facts as JSON texts",
    find: "after: parsed(after),",
    put: "after,",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
];
