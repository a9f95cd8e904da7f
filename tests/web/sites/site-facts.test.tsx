import { expect, test } from "vitest";
import type { SiteDetailPage } from "#schema/pages/pages.ts";
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

test("each stated fact is said once, with the number of its source, and unknown key facts are named", async () => {
  const html = await show(stated, { products });
  const section = sectionOf(html, "facts-title");
  expect(textOf(html)).toContain("Pricing Free plan and paid plans Source 1 Instead of");
  expect(textOf(section).trim()).toBe(
    "Facts about Plausible Open source No Source 1 API Yes " +
      "Imports from Google Analytics , matomo Source 2 Good at Reports in a minute Not good at No funnels " +
      "Not stated: Price from, Licence, Runs on, Hosting, Company’s country. " +
      "1 plausible.io/pricing 2 plausible.io/…/import The owner states the facts without a number. Checked on 30 October 2026",
  );
  expect(section).toContain('<time dateTime="2026-10-30">30 October 2026</time>');
  expect(section).toContain('href="/alternatives/google-analytics"');
  expect(section, "a product without a page is only named").not.toContain('href="/alternatives/matomo"');
  expect(section).toMatch(/href="https:\/\/plausible.io\/docs\/import\?[^"]*" rel="ugc nofollow noopener"/);
});

test("beside an article, facts that are not key ones wait for a press", async () => {
  const html = await show(stated, { article: { blocks: [{ type: "paragraph", content: ["Hello"] }] } });
  const [folded] = /<details.*?<\/details>/.exec(sectionOf(html, "facts-title"))!;
  expect(textOf(folded).trim()).toBe("More facts (3) API Yes Good at Reports in a minute Not good at No funnels");
});

test("the head of the page has what is known of the code, the platforms and the licence", async () => {
  const source_code = "https://github.com/plausible/analytics";
  const facts = { stars: 19000, last_commit: "2026-10-30", licences: ["AGPL-3.0-only"], archived: false, source_code };
  const html = await show({
    facts,
    fact_sources: { stars: source_code, licences: `${source_code}/blob/main/LICENSE` },
  });
  const [head] = /<dl.*?<\/dl>/.exec(html)!;
  expect(textOf(head).trim()).toBe("Stars 19,000 Source 2 Last commit 3 weeks ago Licence AGPL-3.0-only Source 1");
  const section = textOf(sectionOf(html, "facts-title"));
  expect(section).toContain("Repository plausible/analytics");
  expect(section).toContain("1 LICENSE in its repository 2 its repository");
  expect(section).not.toMatch(/Stars|Licence|Archived/);
});

test("both facts that contradict each other say so, and so does what the owner changed", async () => {
  const changes: SiteDetailPage["changes"] = [
    { fact: "country", before: "FR", after: "DE", day: "2026-03-03" },
    { fact: "pricing", before: "paid", after: "free", day: "2026-03-03" },
    { fact: "api", before: null, after: true, day: "2026-03-03" },
  ];
  const list = "https://github.com/awesome-selfhosted/awesome-selfhosted-data";
  const html = await show(
    {
      facts: { pricing: "free", open_source: true, licences: ["Proprietary"], country: "DE", api: true },
      fact_sources: { licences: list, pricing: list },
    },
    { changes, disagreements: [{ facts: ["licences", "open_source"], text: "Sources disagree: two words." }] },
  );
  expect(html.match(/Sources disagree/g)).toHaveLength(2);
  expect(textOf(html)).toContain("Licence Proprietary Source 1 Sources disagree: two words. Pricing Free Source 1");
  const section = textOf(sectionOf(html, "facts-title"));
  expect(section).toContain(
    "Open source Yes Sources disagree: two words. API Yes Company’s country Germany Until 3 March 2026: France. Not stated: Runs on,",
  );
});

test("a site without facts says so in a sentence, and one that nobody checked has no date", async () => {
  const text = textOf(sectionOf(await show({}), "facts-title"));
  expect(text.trim()).toBe("Facts about Plausible No facts about Plausible are stated yet.");
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
    "How Plausible replaces other products Google Analytics analytics.google.com Part of the job " +
      "Google Analytics has, Plausible lacks Advertising reports Plausible has, Google Analytics lacks No cookies " +
      "How to move from Google Analytics Import the last year. plausible.io/…/import " +
      "Stated by the owner, 3 March 2026",
  );
  expect(textOf(sectionOf(html, "route-title")).trim()).toBe("Instead of Google Analytics Matomo Plausible");
  expect(await show({})).not.toContain("replaces other products");
});

test("other alternatives come in one list, those with facts can be compared, and the page ends with them", async () => {
  const similar = [
    site({ id: 2, slug: "umami", name: "Umami", facts: { api: true } }),
    site({ id: 3, slug: "a-site", name: "A site", facts: { api: true }, status: "featured" }),
    site({ id: 4, slug: "plain", name: "Plain" }),
  ];
  const html = await show({}, { similar });
  const section = sectionOf(html, "similar-title");
  expect(section).toMatch(/href="\/compare\/plausible-vs-umami"/);
  expect(section).toMatch(/href="\/compare\/a-site-vs-plausible"/);
  expect(textOf(section)).toContain("Other alternatives Umami Light web statistics Compare");
  expect(section.match(/FEATURED/g)).toHaveLength(1);
  expect(textOf(section).trim()).toMatch(/Plain Light web statistics All alternatives to Google Analytics$/);
  expect(html.indexOf("No blog available")).toBeGreaterThan(html.indexOf("similar-title"));
});
