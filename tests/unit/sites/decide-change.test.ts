import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { BLANK_FIELDS } from "#schema/sites/site-form.ts";
import { decideChange, type Found, type ListingPatch } from "#worker/features/sites/save/decide-change.ts";
import type { EditableSiteRow } from "#worker/features/sites/read/owner-sites.ts";
import { prepareAlternatives } from "#worker/features/products/insert.ts";

const NOW = Date.UTC(2026, 7, 21);
const OWNER = { id: 1, isStaff: false, isSuperuser: false };
const STAFF = { id: 2, isStaff: true, isSuperuser: false };
const SLACK = { id: 11, name: "Slack", link: "https://slack.com/", description: "" };
const TEAMS = { name: "Teams", link: "https://teams.example/" };

const BEFORE: EditableSiteRow = {
  reports: [],
  answerCount: 0,
  id: 7,
  slug: "mattermost",
  ownerId: OWNER.id,
  ...BLANK_FIELDS,
  name: "Mattermost",
  link: "https://mattermost.com/",
  description: "Secure chat",
  category: "communication",
  facts: { open_source: true, licences: ["MIT"] },
  fact_sources: { licences: "https://mattermost.com/licence" },
  facts_checked_at: "2026-01-01",
  featuredUntil: null,
  likeCount: 0,
  createdAt: NOW - DAY_MS,
  updatedAt: NOW - DAY_MS,
  aliveState: "unknown",
  aliveSince: null,
  checkedAt: null,
  standing: "open",
  standingByStaff: "checked",
  verifiedBy: null,
  verifiedSince: null,
  logo: null,
  screenshot: null,
  alternatives: [SLACK],
  screenshots: [],
  review: "active",
  refusal: null,
  movedTo: null,
  claimedUntil: null,
  isCancelled: false,
  isLiked: false,
  productIds: [3],
  content: JSON.stringify({ blocks: [{ type: "paragraph", data: { text: "Chat for teams." } }] }),
};

function decide(
  patch: ListingPatch,
  { before, ...known }: Partial<Omit<Found, "before">> & { before?: Partial<EditableSiteRow> } = {},
) {
  return decideChange(patch, {
    actor: OWNER,
    before: { ...BEFORE, ...before },
    named: prepareAlternatives(patch.alternatives ?? [], () => "random"),
    isOwnerSuspended: false,
    isOwnerEstablished: false,
    usable: [],
    unknown: [],
    known: [],
    now: NOW,
    ...known,
  });
}

const LISTS = ["site:mattermost", "list", "category:communication", "replaces:3"];
const subjects = (...given: Parameters<typeof decide>) => [...new Set(decide(...given).subjects)];

test("a new description changes the site's own pages, and no list", () => {
  const { fields, note, words, subjects: changed } = decide({ description: "Chat" });
  expect(fields).toEqual({ description: "Chat" });
  expect(note).toBeNull();
  expect(words).toBe("Mattermost Chat Slack");
  expect(changed).toEqual(["site:mattermost"]);
});

test("what has the same texts teaches the search no words", () => {
  expect(decide({ category: "finance" }).words).toBeUndefined();
  expect(decide({ review: "active" }, { actor: STAFF, before: { review: "pending" } }).words).toBe(
    "Mattermost Secure chat Slack",
  );
});

test("another category changes both lists", () => {
  expect(subjects({ category: "finance" })).toEqual([...LISTS, "category:finance"]);
});

test.each<[string, ListingPatch]>([
  ["facts", { facts: { open_source: false } }],
  ["alternatives", { alternatives: [TEAMS] }],
  ["how it replaces a product", { alternatives: [{ ...SLACK, replaces: "drop_in" }] }],
  ["granted time", { grantedUntil: NOW + DAY_MS }],
  ["its review", { review: "pending" }],
])("a change of %s changes the lists", (_, patch) => {
  expect(subjects(patch, { actor: STAFF })).toEqual(LISTS);
});

test("a new link may send the listing to review, so it changes the lists, if the owner is not staff", () => {
  const link = "https://mattermost.example/";
  expect(subjects({ link })).toEqual(LISTS);
  expect(subjects({ link }, { actor: STAFF })).toEqual(["site:mattermost"]);
});

test("alternatives that stay the same change no list", () => {
  expect(subjects({ alternatives: [SLACK] })).toEqual(["site:mattermost"]);
});

test("products that it names and that exist have other lists, too", () => {
  expect(subjects({ alternatives: [SLACK, TEAMS] }, { known: [{ id: 4 }] })).toEqual([...LISTS, "replaces:4"]);
});

test("a listing that nobody sees changes no public response", () => {
  expect(subjects({ category: "finance", review: "pending" }, { before: { review: "pending" } })).toEqual([]);
});

test("a fact with another value loses its source, and the facts count as checked today", () => {
  expect(decide({ facts: { open_source: true, licences: ["AGPL-3.0"] } }).fields).toEqual({
    facts: { open_source: true, licences: ["AGPL-3.0"] },
    fact_sources: {},
    facts_checked_at: "2026-08-21",
  });
  expect(decide({ facts: { licences: ["MIT"] } }).fields.fact_sources).toEqual(BEFORE.fact_sources);
});

test("an owner who changes a fact is its source, unless the form gives another one or a page of the site", () => {
  const facts = { licences: ["AGPL-3.0"] };
  const list = { licences: "https://list.example/" };
  const sourcesAfter = (fact_sources: object, sources = list, changes = {}) =>
    decide({ facts, fact_sources }, { before: { fact_sources: sources }, ...changes }).fields.fact_sources;
  expect(sourcesAfter(list)).toEqual({});
  expect(sourcesAfter({ licences: "https://other.example/" })).toEqual({ licences: "https://other.example/" });
  expect(sourcesAfter(BEFORE.fact_sources, { licences: BEFORE.fact_sources.licences! })).toEqual(BEFORE.fact_sources);
  const beside = { licences: "https://github.com/awesome/list" };
  const before = { fact_sources: beside, link: "https://github.com/mattermost/mattermost" };
  expect(sourcesAfter(beside, beside, { before }), "on the same host").toEqual({});
  expect(sourcesAfter(list, list, { actor: STAFF })).toEqual(list);
  expect(sourcesAfter(list, list, { isImport: true })).toEqual(list);
});

test("facts that stay are checked today only if somebody says so", () => {
  const reversed = { licences: ["MIT"], open_source: true };
  expect(decide({ facts: reversed }).fields).not.toHaveProperty("facts_checked_at");
  expect(decide({ areFactsChecked: true }).fields).toEqual({ facts_checked_at: "2026-08-21" });
});

test("what looks like spam waits for review, but not of staff, of an established owner or of a featured site", () => {
  const spam = { description: "Bonus at https://casino.example" };
  expect(decide(spam).note).toBe("a URL in the name or description");
  expect(decide(spam, { isOwnerEstablished: true }).note).toBeNull();
  expect(decide(spam, { actor: STAFF }).note).toBeUndefined();
  expect(decide(spam, { before: { featuredUntil: NOW + 1 } }).note).toBeUndefined();
  expect(decide(spam, { before: { featuredUntil: NOW } }).note).toBe("a URL in the name or description");
});

test("the listing of a suspended owner is not approved", () => {
  expect(() => decide({ review: "active" }, { actor: STAFF, isOwnerSuspended: true })).toThrow(/suspended/);
});

test("an upload that the listing may not show is refused", () => {
  const images: ListingPatch["images"] = {
    logo: [{ kind: "logo", position: 0, uploadKey: "a", alt: "", caption: "" }],
  };
  expect(() => decide({ images })).toThrow(/no longer stored/);
  expect(() => decide({ images }, { usable: [{ key: "a", kind: "screenshot" }] })).toThrow(/no longer stored/);
  expect(decide({ images }, { usable: [{ key: "a", kind: "logo" }] }).fields).toEqual({});
});

test("an unknown product of “imports from” is refused, unless the listing stated it before or names it now", () => {
  const patch = { facts: { imports_from: ["slack"] } };
  const unknown = [{ slug: "slack" }];
  expect(() => decide(patch, { unknown, before: { alternatives: [] } })).toThrow(/not a product/);
  expect(decide(patch, { unknown }).fields.facts).toEqual(patch.facts);
  expect(
    decide(patch, { unknown, before: { alternatives: [], facts: { imports_from: ["slack"] } } }).fields.facts,
  ).toEqual(patch.facts);
});
