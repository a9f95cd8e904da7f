import { expect, test } from "vitest";
import type { ProductPage } from "#schema/pages/pages.ts";
import type { SiteSummary } from "#schema/sites/sites.ts";
import { productPage, site, sitePage } from "../support/pages.ts";
import { render, textOf } from "../support/render.tsx";

type Changes = Parameters<typeof productPage>[0];

const show = (changes: Changes = {}) =>
  render("/alternatives/slack", { product: () => Promise.resolve(productPage(changes)) });
const list = (...results: Partial<SiteSummary>[]) =>
  sitePage({ results: results.map((changes, at) => site({ id: at + 1, slug: `s${at}`, ...changes })) });
const headings = (html: string) =>
  [...html.split("</main>")[0]!.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, inner]) => textOf(inner!).trim());

const ZULIP = {
  name: "Zulip",
  facts: { open_source: true, hosting: ["cloud", "self_hosted"], imports_from: ["slack"], licences: ["Apache-2.0"] },
} satisfies Partial<SiteSummary>;
const COUNTS = { open_source: 1, self_hosted: 1, free: 0, imports: 1 };
const MOVING = { formats: "JSON", steps: ["Open the settings", "Press Export."], link: "", changed_at: null };

test("a section of a product's page without content is absent", async () => {
  const html = await show();
  expect(headings(html)).toEqual(["Sites", "Plausible"]);
  expect(textOf(html)).toContain("Sites that are listed as alternatives to Slack.");
});

test("only a list of more than three sites has an order and filters, and only three sites or more are counted by claims", async () => {
  const textWith = async (count: number) =>
    textOf(await show({ product: { name: "Slack", slug: "slack", link: "", count }, guide: { counts: COUNTS } }));
  expect(await textWith(4)).toMatch(/1 is open source.* Sort by /);
  expect(await textWith(3)).toMatch(/1 is open source(?!.* Sort by )/);
  expect(await textWith(2)).not.toMatch(/ is open source/);
});

test("the verdict stands before the list, and what is known of the product after it", async () => {
  const choices = { lines: [{ slug: "zulip", name: "Zulip", text: "you want topics" }], by: "", changed_at: null };
  const html = await show({ guide: { reasons: ["Price"], moving_out: MOVING, choices } });
  expect(headings(html)).toEqual([
    "Which one to choose",
    "Sites",
    "Plausible",
    "Why people leave Slack",
    "How to get your data out",
  ]);
  expect(html).toMatch(/<a [^>]*href="#leaving"[^>]*>Why people leave<\/a>/);
});

test("the page says what the product is, why people leave it and how they get their data out", async () => {
  const product = { name: "Slack", slug: "slack", link: "https://slack.com/", count: 3 };
  const html = await show({
    product,
    guide: {
      about: "Slack is a team chat",
      reasons: ["Price"],
      adds: [{ text: "Topics", count: 3 }],
      moving_out: { ...MOVING, link: "https://slack.com/export", changed_at: "2026-11-20T10:00:00.000Z" },
      counts: COUNTS,
      choices: { lines: [{ slug: "zulip", name: "Zulip", text: "you want topics" }], by: "", changed_at: null },
    },
  });
  const text = textOf(html);
  for (const part of [
    "Slack is a team chat.",
    "3 alternatives to Slack 1 is open source, 1 runs on your own server and 1 imports from Slack.",
    "Topics 3 sites",
    "Slack exports to JSON. Open the settings Press Export.",
    "Changed on 20 November 2026",
    "Sites that import from Slack: 1",
    "Choose Zulip if you want topics.",
    "Written by our staff",
  ])
    expect(text).toContain(part);
  expect(html).toContain('href="/alternatives/slack?imports_from=slack#results"');
  expect(html).toMatch(/<meta name="description" content="[^"]*Plausible and more. 1 is open source, /);
});

test("without a text by staff, the page describes the product as its own listing does", async () => {
  const listing = {
    slug: "slack",
    description: "Where work happens",
    facts: { pricing: "freemium" },
    facts_checked_at: null,
  } as const;
  const html = await show({ guide: { listing } });
  expect(textOf(html)).toContain("Where work happens.");
  expect(textOf(html)).toContain("Free plan and paid plans");
  expect(html).toContain('href="/slack"');
  expect(textOf(await show({ guide: { listing, about: "Chat" } }))).not.toContain("Where work happens");
});

test("the lead explains only the order that the list has", async () => {
  const order = "Best fit first: the sites that replace most of Slack";
  const sorted = (sort: "fit" | "newest" | null, q = "") => show({ query: { ...productPage().query, sort, q } });
  expect(textOf(await sorted(null))).toContain(order);
  expect(textOf(await sorted("fit"))).toContain(order);
  expect(textOf(await sorted("newest"))).not.toContain(order);
  expect(textOf(await sorted(null, "chat"))).not.toContain(order);
});

test("a card has chips of what is known, and says how the site replaces the product", async () => {
  const pair = { replaces: "drop_in", adds: ["topics"], lacks: ["huddles", "canvas"] } as const;
  const sites = list({ ...ZULIP, pair: { ...pair, adds: [...pair.adds], lacks: [...pair.lacks] } });
  const html = await show({ sites, query: { ...productPage().query, filters: { hosting: ["self_hosted"] } } });
  const [card] = /<article.*?<\/article>/.exec(html)!;
  expect(textOf(card)).toContain(
    "Apache-2.0 Self-hosted or cloud Drop-in replacement · Imports from Slack Adds: topics Lacks: huddles, canvas",
  );
  expect(card).not.toContain("Instead of");
  expect([...card.matchAll(/<li[^>]*data-answers[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    "Self-hosted or cloud",
  ]);
});

test.each([
  [{ pricing: "paid", price_from: { amount: "12.00", currency: "EUR", per: "month" } }, "From 12 EUR per month"],
  [
    { pricing: "freemium", price_from: { amount: "4.50", currency: "USD", per: "user_month" } },
    "Free plan, or from 4.50 USD per user per month",
  ],
  [{ pricing: "one_time", price_from: { amount: "59.00", currency: "EUR", per: "once" } }, "59 EUR once"],
  [{ free_plan: true }, "Free plan"],
  [{ pricing: "free", hosting: ["self_hosted"] }, "Free to self-host Self-hosted"],
  [{ pricing: "free", hosting: ["cloud", "self_hosted"] }, "Free Self-hosted or cloud"],
  [{ open_source: true }, "Open source"],
  [{ open_source: true, licences: ["MIT", "GPL-3.0-only", "ISC"] }, "3 licences"],
  [{ open_source: true, licences: ["Proprietary"] }, "Licence disputed"],
  [{ platforms: ["web", "linux", "macos"] }, "Web, Linux, macOS"],
  [{ platforms: ["web", "linux", "macos", "ios", "android"] }, "5 platforms"],
  [{ hosting: ["cloud"], country: "DE" }, "Cloud Germany"],
] as const)("the chips of %j are “%s”", async (facts, text) => {
  const html = await show({ sites: list({ facts: facts as unknown as SiteSummary["facts"] }) });
  const [chips] = /<ul class="fact-chips">.*?<\/ul>/.exec(html)!;
  expect(textOf(chips).trim()).toBe(text);
});

test("what all sites of a page state is said once, and distinguishes no card outside of the table", async () => {
  const facts = { pricing: "free", hosting: ["self_hosted"] } as const;
  const of = (licence: string) => ({ facts: { ...facts, hosting: [...facts.hosting], licences: [licence] } });
  const html = await show({ sites: list(of("MIT"), of("ISC")) });
  expect(textOf(html)).toContain("All on this page: Free to self-host · Self-hosted");
  const chips = [...html.matchAll(/<li class="chip[^"]*"( data-shared="true")?>([^<]*)/g)];
  expect(chips.filter(([, isShared]) => !isShared).map(([, , text]) => text)).toEqual(["MIT", "ISC"]);
  // "Free to self-host" says it, and a single site shares nothing.
  const single = await show({ sites: list(of("MIT")) });
  expect(single.match(/data-shared="true">[^<]*/g)).toEqual(['data-shared="true">Self-hosted']);
});

test("a card says what shows that the software lives, and likes from the first on", async () => {
  const facts = { stars: 38_912, last_commit: "2026-08-21" };
  const cardOf = async (changes: Partial<SiteSummary>) =>
    textOf(/<article.*?<\/article>/.exec(await show({ sites: list(changes) }))![0]);
  expect(await cardOf({ facts, like_count: 0 })).toMatch(
    /38.9K stars Last commit 2 months ago Compare Plausible Like Plausible ?$/,
  );
  const quiet = await show({ sites: list({ facts: { last_commit: "2024-08-21" } }) });
  expect(quiet).toContain('<span class="archived"><span>Last commit</span>');
  expect(await cardOf({ facts: { archived: true, stars: 1 }, like_count: 2 })).toMatch(
    /1 star No longer developed Compare.* 2 ?$/,
  );
  expect(await cardOf({ facts: {} })).toMatch(/statistics Compare/);
});

test("a card says how the site differs from the product, by a stated pair or else by facts of which not all have it", async () => {
  const listing = {
    slug: "slack",
    description: "",
    facts: { open_source: false, hosting: ["cloud"], pricing: "paid", platforms: ["web"] },
    facts_checked_at: null,
  } satisfies ProductPage["guide"]["listing"];
  const open = { open_source: true } as const;
  const html = await show({
    guide: { listing },
    sites: list(
      { facts: { ...open, hosting: ["self_hosted"] } },
      { facts: { ...open, pricing: "free", platforms: ["web", "linux"] } },
      { facts: open, pair: { lacks: ["huddles"] } },
      { facts: open },
    ),
  });
  const lines = [...html.matchAll(/<article.*?<\/article>/g)].map(([card]) =>
    textOf(/<div class="pair-line">.*?<\/div>/.exec(card)?.[0] ?? "").trim(),
  );
  expect(lines).toEqual(["Runs on your own server; Slack does not", "Free; Slack has a price", "Lacks: huddles", ""]);
});

test("a card without known facts has no chips", async () => {
  expect(await show({ sites: list({}) })).not.toContain("fact-chips");
});

test("one link compares the sites at the top of the list, if there are several", async () => {
  const linkOf = (html: string) =>
    html
      .match(/href="(\/compare\/[^"]*)"[^>]*>(.*?)<\/a>/)
      ?.slice(1)
      .map(textOf);
  expect(linkOf(await show({ sites: list({ slug: "zulip" }) }))).toBeUndefined();
  expect(linkOf(await show({ sites: list({ slug: "zulip" }, { slug: "element" }) }))).toEqual([
    "/compare/element-vs-zulip?leaving=slack",
    "Compare the first 2",
  ]);
  const four = list({ slug: "zulip" }, { slug: "element" }, { slug: "rocket" }, { slug: "late" });
  expect(linkOf(await show({ sites: four }))).toEqual([
    "/compare/element-vs-rocket-vs-zulip?leaving=slack",
    "Compare the first 3",
  ]);
  expect(linkOf(await show({ sites: { ...four, page: 2, pages: 2 } }))).toBeUndefined();
});
