import { expect, test } from "vitest";
import { validateForm } from "#schema/values/validate-form.ts";
import { BLANK_FIELDS, newSiteForm, type SiteForm } from "#schema/sites/site-form.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { isEmptyArticle } from "#web/features/documents/article-content.ts";
import { withoutWrongExtras } from "#web/features/owner/draft/new-draft.ts";
import { blankDraft, isSame, tidyDraft, toDraft, toForm } from "#web/features/owner/draft/site-draft.ts";

const row = (key: string, name: string, link: string) => ({ key, name, link });
const paragraph = (text: string) => ({ type: "paragraph", data: { text } });
const article = (...blocks: object[]) => JSON.stringify({ blocks });

test("blank alternatives are not sent, and incomplete ones are refused by their index", () => {
  const draft = {
    ...blankDraft(),
    name: "Plausible",
    link: "https://plausible.io/",
    category: "business_tools",
    content: article(paragraph("Statistics")),
    alternatives: [row("a", " ", ""), row("b", "Slack", ""), row("c", "", "https://teams.example/")],
  };
  const checked = validateForm(newSiteForm, toForm(tidyDraft(draft)));
  expect(checked).toEqual({
    ok: false,
    message: "URL is required when name is provided",
    fields: {
      "alternatives.0.link": "URL is required when name is provided",
      "alternatives.1.name": "Name is required when URL is provided",
    },
  });
});

test("the URLs of a site and its alternatives can be entered without https", () => {
  const { link, alternatives } = tidyDraft({
    ...blankDraft(),
    link: "plausible.io",
    alternatives: [row("a", "Slack", " slack.com ")],
  });
  expect([link, alternatives[0]!.link]).toEqual(["https://plausible.io", "https://slack.com"]);
});

test("an edit sends all fields of a listing", () => {
  const { facts_checked_at: _, ...blank } = BLANK_FIELDS;
  const site = {
    ...blank,
    name: "Plausible",
    link: "https://plausible.io/",
    description: "Statistics",
    category: "business_tools",
    alternatives: [
      { name: "Matomo", link: "https://matomo.org/", description: "On your own server" },
      {
        name: "Fathom",
        link: "https://usefathom.com/",
        replaces: "drop_in",
        lacks: ["Goals"],
        adds: [],
        moving: { text: "Export to CSV", link: "https://plausible.io/moving" },
      },
    ],
    facts: {
      pricing: "paid",
      price_from: { amount: "9.00", currency: "EUR", per: "month" },
      free_plan: false,
      trial_days: 30,
      licences: ["AGPL-3.0-only"],
      platforms: ["web"],
      data_location: "you_decide",
      good_at: ["Privacy", "Speed"],
    },
    fact_sources: { pricing: "https://plausible.io/pricing" },
    logo: "/media/users/1/a-256x256.webp",
    screenshots: [
      { url: "/media/users/1/b-800x600.webp", alt: "A chart", decorative: false, caption: "A week" },
      { url: "/media/users/1/c-800x600.webp", alt: "", decorative: true, caption: "" },
    ],
  } satisfies SiteForm;
  const content = article(paragraph("Text"));
  const form = toForm(tidyDraft(toDraft(site, content)));
  expect(form).toEqual({ ...site, blog: { content } });
});

test("facts are sent as the rules have them, and an empty one is not stated", () => {
  const draft = {
    ...blankDraft(),
    facts: {
      pricing: "",
      price_from: { amount: " 9 ", currency: "eur", per: "year" },
      trial_days: " 14 ",
      open_source: false,
      licences: [],
      source_code: "code.example/plausible",
      since: "last year",
      data_location: ["DE", "FR"],
      good_at: "Privacy\n \n Speed",
      formerly_asked: "x",
    },
    factSources: { open_source: "plausible.io/about", licences: "https://plausible.io/licence", since: " " },
  };
  const { facts, fact_sources } = toForm(draft);
  expect(facts).toEqual({
    price_from: { amount: "9", currency: "EUR", per: "year" },
    trial_days: 14,
    open_source: false,
    source_code: "https://code.example/plausible",
    since: "last year",
    data_location: ["DE", "FR"],
    good_at: ["Privacy", " Speed"],
  });
  expect(fact_sources).toEqual({ open_source: "https://plausible.io/about" });
  const checked = validateForm(newSiteForm, toForm(tidyDraft(draft)));
  expect(checked).toMatchObject({ fields: { "facts.since": expect.stringContaining("whole number") } });
  expect(isSame(draft, { ...draft, facts: { ...draft.facts, open_source: true } })).toBe(false);
});

test("a pair that the owner has emptied is sent, so that the stored one is cleared; one without an answer is not", () => {
  const pair = { replaces: "", lacks: "", adds: " \n", moving: "", movingLink: "" };
  const draft = {
    ...blankDraft(),
    alternatives: [{ ...row("a", "Slack", "https://slack.com/"), pair }, row("b", "Teams", "https://teams.example/")],
  };
  expect(toForm(draft).alternatives).toEqual([
    { name: "Slack", link: "https://slack.com/", lacks: [], adds: [], moving: { text: "", link: "" } },
    { name: "Teams", link: "https://teams.example/" },
  ]);
});

test("only an owner who says so sends that the facts are right", () => {
  expect(toForm(blankDraft())).not.toHaveProperty("facts_checked");
  expect(toForm({ ...blankDraft(), factsChecked: true })).toMatchObject({ facts_checked: true });
});

test("a decorative screenshot has no description, and an image that is not uploaded yet is refused at its row", () => {
  const shown = { key: "a", url: "/media/users/1/a-800x600.webp", alt: "Typed before", decorative: true, caption: "" };
  const draft = { ...blankDraft(), screenshots: [shown, { ...shown, key: "b", url: "" }] };
  expect(toForm(draft)).toMatchObject({ logo: null, screenshots: [{ alt: "" }, { alt: "" }] });
  const checked = validateForm(newSiteForm, toForm(draft));
  expect(checked).toMatchObject({ fields: { "screenshots.1.url": SITE_IMAGE_MESSAGES.wrongUrl } });
  expect(isSame(draft, { ...draft, screenshots: draft.screenshots.toReversed() })).toBe(false);
});

test.each([
  ["", true],
  ["{}", true],
  [article(), true],
  [article(paragraph("")), true],
  [article(paragraph(" &nbsp;<br>\u200b")), true],
  [article(paragraph("Text")), false],
  [article(paragraph(""), paragraph("")), false],
  [article({ type: "delimiter", data: {} }), false],
  ["Plain text", false],
])("the content %j is empty: %s", (content, isEmpty) => {
  expect(isEmptyArticle(content)).toBe(isEmpty);
});

test("a new time or new block ids do not change an article, and new words do", () => {
  const { type, data } = paragraph("Text");
  const draft = { ...blankDraft(), content: article({ type, data }) };
  const saved = JSON.stringify({ time: 5, version: "2", blocks: [{ id: "a", type, data }] });
  expect(isSame(draft, { ...draft, content: saved })).toBe(true);
  expect(isSame(draft, { ...draft, content: article(paragraph("Other")) })).toBe(false);
  expect(isSame(draft, { ...draft, content: "Text" })).toBe(true);
});

test("blank alternatives and row keys do not change a draft, and their order does", () => {
  const draft = {
    ...blankDraft(),
    alternatives: [row("a", "A", "https://a.example/"), row("b", "B", "https://b.example/")],
  };
  expect(isSame(draft, { ...draft, alternatives: [...draft.alternatives, row("c", "", "")] })).toBe(true);
  expect(isSame(draft, { ...draft, alternatives: draft.alternatives.map((old) => ({ ...old, key: "x" })) })).toBe(true);
  expect(isSame(draft, { ...draft, alternatives: draft.alternatives.toReversed() })).toBe(false);
});

test("a new site leaves out wrong facts, sources and details of alternatives, and keeps the others", () => {
  const pair = { replaces: "part", lacks: "Huddles", adds: "", moving: "", movingLink: "" };
  const kept = withoutWrongExtras({
    ...blankDraft(),
    facts: { pricing: "paid", since: "last year" },
    factSources: { pricing: "https://plausible.io/", since: "no link" },
    alternatives: [
      { ...row("a", "Slack", ""), pair },
      { ...row("b", "Teams", ""), pair: { ...pair, movingLink: "no link" } },
    ],
  });
  expect(kept).toMatchObject({ facts: { pricing: "paid" }, factSources: { pricing: "https://plausible.io/" } });
  expect(Object.keys({ ...kept.facts, ...kept.factSources })).toEqual(["pricing"]);
  expect(kept.alternatives).toEqual([{ ...row("a", "Slack", ""), pair }, row("b", "Teams", "")]);
});
