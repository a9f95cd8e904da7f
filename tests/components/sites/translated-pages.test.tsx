import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ComparePage, parseListQuery } from "#schema/pages/pages.ts";
import { PRODUCT_SORTS } from "#schema/sites/sites.ts";
import { setSession } from "#web/data/session.tsx";
import { anna } from "../../web/support/anna.ts";
import { homePage, productPage, site, siteDetailPage, sitePage } from "../../web/support/pages.ts";
import { answerApi } from "../support/api.ts";
import { openPage, type Readers } from "../support/directory.tsx";
import { expectText, translatePage } from "../support/translated.ts";

/** Opens the app, and translates it. Returns what opens another address. */
async function openTranslated(path: string, readers: Readers = {}) {
  const router = await openPage(path, readers);
  translatePage();
  return (to: string) => router.navigate(to);
}

const [zulip, penpot] = [
  site({ id: 2, slug: "zulip", name: "Zulip", description: "Team chat", alternatives: [{ id: 1, name: "Chatwork" }] }),
  site({ id: 3, slug: "penpot", name: "Penpot", description: "Design tool" }),
];
const chat = { product: null, wishes: [{ label: "for teams", without: "chat" }], marks: ["chat"] };
const slack = { name: "Slack", slug: "slack", count: 9, without: "free" };

/** By the search. */
const FOUND: Record<string, Parameters<typeof sitePage>[0]> = {
  "": { results: [zulip, penpot], count: 2 },
  chat: { results: [zulip], understood: { ...chat, wishes: [] } },
  "chat for teams": { results: [zulip], understood: chat, did_you_mean: "chats" },
  "free slack": {
    results: [zulip],
    understood: { product: slack, wishes: [], marks: [] },
    did_you_mean: "free slacks",
  },
  chta: { results: [zulip], corrected_query: "chat", understood: { ...chat, wishes: [] } },
  none: {
    results: [],
    count: 0,
    pages: 0,
  },
  nope: {
    results: [],
    count: 0,
    pages: 0,
  },
};

const home = (_: string, params: URLSearchParams) => {
  const { query } = parseListQuery(params);
  const facets = { free_plan: { 1: 1 } };
  return homePage({ query, sites: sitePage({ ...FOUND[query.q], facets }) });
};
const count = (text: string) => expectText(".result-count", text);

test("a visitor searches and filters a translated list", async () => {
  const suggestions = { products: [], sites: [zulip], categories: [], articles: [] };
  answerApi({ "GET suggestions/?q=chat": suggestions });
  await page.viewport(1280, 800);
  await openTranslated("/", { home });
  const search = page.getByRole("combobox", { name: /Search sites/ });
  await search.fill("chat");
  await count("1 site for “chat”");
  await expect.element(page.getByRole("option", { name: /Zulip/ })).toBeVisible();
  await search.fill("");
  await count("2 sites");
  const box = page.getByRole("checkbox", { name: /Free plan/ });
  await box.click();
  await expectText(".chosen", "Free planClear filters");
  await box.click();
  await count("2 sites");
});

test("a translated list follows searches, orders and filters", async () => {
  const open = await openTranslated("/", { home });
  await count("2 sites");
  await open("/?q=chat");
  await count("1 site for “chat”");
  await expectText(".site-card-description", "Team chat");
  await open("/?q=chat+for+teams");
  await count("1 site; those that match “for teams” come first");
  await expectText(".did-you-mean", "Did you mean “chats”?");
  await expectText(".instead-of", "Instead ofChatwork");
  await open("/?q=free+slack");
  await expectText(".did-you-mean", "Did you mean “free slacks”?");
  await expectText(".best-answer", "All alternatives to Slack");
  await open("/?q=chta");
  await count("Nothing found for “chta”. Showing results for “chat”. 1 site");
  await open("/?q=none");
  await count("0 sites for “none”");
  await expectText(".empty .ways-on", "Clear searchBrowse productsBrowse categoriesList a site");
  await expectText(".search-watch p", "We send you one email when a site for “none” is listed.");
  await open("/?q=nope&category=design_creativity");
  await expectText(
    ".empty .ways-on",
    "Search all categories for “nope”Clear searchBrowse productsBrowse categoriesList a site",
  );
  await expectText(".search-watch p", "We send you one email when a site for “nope” in Design & Creativity is listed.");
  await open("/?sort=oldest&free_plan=1");
  await count("2 of 1 site");
  await expectText(".filters-button", "Filters (1)");
  await expectText(".chosen", "Free planClear filters");
  await open("/");
  await count("2 sites");
  await expectText(".filters-button", "Filters");
});

test("a translated page follows from one product to another, and its orders", async () => {
  const open = await openTranslated("/alternatives/slack", {
    product: (slug, params) => {
      const product = { name: slug.toUpperCase(), slug, link: "https://slack.com/", count: 2 };
      return productPage({ product, query: parseListQuery(params, PRODUCT_SORTS).query });
    },
  });
  const order = "FEATURED sites pay for the row above the list. Payment does not change the order.";
  const fit = (name: string) =>
    `Best fit first: the sites that replace most of ${name}, then those that import from it, then those of a usual category, then by stars, recent commits and known facts. Closed and archived projects stand last. ${order}`;
  await expectText(".product-header details > p", fit("SLACK"));
  await open("/alternatives/slack?sort=newest");
  await expectText(".product-header details > p", order);
  await open("/alternatives/jira");
  await expectText(".product-header details > p", fit("JIRA"));
  await expectText(".callout", "Do you make an alternative to JIRA? Listing it is free. List a site");
});

test("a translated page follows from one site to another", async () => {
  const open = await openTranslated("/zulip", {
    site: (slug) => siteDetailPage({ slug, name: slug.toUpperCase(), facts: { pricing: "free" } }),
  });
  await expectText("#facts h2", "Facts about ZULIP");
  await open("/penpot");
  await expectText("#facts h2", "Facts about PENPOT");
  await expectText(".site-actions a", "Visit PENPOT");
});

test("a translated comparison and the sites to compare follow what is added and removed", async () => {
  const named = (slug: string): ComparePage["sites"][number] => ({
    ...site({ slug, name: slug.toUpperCase(), facts: { pricing: slug === "zulip" ? "free" : "paid", api: true } }),
    alternatives: [],
    disagreements: [],
  });
  const open = await openTranslated("/", {
    home: () => homePage({ sites: sitePage({ results: [zulip, penpot], count: 2 }) }),
    compare: (slugs) => ({
      sites: slugs.split("-vs-").map(named),
      choices: null,
      products: {},
      moved: {},
      product: null,
      leaves: null,
      share_image: "/share/a.png",
    }),
  });
  const choice = (name: string) => page.getByRole("checkbox", { name: new RegExp(`Compare.*${name}`) });
  await choice("Zulip").click();
  await expectText(".compare-tray p", "1 of 4 Zulip");
  await choice("Penpot").click();
  await expectText(".compare-tray p", "2 of 4 Zulip, Penpot");
  await expectText(".compare-tray .button-primary", "Compare 2");
  await choice("Zulip").click();
  await expectText(".compare-tray p", "1 of 4 Penpot");
  await choice("Penpot").click();

  await open("/compare/outline-vs-penpot");
  await expectText(".comparison-table th[scope=rowgroup]", "2 facts are the same");
  await open("/compare/outline-vs-penpot-vs-zulip");
  await expectText(".comparison-table th[scope=rowgroup]", "1 fact differs");
  await open("/compare/outline-vs-penpot");
  await expectText(".comparison-table th[scope=rowgroup]", "2 facts are the same");
});

test("a translated header follows the session", async () => {
  await openTranslated("/contact");
  answerApi({});
  setSession(anna);
  await expectText(".session-link", "Dashboard");
  setSession(null);
  await expectText(".session-link", "Sign In");
  expect(document.querySelectorAll(".session-link font").length).toBeGreaterThan(0);
});
