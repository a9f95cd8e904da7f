import { expect, test } from "vitest";
import type { Block } from "#schema/articles/document.ts";
import type { CategoryCount } from "#schema/pages/pages.ts";
import { homePage, site, siteDetailPage, sitePage } from "./support/pages.ts";
import { weekText } from "#web/features/sites/home/home-page.tsx";
import { ApiError } from "#web/data/api.ts";
import { render, textOf } from "./support/render.tsx";

const paragraph = (text: string): Block => ({ type: "paragraph", content: [text] });
const failing = (status: number) => () => Promise.reject(new Response(null, { status }));
const home = (changes: Parameters<typeof homePage>[0]) => ({ home: () => Promise.resolve(homePage(changes)) });
const PRICES = { price: () => Promise.resolve({ brought: null }) };

test("the home page says what happened in the last 7 days, and nothing if nothing did", () => {
  expect(weekText({ added: 1000, checked: 1 })).toBe("Last 7 days: 1,000+ sites added, the facts of 1 site checked");
  expect(weekText({ added: 0, checked: 12 })).toBe("Last 7 days: the facts of 12 sites checked");
  expect(weekText({ added: 0, checked: 0 })).toBe("");
});

test("a site's page shows a link to the site with its icon, and the products that it replaces", async () => {
  const html = await render("/plausible", { site: () => Promise.resolve(siteDetailPage()) });
  expect(html).toMatch(/<a[^>]*href="https:\/\/plausible\.io\/\?utm_source=[^>]*>.*?class="logo.*?<img/);
  expect(textOf(html)).toContain("Visit Plausible");
  expect(html).toMatch(/Instead of<.*href="\/alternatives\/google-analytics"/);
});

test("a card shows at most five alternatives and counts the rest", async () => {
  const alternatives = ["A1", "B2", "C3", "D4", "E5", "F6", "G7"].map((name, id) => ({ id, name }));
  const html = await render("/", home({ sites: sitePage({ results: [site({ alternatives })] }) }));
  expect(textOf(html)).toContain("A1 B2 C3 D4 E5 +2");
  expect(html).not.toContain("F6");
});

test("a search without results says so and offers a next step", async () => {
  const empty = sitePage({ results: [], count: 0, pages: 0 });
  const html = await render(
    "/?q=zz",
    home({ query: { q: "zz", category: null, sort: null, filters: {}, page: 1 }, sites: empty }),
  );
  expect(html).toContain("No matching sites found");
  expect(html).toContain("Clear search");
  expect(html).toContain("No blogs available");
  expect(html).toContain("No alternatives found");
});

test("corrected words and a capped count are shown", async () => {
  const query = { q: "slakc", category: null, sort: null, filters: {}, page: 1 };
  const sites = sitePage({ count: 600, pages: 100, count_capped: true, corrected_query: "slack" });
  const text = textOf(await render("/?q=slakc", home({ query, sites })));
  expect(text).toContain("Nothing found for “slakc”. Showing results for “ slack ”. 600+ sites");
});

test("the product that a search names is one click away", async () => {
  const product = { name: "Slack", slug: "slack", count: 12, without: null };
  const sites = sitePage({ understood: { product, wishes: [], marks: [] } });
  const html = await render("/?q=slack", home({ query: { ...homePage().query, q: "slack" }, sites }));
  expect(html).toMatch(/href="\/alternatives\/slack"/);
  expect(textOf(html)).toContain("All alternatives to Slack");
  expect(html, "nothing says that the visitor leaves it").not.toContain("leaving:");
});

test("each part that a search understood can be removed", async () => {
  const understood = {
    product: { name: "Slack", slug: "slack", count: 24, without: "open source" },
    wishes: [{ label: "open source", without: "leaving slack" }],
    marks: ["plau"],
  };
  const query = { q: "leaving slack open source", category: null, sort: null, filters: {}, page: 1 };
  const sites = sitePage({ understood, did_you_mean: "slacker" });
  const html = await render("/?q=leaving+slack+open+source", home({ query, sites }));
  expect(textOf(html)).toContain("All alternatives to Slack");
  expect(html).toMatch(/<a(?=[^>]*aria-label="Remove “open source”")(?=[^>]*href="\/\?q=leaving\+slack#results")/);
  expect(html).toMatch(/<a(?=[^>]*aria-label="Remove “leaving: Slack”")(?=[^>]*href="\/\?q=open\+source#results")/);
  expect(textOf(html)).toMatch(/Did you mean “ ?slacker ?”\?/);
  expect(html).toContain("<mark>Plau</mark>sible");
});

test.each([
  { exact_count: 0, page: 1, isFirstClose: true },
  { exact_count: 1, page: 1, isFirstClose: false },
  { exact_count: 1, page: 2, isFirstClose: true },
])("close results are named: $exact_count exact, page $page", async ({ exact_count, page, isFirstClose }) => {
  const results = [site({ id: 1 }), site({ id: 2, slug: "close", name: "Close" })];
  const query = { q: "statistics", category: null, sort: null, filters: {}, page };
  const html = await render("/", home({ query, sites: sitePage({ results, count: 30, pages: 3, page, exact_count }) }));
  expect(textOf(html)).toContain("Closest results");
  expect(html.indexOf("Light web statistics") > html.indexOf("Closest results")).toBe(isFirstClose);
});

test("an article shows each of its sponsors once, with a label", async () => {
  const article = { blocks: Array.from({ length: 100 }, (_, index) => paragraph(`Block ${index}.`)) };
  const sponsors = [site({ id: 2, slug: "one", name: "One" }), site({ id: 3, slug: "two", name: "Two" })];
  const html = await render("/plausible", { site: () => Promise.resolve({ ...siteDetailPage(), article, sponsors }) });
  const shown = textOf(html).match(/Block \d+\. (One|Two) Light web statistics Sponsored/g);
  expect(shown).toEqual(["Block 2. One Light web statistics Sponsored", "Block 5. Two Light web statistics Sponsored"]);
});

test("the featured places of a list are in one labelled row above it", async () => {
  const featured = [site({ id: 2, slug: "one", name: "One", status: "featured" })];
  const html = await render("/", home({ sites: sitePage({ featured }) }));
  const [row] = /<section class="featured-row".*?<\/section>/.exec(html)!;
  expect(textOf(row)).toMatch(/^ ?Featured Paid places in rotation One Light web statistics FEATURED ?$/);
  expect(row).toContain('href="/price"');
  expect(html.indexOf(row)).toBeLessThan(html.indexOf("Plausible"));
  expect(await render("/", home({}))).not.toContain("featured-row");
  expect(await render("/", home({ sites: sitePage({ featured, results: featured }) }))).not.toContain("featured-row");
});

test("a site page says if there is no article, no alternative and no other site", async () => {
  const text = textOf(
    await render("/plausible", { site: () => Promise.resolve(siteDetailPage({ alternatives: [] })) }),
  );
  expect(text).toContain("No blog available for this site.");
  expect(text).toContain("No alternatives found");
  expect(text).toContain("No results found.");
});

test.each([
  [404, "/nothing", "Site not found"],
  [404, "/?page=99", "Go to the first page"],
  [410, "/gone", "its listing has been deleted"],
  [503, "/busy", "Try again"],
])("status %i is explained, links to the home page and is not indexed", async (status, path, text) => {
  const html = await render(path, { site: failing(status) });
  expect(html).toContain(text);
  expect(html).toContain("Return to Homepage");
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

test.each([
  ["/blogs", 503, "Failed to fetch blogs."],
  ["/", 503, "Failed to load public sites."],
  ["/alternatives/slack", 503, "Failed to load popular alternatives."],
  ["/plausible", 503, "Failed to load content. Please try again later."],
  ["/blogs/one", 404, "Failed to fetch blog details. There is no blog post at this web address."],
  ["/blogs/one", 410, "This blog post was published here, but it has been deleted."],
  ["/compare/a,b", 404, "One of these sites is not listed here, or there are more than four."],
  ["/compare/a,b", 410, "One of these sites was listed here, but its listing has been deleted."],
  ["/blogs/one", 503, "Failed to load content. Please try again later."],
])("%s with status %i has its own message", async (path, status, text) => {
  const fail = failing(status);
  const readers = { home: fail, product: fail, site: fail, posts: fail, post: fail, compare: fail };
  expect(await render(path, readers)).toContain(text);
});

test("a site page that failed to load says what is missing", async () => {
  const html = await render("/plausible", { site: () => Promise.reject(new ApiError(0, "No network")) });
  expect(html).toContain("Failed to load the blog details for this site.");
  expect(html).toContain("Try again");
});

test("the imprint names the operator, and prices say whether they include tax", async () => {
  const operator = { name: "Directory Ltd", address: "1 Long Street, Cork", register: "CRO 1", vatId: "IE1234567FA" };
  expect(textOf(await render("/about", {}, { operator }))).toMatch(
    /Imprint Directory Ltd 1 Long Street, Cork help@directory.example .*CRO 1 .*IE1234567FA/,
  );
  expect(textOf(await render("/about"))).not.toContain("Imprint");
  expect(await render("/price", PRICES, { hasTax: true })).toContain("Tax is included.");
  expect(await render("/price", PRICES)).toContain("No tax is added.");
});

test("the footer lists all categories, and the home page those with sites, in alphabetical order", async () => {
  const categories = ["security", "communication"].map((category) => ({ category, count: 1 }) as CategoryCount);
  const html = await render("/", home({ categories }));
  const namesIn = (part: RegExp) =>
    [...part.exec(html)![0].matchAll(/<a [^>]*href="\/categories\/[^>]*>(.*?)<\/a>/gs)].map(([, name]) =>
      textOf(name!).trim(),
    );
  const footer = namesIn(/footer-categories.*/s);
  expect(footer).toHaveLength(17);
  expect(footer).toEqual(footer.toSorted());
  expect(namesIn(/<section id="categories".*?<\/section>/s)).toEqual(["Communication 1", "Security 1"]);
});
