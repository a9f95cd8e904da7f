import { expect, test } from "vitest";
import { disagreements } from "#schema/facts/disagreements.ts";
import type { Facts, FactSources } from "#schema/facts/facts.ts";
import { sourceName } from "#schema/facts/source-name.ts";

const LIST = "https://github.com/awesome-selfhosted/awesome-selfhosted-data";
const OTHER = "https://github.com/johnjago/awesome-free-software";
const price = { amount: "12.00", currency: "EUR", per: "month" } as const;

test.each<[Facts, FactSources, string]>([
  [
    { licences: ["Proprietary"], open_source: true },
    { licences: LIST, open_source: OTHER },
    "Sources disagree: proprietary (awesome-selfhosted), open source (johnjago/awesome-free-software).",
  ],
  [
    { licences: ["AGPL-3.0"], open_source: false },
    { licences: LIST },
    "Sources disagree: AGPL-3.0 (awesome-selfhosted), not open source (the owner).",
  ],
  [{ licences: ["BUSL-1.1"], open_source: true }, {}, "Contradictory: BUSL-1.1, open source (the owner)."],
  [{ pricing: "free", price_from: price }, {}, "Contradictory: free, from 12 EUR per month (the owner)."],
  [
    { pricing: "paid", free_plan: true },
    { pricing: LIST },
    "Sources disagree: paid (awesome-selfhosted), free plan (the owner).",
  ],
  [{ pricing: "freemium", free_plan: false }, {}, "Contradictory: free plan and paid plans, no free plan (the owner)."],
])("%o stated by %o: %s", (facts, sources, text) => {
  expect(disagreements(facts, sources).map((one) => one.text)).toEqual([text]);
});

test.each<Facts>([
  {},
  { licences: ["Proprietary"] },
  { open_source: true },
  { licences: ["Proprietary", "AGPL-3.0"], open_source: true },
  { licences: ["Proprietary"], open_source: false, source_code: "https://github.com/a/b" },
  { pricing: "free", free_plan: false, licences: ["Proprietary"] },
  { pricing: "free", price_from: { ...price, amount: "0.00" } },
  { pricing: "freemium", price_from: price, free_plan: true },
  { pricing: "one_time", free_plan: true },
])("%o fits together", (facts) => {
  expect(disagreements(facts, {})).toEqual([]);
});

test.each([
  [undefined, "the owner"],
  [LIST, "awesome-selfhosted"],
  ["https://github.com/pluja/awesome-privacy/", "pluja/awesome-privacy"],
  ["https://github.com/ScoopInstaller/Extras", "ScoopInstaller/Extras"],
  ["https://github.com/penpot/penpot/", "its repository"],
  ["https://github.com/penpot/penpot/blob/main/LICENSE", "LICENSE in its repository"],
  ["https://github.com/penpot", "github.com/penpot"],
  ["https://www.penpot.app/", "penpot.app"],
  ["https://penpot.app/pricing?a=b", "penpot.app/pricing"],
  ["https://penpot.app/docs/import/figma/", "penpot.app/…/figma"],
  ["no address", "no address"],
])("the source %s is named “%s”", (address, name) => {
  expect(sourceName(address, "https://github.com/penpot/penpot")).toBe(name);
});

test("without an address of source code, no page is its repository", () => {
  expect(sourceName("https://penpot.app/")).toBe("penpot.app");
});
