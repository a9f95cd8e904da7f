import { expect, test } from "vitest";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
import { changeText } from "#web/features/sites/site/change-text.ts";
import { site, siteDetailPage } from "../support/pages.ts";
import { render, textOf } from "../support/render.tsx";

const show = (changes: Partial<SiteDetailPage["site"]>, page: Partial<SiteDetailPage> = {}) =>
  render("/plausible", { site: () => Promise.resolve({ ...siteDetailPage(changes), ...page }) });
const sectionOf = (html: string, title: string) =>
  new RegExp(`<(section|aside)[^>]*aria-labelledby="${title}".*?</\\1>`).exec(html)?.[0] ?? "";

const stated: Partial<SiteDetailPage["site"]> = {
  facts: {
    pricing: "freemium",
    open_source: false,
    imports_from: ["google-analytics", "matomo"],
    api: true,
    good_at: ["Reports in a minute"],
    not_good_at: ["No funnels"],
  },
  fact_sources: {
    pricing: "https://www.plausible.io/pricing",
    open_source: "https://www.plausible.io/pricing",
    imports_from: "https://plausible.io/docs/import",
  },
  facts_checked_at: "2026-10-30",
};
const products = { "google-analytics": "Google Analytics" };

test("the eight key facts are in a table, and unknown ones are not guessed", async () => {
  const html = await show(stated, { products });
  const section = sectionOf(html, "key-facts-title");
  expect(textOf(section)).toContain(
    "Pricing Free plan and paid plans Source 1 Price from Not stated Open source No Source 1 Licence Not stated " +
      "Runs on Not stated Hosting Not stated Imports from Google Analytics , matomo Source 2 Company’s country Not stated",
  );
  expect(section.match(/<dt>/g)).toHaveLength(8);
  expect(textOf(section)).toContain("1 plausible.io/pricing 2 plausible.io/docs/import");
  expect(section).toContain('<time dateTime="2026-10-30" title="30 October 2026">3 weeks ago</time>');
});

test("a site without facts says so in a sentence, and one that nobody checked has no date", async () => {
  const text = textOf(sectionOf(await show({}), "key-facts-title"));
  expect(text.trim()).toBe("Key facts No facts about Plausible are stated yet.");
  expect(await show({})).not.toContain('id="facts"');
});

test("all stated facts are listed by group, each with its source or with who states it", async () => {
  const html = await show(stated, { products });
  const section = sectionOf(html, "facts-title");
  expect(textOf(section).trim()).toBe(
    "Facts about Plausible Price Pricing Free plan and paid plans Source: plausible.io " +
      "Source code Open source No Source: plausible.io " +
      "Moving in and out API Yes Source: The owner Imports from Google Analytics , matomo Source: plausible.io " +
      "Strengths and limits Good at Reports in a minute Source: The owner Not good at No funnels Source: The owner",
  );
  expect(section).toContain('href="/alternatives/google-analytics"');
  expect(section, "a product without a page is only named").not.toContain('href="/alternatives/matomo"');
  expect(section).toMatch(/href="https:\/\/plausible.io\/docs\/import\?[^"]*" rel="ugc nofollow noopener"/);
});

test("an archived repository is said at the top", async () => {
  const words = "Its source code is archived: no longer developed.";
  const html = await show({ facts: { archived: true } });
  expect(html.indexOf(words)).toBeLessThan(html.indexOf("Visit "));
  expect(html.indexOf(words)).toBeGreaterThan(0);
  expect(await show({ facts: { archived: false } })).not.toContain(words);
});

test("the article is said to be the owner's", async () => {
  const html = await show({}, { article: { blocks: [{ type: "paragraph", content: ["Hello"] }] } });
  expect(textOf(html)).toContain("The owner of Plausible wrote this article. We do not check it. Hello");
});

test("each replaced product shows how the site replaces it", async () => {
  const html = await show({
    alternatives: [
      {
        id: 1,
        name: "Google Analytics",
        slug: "google-analytics",
        link: "https://analytics.google.com/",
        description: "",
        replaces: "part",
        lacks: ["Advertising reports"],
        adds: ["No cookies"],
        moving: { text: "Import the last year.", link: "https://plausible.io/docs/import" },
        stated_at: "2026-03-03T23:30:00.000Z",
      },
      { id: 2, name: "Matomo", slug: "matomo", link: "https://matomo.org/", description: "" },
    ],
  });
  expect(textOf(sectionOf(html, "alternatives-title")).trim()).toBe(
    "Use Plausible instead of Google Analytics analytics.google.com Part of the job " +
      "Google Analytics has, Plausible lacks Advertising reports Plausible has, Google Analytics lacks No cookies " +
      "How to move from Google Analytics Import the last year. plausible.io/docs/import " +
      "Stated by the owner, 3 March 2026 Matomo matomo.org",
  );
});

test("similar sites with facts can be compared, and the others are alternatives", async () => {
  const similar = [
    site({ id: 2, slug: "umami", name: "Umami", facts: { api: true } }),
    site({ id: 3, slug: "a-site", name: "A site", facts: { api: true }, status: "featured" }),
    site({ id: 4, slug: "plain", name: "Plain" }),
  ];
  const html = await show({}, { similar });
  const compared = sectionOf(html, "compare-title");
  expect(compared).toMatch(/href="\/compare\/plausible-vs-umami"/);
  expect(compared).toMatch(/href="\/compare\/a-site-vs-plausible"/);
  expect(textOf(compared)).toContain("Compare Plausible with Umami");
  expect(compared.match(/FEATURED/g)).toHaveLength(1);
  const others = sectionOf(html, "others-title");
  expect(textOf(others)).toContain("They, too, replace Google Analytics.");
  expect(others).toContain('href="/plain"');
  expect(others).not.toContain("Umami");
});

test("changes of facts are listed in words, with their days in UTC", async () => {
  const html = await show(
    {},
    {
      changes: [
        {
          fact: "price_from",
          before: { amount: "12.00", currency: "EUR", per: "month" },
          after: { amount: "15.00", currency: "EUR", per: "month" },
          day: "2026-03-03",
        },
      ],
    },
  );
  expect(textOf(sectionOf(html, "changes-title"))).toContain(
    "3 March 2026 Price from: 12 EUR per month → 15 EUR per month",
  );
  expect(await show({})).not.toContain("Changes of facts");
});

test.each([
  [{ fact: "platforms", before: ["web"], after: ["web", "linux"] }, "added Linux"],
  [{ fact: "platforms", before: ["web", "macos"], after: ["linux"] }, "added Linux; removed Web, macOS"],
  [{ fact: "platforms", before: ["web", "macos"], after: ["macos", "web"] }, "in another order"],
  [{ fact: "country", before: null, after: "DE" }, "stated: Germany"],
  [{ fact: "open_source", before: true, after: null }, "no longer stated, was Yes"],
  [{ fact: "imports_from", before: ["slack"], after: ["slack", "teams"] }, "added Microsoft Teams"],
] as const)("%o is “%s”", (change, text) => {
  const given = { ...change, day: "2026-03-03" } as unknown as Parameters<typeof changeText>[0];
  expect(changeText(given, { teams: "Microsoft Teams" })).toBe(text);
});
