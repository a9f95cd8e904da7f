import { expect, test } from "vitest";
import { proposeFacts } from "#worker/features/link-previews/propose-facts.ts";
import { readHead } from "#worker/http/page-head.ts";
import { internetWith, webPage } from "../../support/internet.ts";

const HOME = "https://plausible.io/";
const REPOSITORY = "https://github.com/plausible/analytics";

/** `others` are further pages of the internet, by URL. */
async function proposedFor(html: string, others: Record<string, () => Response> = {}, link = HOME) {
  const { ports, fetched } = internetWith(others);
  const page = { bytes: new TextEncoder().encode(html), contentType: "text/html", url: new URL(link) };
  const { facts, fact_sources: sources } = await proposeFacts(ports, page, readHead(page).base);
  expect(Object.keys(sources)).toEqual(Object.keys(facts));
  return { facts, sources, fetched };
}

const app = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify({ "@type": "SoftwareApplication", ...data })}</script>`;
const links = (...urls: string[]) => urls.map((url) => `<a href="${url}">Link</a>`).join("");

test("a page that states nothing proposes no facts", async () => {
  expect((await proposedFor("<title>Plausible for Windows, free and open source</title>")).facts).toEqual({});
});

test("the JSON-LD of a page proposes platforms, prices and the licence, with the page as their source", async () => {
  const { facts, sources } = await proposedFor(
    app({
      operatingSystem: "Windows 10, macOS, Linux",
      license: "https://spdx.org/licenses/AGPL-3.0-only.html",
      offers: [
        { price: "0", priceCurrency: "EUR" },
        { price: 9.5, priceCurrency: "EUR", priceSpecification: { billingDuration: "P1M" } },
      ],
    }),
  );
  expect(facts).toEqual({
    pricing: "freemium",
    price_from: { amount: "9.50", currency: "EUR", per: "month" },
    licences: ["AGPL-3.0-only"],
    platforms: ["windows", "macos", "linux"],
  });
  expect(new Set(Object.values(sources))).toEqual(new Set([HOME]));
});

test.each([
  ["a price without a period", app({ offers: { price: "9", priceCurrency: "EUR" } }), { pricing: "paid" }],
  ["an unknown currency", app({ offers: { price: "9", priceCurrency: "euro", unitCode: "MON" } }), { pricing: "paid" }],
  ["a price in words", app({ offers: { price: "from 9 EUR" } }), {}],
  ["an unknown licence", app({ license: "https://plausible.io/terms" }), {}],
  ["any system", app({ operatingSystem: "All" }), {}],
  ["several applications", app({ operatingSystem: "iOS" }) + app({ operatingSystem: "Android" }), {}],
  ["an application that a review names", app({ "@type": "Review", itemReviewed: { "@type": "WebApplication" } }), {}],
  ["broken JSON", `<script type="application/ld+json">{"@type":</script>`, {}],
  ["values of other types", app({ operatingSystem: { a: 1 }, license: 5, offers: ["9", null, [{}]] }), {}],
  [
    "values that cannot become texts",
    app({
      "@type": ["SoftwareApplication", { toString: 1 }],
      license: { url: { toString: 1 } },
      offers: { price: "9", unitText: { toString: 1 } },
    }),
    { pricing: "paid" },
  ],
  [
    "a web application in a graph",
    app({ "@type": "X", "@graph": [{ "@type": "WebApplication" }] }),
    { platforms: ["web"] },
  ],
])("of %s, only what is stated is proposed", async (_, html, facts) => {
  expect((await proposedFor(html)).facts).toEqual(facts);
});

test("links to stores propose platforms, unless a store shows several apps", async () => {
  const android = "https://play.google.com/store/apps/details?id=io.plausible";
  const { facts } = await proposedFor(
    links(
      "https://apps.apple.com/us/app/plausible/id123?mt=12",
      "https://apps.apple.com/app/plausible/id124",
      android,
      `${android}&hl=de`,
      "https://addons.mozilla.org/en-US/firefox/addon/plausible/",
      "https://apps.microsoft.com/detail/9nblggh4nns1",
      "https://flathub.org/apps/io.plausible.App",
    ),
  );
  expect(facts.platforms).toEqual(["macos", "ios", "android", "browser_extension", "windows", "linux"]);
  const several = links(android, "https://play.google.com/store/apps/details?id=other", "https://play.google.com/");
  expect((await proposedFor(several)).facts).toEqual({});
});

test("the site's own repository proposes the source code and the licence that its page links", async () => {
  const page = `<a href="/plausible/analytics#AGPL-3.0-1-ov-file"><svg></svg> AGPL-3.0 license</a>`;
  const found = links(`${REPOSITORY}/issues`, "https://github.com/sponsors/plausible");
  const { facts, sources } = await proposedFor(found, { [REPOSITORY]: webPage(page) });
  expect(facts).toEqual({ licences: ["AGPL-3.0"], source_code: REPOSITORY });
  expect(sources).toEqual({ licences: `${REPOSITORY}#AGPL-3.0-1-ov-file`, source_code: HOME });
});

test("a repository with another name is the site's own if it links back; its licence file is read", async () => {
  const repository = "https://gitlab.com/makers/statistics";
  const licence = webPage("  Apache License\n  Version 2.0, January 2004", "text/plain");
  const found = (page: string) =>
    proposedFor(links(repository), { [repository]: webPage(page), [`${repository}/-/raw/HEAD/LICENSE`]: licence });
  expect((await found(links(HOME))).facts).toEqual({ licences: ["Apache-2.0"], source_code: repository });
  expect((await found(links("https://somebody.example/"))).facts).toEqual({});
});

test("several repositories without the site's name, and one that cannot be read, propose nothing", async () => {
  const several = await proposedFor(links("https://github.com/a/b", "https://github.com/c/d"));
  expect([several.facts, several.fetched]).toEqual([{}, []]);
  expect((await proposedFor(links("https://codeberg.org/makers/statistics"))).facts).toEqual({});
});

test("a site that is a repository proposes its own address and licence, after one more fetch at most", async () => {
  const licence = "https://raw.githubusercontent.com/plausible/analytics/HEAD/LICENSE";
  const { facts, sources, fetched } = await proposedFor(
    `<a href="https://github.com/other/tool/blob/main/LICENSE">GPL-3.0 license</a>`,
    { [licence]: webPage("MIT License\n\nCopyright", "text/plain") },
    REPOSITORY,
  );
  expect(facts).toEqual({ licences: ["MIT"], source_code: REPOSITORY });
  expect(sources.source_code).toBe(REPOSITORY);
  expect(fetched).toEqual([licence]);
});

test("of a page of hostile links and data, nothing is proposed", async () => {
  const deep = `<script type="application/ld+json">${'{"@graph":['.repeat(20_000)}</script>`;
  const long = links(`https://apps.apple.com/${"app/".repeat(60_000)}x`, ...Array(4000).fill("https://a.example/"));
  expect((await proposedFor(deep + long)).facts).toEqual({});
});
