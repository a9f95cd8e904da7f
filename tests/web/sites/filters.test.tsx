import { expect, test } from "vitest";
import type { Filters } from "#schema/facts/filters.ts";
import type { CategoryPage, ListQuery } from "#schema/pages/pages.ts";
import type { CardPage, SitePage } from "#schema/sites/sites.ts";
import { canonicalOf, listHref, queryOfAddress } from "#web/features/sites/filters/list-href.ts";
import { homePage, productPage, sitePage } from "../support/pages.ts";
import { render, textOf } from "../support/render.tsx";

const queryOf = (filters: Filters, changes: Partial<ListQuery> = {}): ListQuery => ({
  ...homePage().query,
  filters,
  ...changes,
});
const facets = {
  pricing: { free: 7, paid: 0 },
  open_source: { "1": 200 },
  licence_type: { permissive: 4, copyleft: 10 },
  licence: { MIT: 4 },
  runs_on: { web: 3, linux: 12, windows: 220 },
  imports_from: { slack: 2 },
  country: { DE: 9, FR: 8, US: 7, NL: 6, SE: 5, CH: 4, ES: 1, IT: 1, PT: 1 },
};
const listOf = (changes: Partial<SitePage> = {}) =>
  sitePage({ count: 220, facets, products: { slack: "Slack" }, ...changes });
const home = (filters: Filters, sites: CardPage = listOf(), changes: Partial<ListQuery> = {}) => ({
  home: () =>
    Promise.resolve(
      homePage({ query: queryOf(filters, changes), sites, categories: [{ category: "business_tools", count: 14 }] }),
    ),
});
const product = (filters: Filters, sites: CardPage) => ({
  product: () =>
    Promise.resolve(
      productPage({
        product: { name: "Slack", slug: "slack", count: 14, link: "https://slack.com/" },
        query: queryOf(filters),
        sites,
      }),
    ),
});
const category = (filters: Filters, sites: CardPage) => ({
  category: () =>
    Promise.resolve({
      category: "communication",
      share_image: "/share/category/communication/0123456789abcdef.png",
      query: queryOf(filters, { category: "communication" }),
      sites,
      categories: [
        { category: "communication", count: 14 },
        { category: "finance", count: 5 },
      ],
    } as CategoryPage),
});

const panelOf = (html: string) => /<aside id="filters".*?<\/aside>/s.exec(html)![0];
const boxesOf = (html: string) =>
  [...panelOf(html).matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => ({
    form: /form="([^"]*)"/.exec(box)![1],
    chosen: `${/name="([^"]*)"/.exec(box)![1]}=${/value="([^"]*)"/.exec(box)![1]}`,
    isChecked: box.includes("checked="),
  }));

test("without scripts, filters are boxes of the search form with a button that sends it", async () => {
  const html = await render("/", home({ runs_on: ["linux"] }));
  const boxes = boxesOf(html);
  expect(new Set(boxes.map(({ form }) => form))).toEqual(new Set(["list-search"]));
  expect(html).toMatch(/<form id="list-search"[^>]* action="\/search"/);
  expect(panelOf(html)).toMatch(/<button class="[^"]*without-script" form="list-search">Apply/);
  expect(html).toMatch(/<a class="[^"]*filters-button" href="#filters"/);
  expect(boxes.filter(({ isChecked }) => isChecked).map(({ chosen }) => chosen)).toEqual(["runs_on=linux"]);
  expect(boxes.map(({ chosen }) => chosen)).toEqual([
    "open_source=1",
    "pricing=free",
    "licence_type=permissive",
    "licence_type=copyleft",
    "licence=MIT",
    "runs_on=web",
    "runs_on=linux",
    "imports_from=slack",
    ...["DE", "FR", "US", "NL", "SE", "CH", "IT", "PT", "ES"].map((code) => `country=${code}`),
  ]);
});

test("each value says how many sites it would leave, and a value that would leave none is only there if it is chosen", async () => {
  const text = textOf(panelOf(await render("/", home({ hosting: ["cloud"] }))));
  expect(text).toContain("Must have Open source 200+");
  expect(text).toContain("Must run on Web 3 Linux 12");
  expect(text).toContain("Imports from Slack 2");
  expect(text).toContain("Cloud 0");
  expect(text).not.toContain("Paid");
  expect(text, "all sites of the list run on it").not.toContain("Windows");
});

test("a further value of a chosen filter stays if it would leave as many sites, and another platform does not", async () => {
  const equal = listOf({ count: 3, facets: { hosting: { cloud: 3, self_hosted: 3 }, runs_on: { web: 3, linux: 3 } } });
  const text = textOf(panelOf(await render("/", home({ hosting: ["cloud"], runs_on: ["web"] }, equal))));
  expect(text).toContain("Cloud 3 Self-hosted 3");
  expect(text).not.toContain("Linux");
});

test("the names of licences are folded until one is chosen", async () => {
  const namesOf = async (filters: Filters) =>
    /<details[^>]*>(?=<summary>Licence)/.exec(await render("/", home(filters)))![0];
  expect(await namesOf({ licence_type: ["permissive"] })).toBe("<details>");
  expect(await namesOf({ licence: ["MIT"] })).toBe('<details open="">');
});

const countries = (html: string) => /<legend>Company’s country.*?<\/fieldset>/s.exec(html)![0];
const cut: CardPage = {
  ...listOf({ facets: { ...facets, country: { DE: 9, FR: 8, US: 7, NL: 6, ES: 1 } } }),
  cut_facets: { country: 9 },
};

test("a filter of which the page has the first values ends with a link to the same list with all of them", async () => {
  const html = await render("/?sort=popular&page=2&country=ES", home({ country: ["ES"] }, cut));
  const group = countries(html);
  expect(textOf(group)).toMatch(
    /Germany 9 France 8 United States 7 Netherlands 6 Spain 1 ?Show all 9 of “Company’s country” ?$/,
  );
  const [link] = /<a [^>]*show-all[^>]*>/.exec(group)!;
  expect(link).toContain('href="/?sort=popular&amp;page=2&amp;country=ES&amp;values=country#filters"');
  expect(link).toContain('rel="nofollow"');
  expect(html).toContain('id="filters"');
  expect(html.match(/show-all/g)).toHaveLength(1);
});

test("“Show all” of a combination stays at its address", async () => {
  const html = await render("/alternatives/slack/open-source", product({ open_source: ["1"] }, cut));
  expect(countries(html)).toContain('href="/alternatives/slack/open-source?values=country#filters"');
});

test("a list with all values of a filter keeps them in its links and its form, and is not for search engines", async () => {
  const html = await render(
    "/?open_source=1&values=country",
    home({ open_source: ["1"] }, listOf({ pages: 3 }), { values: ["country"] }),
  );
  expect(textOf(countries(html))).toMatch(/Sweden 5 Switzerland 4 Italy 1 Portugal 1 Spain 1 ?$/);
  expect(html).toContain('<input type="hidden" form="list-search" name="values" value="country"/>');
  expect(html).toContain('href="/?page=2&amp;open_source=1&amp;values=country#results"');
  expect(canonicalOf("/", queryOf({}, { values: ["country"] }), listOf())).toEqual({ path: "/", isSearch: true });
});

test("a list without facts, and one with a single site, have no filters", async () => {
  expect(await render("/", home({}, listOf({ facets: {} })))).not.toContain('id="filters"');
  expect(await render("/", home({}, listOf({ count: 1 })))).not.toContain('id="filters"');
});

test("chosen values are chips above the list, each with a link that keeps the others", async () => {
  const chosen = { platform: ["linux", "web"], imports_from: ["slack"] };
  const html = await render("/", home(chosen, listOf({ count: 9 }), { sort: "popular", page: 3 }));
  const [chips] = /<ul[^>]*aria-label="Chosen filters".*?<\/ul>/s.exec(html)!;
  const links = [...chips.matchAll(/<a(?=[^>]*href="([^"]*)")[^>]*>/g)].map(([link, href]) => [
    /aria-label="([^"]*)"/.exec(link)?.[1],
    href!.replaceAll("&amp;", "&"),
  ]);
  expect(links).toEqual([
    ["Remove “Linux”", "/?sort=popular&platform=web&imports_from=slack"],
    ["Remove “Web”", "/?sort=popular&platform=linux&imports_from=slack"],
    ["Remove “Imports from Slack”", "/?sort=popular&platform=linux&platform=web"],
    [undefined, "/?sort=popular"],
  ]);
  expect(textOf(html)).toContain("9 of 14 sites");
});

test("a filtered list says how much of the whole list it has, exact up to 1,000", async () => {
  const capped = listOf({ count: 1000, count_capped: true });
  expect(textOf(await render("/", home({ open_source: ["1"] }, capped)))).toContain("1,000+ of 14 sites");
  const searched = await render("/?q=chat", home({ open_source: ["1"] }, listOf({ count: 9 }), { q: "chat" }));
  expect(textOf(searched)).toContain("9 sites for “chat”");
});

test("a list that filters have emptied says which filters to remove", async () => {
  const nothing = listOf({ results: [], count: 0, pages: 0, facets: {} });
  const html = await render("/alternatives/slack", product({ open_source: ["1"], country: ["DE"] }, nothing));
  const [ways] = /<ul[^>]*aria-label="Fewer filters".*?<\/ul>/s.exec(html)!;
  expect(textOf(html)).toContain("No site has all that you chose. Remove one of these:");
  expect([...ways.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/alternatives/slack/from-germany",
    "/alternatives/slack/open-source",
    "/alternatives/slack",
  ]);
  expect(html).not.toContain("Tell me when one is listed");
});

test("pages, orders, categories and a search keep the chosen filters", async () => {
  const filters = { open_source: ["1"], platform: ["linux", "web"] };
  const kept = "open_source=1&amp;platform=linux&amp;platform=web";
  const paged = await render("/", home(filters, listOf({ pages: 3 })));
  expect(paged).toContain(`href="/?page=2&amp;${kept}#results"`);
  expect(paged).toContain(`href="/categories/business_tools?${kept}"`);
  const inCategory = await render("/categories/communication", category(filters, listOf({ pages: 3 })));
  expect(inCategory).toContain(`href="/categories/communication?page=2&amp;${kept}#results"`);
  expect(inCategory).toContain(`href="/categories/finance?${kept}"`);
  const understood = { product: null, wishes: [{ label: "free", without: "chat" }], marks: [] };
  const searched = await render("/", home(filters, listOf({ understood }), { q: "free chat" }));
  expect(searched).toContain(`href="/?q=chat&amp;${kept}#results"`);
});

test("the pages of a combination stay at its address", async () => {
  const html = await render(
    "/alternatives/slack/open-source",
    product({ open_source: ["1"] }, listOf({ count: 9, pages: 2 })),
  );
  expect(html).toContain('href="/alternatives/slack/open-source?page=2"');
  expect(textOf(html)).toContain("9 of 14 alternatives to Slack are open source.");
});

test("an address of a list leads back to its query", () => {
  const query = queryOf(
    { open_source: ["1"], platform: ["linux", "web"] },
    { sort: "popular", q: "chat", page: 2, values: ["country"] },
  );
  const at = (path: string) => new URL(path, "https://directory.example");
  expect(queryOfAddress("/", at(listHref("/", query, { page: 2 })))).toEqual(query);
  const combined = listHref("/alternatives/slack", queryOf({ hosting: ["self_hosted"] }), { sort: "fit" });
  expect(combined).toBe("/alternatives/slack/self-hosted?sort=fit");
  expect(queryOfAddress("/alternatives/slack", at(combined))).toEqual(
    queryOf({ hosting: ["self_hosted"] }, { sort: "fit" }),
  );
  expect(queryOfAddress("/alternatives/slack", at("/alternatives/slack/purple"))).toBeUndefined();
  expect(queryOfAddress("/alternatives/slack", at("/alternatives/slack-2"))).toBeUndefined();
});

test("a sorted combination has the canonical URL of its first page", () => {
  const query = queryOf({ open_source: ["1"] }, { sort: "popular" });
  expect(canonicalOf("/categories/finance", query, listOf({ page: 2 }))).toEqual({
    path: "/categories/finance/open-source",
    isSearch: false,
  });
});

test("a list without numbers has a link to itself with its filters, which search engines do not index", async () => {
  const plain = await render("/?sort=oldest", home({}, sitePage({ count: 14 }), { sort: "oldest" }));
  expect(plain).not.toContain('id="filters"');
  expect(plain).toMatch(/<a[^>]*href="\/\?sort=oldest&amp;show=filters#filters"[^>]*>.*?Filters<\/span>/);
  expect(await render("/", home({}, sitePage({ count: 1 })))).not.toContain("show=filters");
  const shown = await render("/", home({}, listOf({ pages: 3 }), { show: "filters" }));
  expect(boxesOf(shown)).not.toEqual([]);
  expect(shown).toContain('<input type="hidden" form="list-search" name="show" value="filters"/>');
  expect(shown).toContain('href="/?page=2&amp;show=filters#results"');
  expect(shown).toContain('href="/categories/business_tools"');
  expect(canonicalOf("/", queryOf({}, { show: "filters" }), listOf())).toEqual({ path: "/", isSearch: true });
});
