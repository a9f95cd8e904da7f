import { expect, test } from "vitest";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { changedSiteForm, newSiteForm } from "#schema/sites/site-form.ts";
import { validateForm } from "#schema/values/validate-form.ts";

const SLACK = { name: "Slack", link: "https://slack.com/" };
const GOOD = {
  name: "Mattermost",
  link: "https://mattermost.com/",
  description: "Secure chat",
  category: "communication",
  alternatives: [SLACK],
  blog: { content: "Why it is good" },
};

/** The errors of a form by field. A new and a changed site have the same rules. */
function errorsOf(fields: object): Record<string, string> {
  const [created, changed] = [newSiteForm, changedSiteForm].map((rules) => validateForm(rules, { ...GOOD, ...fields }));
  if (!("blog" in fields)) expect(changed).toEqual(created);
  return created!.ok ? {} : created!.fields;
}

const long = "x".repeat(101);
const INVALID = "Please enter a valid URL.";
const CONTENT = "Content is required";
const SHOT = "/media/users/1/a-800x600.webp";
const decorative = { url: SHOT, decorative: true };

test.each<[string, object, Record<string, string>]>([
  ["no name", { name: " " }, { name: "Site name is required" }],
  ["a long name", { name: long }, { name: "Site name must be less than 100 characters" }],
  ["no link", { link: "" }, { link: "Site link is required" }],
  ["a bad link", { link: "mattermost" }, { link: INVALID }],
  ["a long description", { description: long }, { description: "Description must be less than 100 characters" }],
  ["no category", { category: "" }, { category: "Category is required." }],
  ["an unknown category", { category: "games" }, { category: "Category is required." }],
  [
    "an alternative without link",
    { alternatives: [{ name: "Slack", link: "" }] },
    { "alternatives.0.link": "URL is required when name is provided" },
  ],
  [
    "an alternative without name",
    { alternatives: [SLACK, { name: "", link: "https://zoom.us/" }] },
    { "alternatives.1.name": "Name is required when URL is provided" },
  ],
  [
    "an alternative with a bad link",
    { alternatives: [{ name: "Slack", link: "slack" }] },
    { "alternatives.0.link": INVALID },
  ],
  [
    "six alternatives",
    { alternatives: Array.from({ length: 6 }, () => SLACK) },
    { alternatives: "You can add at most 5 alternatives" },
  ],
  ["no article", { blog: undefined }, { blog: CONTENT }],
  ["empty content", { blog: { content: "" } }, { "blog.content": CONTENT }],
  [
    "several errors at once",
    { name: "", category: "x", alternatives: [{ name: "A", link: "" }] },
    {
      name: "Site name is required",
      category: "Category is required.",
      "alternatives.0.link": "URL is required when name is provided",
    },
  ],
  [
    "a screenshot without an alternative text",
    { screenshots: [{ url: SHOT, alt: " " }] },
    { "screenshots.0.alt": SITE_IMAGE_MESSAGES.altRequired },
  ],
  [
    "the same screenshot twice",
    { screenshots: [decorative, decorative] },
    { screenshots: SITE_IMAGE_MESSAGES.usedTwice },
  ],
  [
    "an image that is elsewhere",
    { logo: "https://elsewhere.example/a.png", screenshots: [decorative] },
    { logo: SITE_IMAGE_MESSAGES.wrongUrl },
  ],
])("%s has its own message", (_, fields, errors) => {
  expect(errorsOf(fields)).toEqual(errors);
});

test("a changed site may leave out its article", () => {
  expect(validateForm(changedSiteForm, { ...GOOD, blog: undefined }).ok).toBe(true);
});

test("a link that works only in a network is refused with its reason, wherever it stands", () => {
  const link = "http://192.168.1.11/";
  const reason =
    "Only some computers or networks can open “192.168.1.11”. Please enter an address that everybody can open.";
  const alternatives = [{ ...SLACK, moving: { link } }];
  expect(
    errorsOf({ link, alternatives, facts: { source_code: link, api: true }, fact_sources: { api: link } }),
  ).toEqual({
    link: reason,
    "alternatives.0.moving.link": reason,
    "facts.source_code": `Repository: ${reason}`,
    "fact_sources.api": `The source: ${reason}`,
  });
});

test("each kind of link is completed and mended, and loses tracking parameters", () => {
  const typed = (path: string) => `\u202ahttps://https://a.example/${path}?utm_source=x&id=1,`;
  const mended = (path: string) => `https://a.example/${path}?id=1`;
  const form = (link: (path: string) => string, own: string) => ({
    link: own,
    alternatives: [{ name: "Slack", link: link("slack"), moving: { text: "", link: link("moving") } }],
    facts: { source_code: link("code"), api: true },
    fact_sources: { api: link("source") },
  });
  const read = validateForm(newSiteForm, { ...GOOD, ...form(typed, " mattermost.com/team ") });
  expect(read).toMatchObject({ ok: true, value: form(mended, "https://mattermost.com/team") });
});

test.each<[object, string]>([
  [{ facts: { shoe_size: 43 } }, "facts.shoe_size"],
  [{ facts: { constructor: "a" } }, "facts.constructor"],
  [{ facts: { pricing: "cheap" } }, "facts.pricing"],
  [{ facts: { price_from: { amount: "-1", currency: "EUR", per: "month" } } }, "facts.price_from"],
  [{ facts: { open_source: "true" } }, "facts.open_source"],
  [{ facts: { licences: ["Free for all"] } }, "facts.licences"],
  [{ facts: { platforms: ["toaster"] } }, "facts.platforms"],
  [{ facts: { source_code: "javascript:alert(1)" } }, "facts.source_code"],
  [{ facts: { country: "XX" } }, "facts.country"],
  [{ facts: { data_location: ["DE", "XX"] } }, "facts.data_location"],
  [{ facts: { since: 2015.5 } }, "facts.since"],
  [{ facts: { languages: ["not a language"] } }, "facts.languages"],
  [{ facts: { languages: [`en-x${"-filling".repeat(5)}`] } }, "facts.languages"],
  [{ facts: { good_at: ["x".repeat(81)] } }, "facts.good_at"],
  [{ facts: { good_at: Array.from({ length: 11 }, (_, at) => `Point ${at}`) } }, "facts.good_at"],
  [{ facts: { last_commit: "2026-02-30" } }, "facts.last_commit"],
  [{ fact_sources: { pricing: "javascript:alert(1)" } }, "fact_sources.pricing"],
  [{ alternatives: [{ ...SLACK, replaces: "everything" }] }, "alternatives.0.replaces"],
  [{ alternatives: [{ ...SLACK, lacks: ["1", "2", "3", "4"] }] }, "alternatives.0.lacks"],
  [{ alternatives: [{ ...SLACK, adds: ["a", "b".repeat(81)] }] }, "alternatives.0.adds.1"],
])("%j is refused at its field", (fields, field) => {
  expect(Object.keys(errorsOf(fields))).toEqual([field]);
});

test("facts are stored in one spelling, and null, an empty text and an empty list take a fact back", () => {
  const facts = {
    licences: ["mit", "MIT"],
    price_from: { amount: "12.5", currency: "EUR", per: "user_month" },
    open_source: null,
    setup: "",
    platforms: [],
  };
  expect(validateForm(newSiteForm, { ...GOOD, facts })).toMatchObject({
    value: {
      facts: { licences: ["MIT"], price_from: { amount: "12.50", currency: "EUR", per: "user_month" } },
    },
  });
  expect(validateForm(newSiteForm, { ...GOOD, facts: { open_source: null, setup: "", platforms: [] } })).toHaveProperty(
    "value.facts",
    {},
  );
});
