import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SiteDetail } from "#schema/sites/sites.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { connect } from "#worker/db/connection.ts";
import { request } from "../support/app.ts";
import { expectCountersToEqualTables, expectIndexToEqualTables } from "../support/derived-data.ts";

/** Imports one site, and returns it with the reasons why parts of its line were left out. */
async function importSite(overrides: object): Promise<{ site: SiteDetail; bad: string[] }> {
  const line = {
    name: "Penpot",
    link: "https://penpot.app/",
    description: "Design",
    category: "design_creativity",
    alternatives: [{ name: "Figma", link: "https://www.figma.com/" }],
    ...overrides,
  };
  const bad: string[] = [];
  const result = await importLines(
    connect(env.DB),
    (async function* () {
      yield JSON.stringify(line);
    })(),
    { onBadLine: (number, reason) => bad.push(`${number}: ${reason}`), onProgress: () => {} },
  );
  expect(result).toMatchObject({ added: 1, bad: 0 });
  return { site: await (await request("/api/penpot/")).json<SiteDetail>(), bad };
}

/** `toMatchObject` takes any object for {}. */
const stated = ({ facts, fact_sources, facts_checked_at }: SiteDetail) => ({ facts, fact_sources, facts_checked_at });

test("a line brings facts, their sources and the day of their check", async () => {
  const facts = {
    pricing: "freemium",
    price_from: { amount: "7.00", currency: "USD", per: "user_month" },
    open_source: true,
    licences: ["MPL-2.0"],
    platforms: ["web"],
    hosting: ["cloud", "self_hosted"],
    country: "ES",
    stars: 58_995,
    last_commit: "2026-08-21",
    archived: false,
    good_at: ["Design & code"],
  };
  const sources = { fact_sources: { licences: "https://github.com/penpot/penpot" }, facts_checked_at: "2026-08-21" };
  const { site, bad } = await importSite({ facts, ...sources });
  expect(bad).toEqual([]);
  expect(site).toMatchObject({ facts, ...sources });
  await expectCountersToEqualTables();
  await expectIndexToEqualTables();
});

test("a line without facts lists a site without facts", async () => {
  const { site } = await importSite({ facts_checked_at: "2026-08-21" });
  expect(stated(site)).toEqual({ facts: {}, fact_sources: {}, facts_checked_at: null });
});

test("unknown facts and wrong values are left out and reported, and the site is listed", async () => {
  const { site, bad } = await importSite({
    facts: {
      shoe_size: 43,
      pricing: "cheap",
      open_source: "yes",
      platforms: ["web", "toaster"],
      country: "ES",
      sso: null,
    },
    fact_sources: {
      country: "javascript:alert(1)",
      pricing: "https://penpot.app/pricing",
      nothing: "https://a.example/",
    },
    facts_checked_at: "21.08.2026",
  });
  expect(stated(site)).toEqual({ facts: { country: "ES" }, fact_sources: {}, facts_checked_at: null });
  expect(bad).toEqual([
    "1: facts.shoe_size: There is no fact “shoe_size”. The site is listed without it.",
    "1: facts.pricing: Pricing must be one of free, freemium, paid, one_time. The site is listed without it.",
    "1: facts.open_source: Open source must be yes or no. The site is listed without it.",
    expect.stringMatching(
      /^1: facts\.platforms: Runs on must be one of web, windows, .+ The site is listed without it\.$/,
    ),
    expect.stringMatching(/^1: fact_sources\.country: .+ must be a web address/),
    expect.stringMatching(/^1: fact_sources\.nothing: There is no fact/),
    "1: facts_checked_at: must be a day, such as 2026-08-21. The site is listed without it.",
  ]);
});

test.each([[7], [["pricing"]], ["free"]])("facts that are no object (%j) are left out and reported", async (facts) => {
  const { site, bad } = await importSite({ facts, fact_sources: facts });
  expect(site.facts).toEqual({});
  expect(bad).toEqual([
    "1: facts: must be an object. The site is listed without it.",
    "1: fact_sources: must be an object. The site is listed without it.",
  ]);
});

test("a line says how the site replaces each product", async () => {
  const pair = {
    replaces: "same_job",
    lacks: ["Plugins of other makers"],
    adds: ["Runs on your own server"],
    moving: { text: "Export the files and import them.", link: "https://help.penpot.app/" },
  };
  const [figma, sketch] = ["Figma", "Sketch"].map((name) => ({ name, link: `https://${name}.example/` }));
  const { site, bad } = await importSite({ alternatives: [{ ...figma, ...pair }, sketch] });
  expect(bad).toEqual([]);
  const [first, second] = site.alternatives;
  expect(first).toMatchObject({ name: "Figma", ...pair, stated_at: expect.stringMatching(/^20/) });
  expect(second).not.toHaveProperty("replaces");
  expect(second).not.toHaveProperty("stated_at");
});

test("a wrong part of a pair is left out and reported, and the site is listed with the rest", async () => {
  const { site, bad } = await importSite({
    alternatives: [
      {
        name: "Figma",
        link: "https://www.figma.com/",
        replaces: "everything",
        lacks: ["1", "2", "3", "4"],
        adds: ["Runs on your own server"],
        moving: { text: "Export", link: "javascript:alert(1)" },
      },
      { name: "Sketch", link: "https://www.sketch.com/", lacks: "much" },
    ],
  });
  expect(site.alternatives).toMatchObject([{ name: "Figma", adds: ["Runs on your own server"] }, { name: "Sketch" }]);
  for (const field of ["replaces", "lacks", "moving"]) expect(site.alternatives[0]).not.toHaveProperty(field);
  expect(bad).toEqual([
    "1: alternatives.0.replaces: Please choose one of the answers. The site is listed without it.",
    "1: alternatives.0.lacks: You can add at most 3 texts. The site is listed without it.",
    "1: alternatives.0.moving.link: Please enter a valid URL. The site is listed without it.",
    "1: alternatives.1.lacks: Please enter a list. The site is listed without it.",
  ]);
});

test("a product that the site imports from must be in the directory or in the same part of the file", async () => {
  const { site, bad } = await importSite({
    alternatives: [{ name: "Figma", link: "https://www.figma.com/" }],
    facts: { imports_from: ["figma", "nothing", "nobody"], open_source: true },
    fact_sources: { imports_from: "https://penpot.app/import" },
  });
  expect(site.facts).toEqual({ imports_from: ["figma"], open_source: true });
  expect(bad).toEqual(
    ["nothing", "nobody"].map(
      (slug) => `1: facts.imports_from: “${slug}” is not a product of this directory. The site is listed without it.`,
    ),
  );
});

test("without a known product, the fact and its source are left out", async () => {
  const { site } = await importSite({
    facts: { imports_from: ["nothing"], pricing: "free" },
    fact_sources: { imports_from: "https://penpot.app/import" },
    facts_checked_at: "2026-08-21",
  });
  expect(site.facts).toEqual({ pricing: "free" });
  expect(site).toMatchObject({ fact_sources: {}, facts_checked_at: "2026-08-21" });
});
