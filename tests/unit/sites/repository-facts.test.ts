import { expect, test } from "vitest";
import { keepRepositoryFacts } from "#worker/features/sites/save/repository-facts.ts";

const REPOSITORY = "https://github.com/mattermost/mattermost";
const READ = { stars: 12, last_commit: "2026-08-21", archived: false };
const STORED = {
  facts: { open_source: true, source_code: REPOSITORY, ...READ },
  fact_sources: { open_source: "https://mattermost.com/licence", stars: REPOSITORY },
};
const OWN = { open_source: true, source_code: REPOSITORY };
const keep = (form: Parameters<typeof keepRepositoryFacts>[0], stored = STORED) => keepRepositoryFacts(form, stored);

test("what only the repository states stays, whatever the owner saves, also with its source", () => {
  expect(keep({ facts: OWN, fact_sources: { stars: "https://mattermost.com/" } })).toEqual({
    facts: STORED.facts,
    fact_sources: { stars: REPOSITORY },
  });
  expect(keep({ facts: { ...OWN, ...READ } }), "the same values").toEqual({ facts: STORED.facts });
  expect(keep({})).toEqual({});
});

test.each([{ stars: 13 }, { archived: true }, { last_commit: "2026-11-19" }])("an owner cannot state %j", (facts) => {
  expect(() => keep({ facts: { ...OWN, ...facts } })).toThrow("only the repository itself states this");
  expect(() => keepRepositoryFacts({ facts }, { facts: {}, fact_sources: {} })).toThrow("only the repository itself");
});

test("what the repository states ends with it, and nobody states a source of it", () => {
  const moved = { ...OWN, source_code: "https://github.com/anna/unknown" };
  expect(keep({ facts: { ...moved, stars: 12 }, fact_sources: STORED.fact_sources })).toEqual({
    facts: moved,
    fact_sources: { open_source: STORED.fact_sources.open_source },
  });
});
