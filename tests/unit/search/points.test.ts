import { describe, expect, test } from "vitest";
import type { Candidate } from "#worker/features/search/candidates.ts";
import { rank } from "#worker/features/search/points.ts";
import { readQuestion } from "#worker/features/search/question.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";

const vocabulary = new Vocabulary();
let lastId = 0;

const site = (found: string, more: Partial<Candidate> = {}): Candidate => ({
  id: (lastId += 1),
  name: `Site ${lastId}`,
  link: "https://site.example/",
  description: "",
  likeCount: 0,
  isPast: false,
  merit: 0,
  facts: {},
  meets: true,
  ...more,
  found: new Set(found.split(" ")) as Candidate["found"],
});

const hits = (q: string, candidates: Candidate[], { hasProduct = false, sort = null as "newest" | null } = {}) =>
  rank(candidates, { typed: q, question: readQuestion(q, vocabulary), hasProduct, sort });
const order = (...[q, candidates, more]: Parameters<typeof hits>) =>
  hits(q, candidates, more).map(({ site: { name }, isExact }) => (isExact ? name : `(${name})`));

test("the name that was typed comes first, then what replaces the product, names with the words, and texts with them", () => {
  const found = [
    site("words", { name: "Text", description: "zebra" }),
    site("named words", { name: "Zebra two" }),
    site("replaces", { name: "Stripes" }),
    site("named words", { name: "Zebra" }),
  ];
  expect(order("zebra", found)).toEqual(["Zebra", "Stripes", "Zebra two", "Text"]);
});

test("a text that only names the product is no hit", () => {
  const found = [site("words", { name: "Bots", description: "For Slack" }), site("replaces", { name: "Chat" })];
  expect(order("slack", found, { hasProduct: true })).toEqual(["Chat"]);
  expect(order("slack", found)).toEqual(["Chat", "Bots"]);
});

test("a site whose words begin with the typed ones is exact, too", () => {
  expect(order("jelly", [site("beginnings", { name: "Jellyfish" }), site("named", { name: "Jelly two" })])).toEqual([
    "Jelly two",
    "Jellyfish",
  ]);
});

test("sites with the need, and sites that replace a product for it, are close", () => {
  const found = [
    site("serves", { name: "Replaces" }),
    site("need", { name: "Has", description: "A kanban board" }),
    site("need serves", { name: "Both", description: "A kanban board" }),
    site("words need", { name: "All", description: "Kanban board for zebras" }),
  ];
  expect(order("zebra kanban board", found)).toEqual(["All", "(Both)", "(Has)", "(Replaces)"]);
});

test("a list with 24 exact hits has no close ones", () => {
  const exact = Array.from({ length: 24 }, () => site("words"));
  const close = site("need");
  expect(order("zebra board", [close, ...exact.slice(1)])).toHaveLength(24);
  expect(order("zebra board", [close, ...exact])).toHaveLength(24);
});

test("a list in another order has exact hits only", () => {
  const found = [site("need"), site("words", { name: "Old", description: "zebra" }), site("words", { name: "New" })];
  expect(order("zebra board", found, { sort: "newest" })).toEqual(["New", "Old"]);
});

test("of sites with equal points, the one with the most merit comes first, then the most liked, then the newest", () => {
  const found = [
    site("words", { name: "A", merit: 2 }),
    site("words", { name: "B" }),
    site("words", { name: "C", likeCount: 1 }),
    site("words", { name: "D" }),
  ];
  expect(order("zebra", found)).toEqual(["A", "C", "D", "B"]);
});

test("of sites of a kind, merit counts a little, and a name with its word no more than a text", () => {
  const found = [
    site("words named", { name: "Kanban", description: "Something old and long without more of it" }),
    site("words named", { name: "Kanban two", description: "Something", merit: -8 }),
    site("words", { name: "Known", description: "A kanban board", merit: 10 }),
    site("words", { name: "Less known", description: "Kanban" }),
  ];
  expect(order("kanban", found)).toEqual(["Kanban", "Known", "Less known", "Kanban two"]);
});

test("archived sites stand last, unless they were asked for by name", () => {
  const found = [
    site("words", { name: "Living" }),
    site("words named", { name: "Zebra", isPast: true }),
    site("words named", { name: "Zebra two", isPast: true }),
    site("need", { name: "Close" }),
  ];
  expect(order("zebra", found)).toEqual(["Zebra", "Living", "Zebra two", "(Close)"]);
  expect(order("zebra", found, { sort: "newest" })).toEqual(["Zebra", "Living", "Zebra two"]);
});

describe("a wish", () => {
  const points = (q: string, more: Partial<Candidate>) => hits(q, [site("replaces", more)])[0]!.points.wish;

  test("is met by a fact, by the text or by the link", () => {
    expect(points("open source slack alternative", { facts: { open_source: true } })).toBe(80);
    expect(points("open source slack alternative", { description: "Open-source chat" })).toBe(80);
    expect(points("open source slack alternative", { link: "https://github.com/x/y" })).toBe(80);
    expect(points("slack alternative for linux", { facts: { platforms: ["linux"] } })).toBe(80);
    expect(points("open source slack alternative", {})).toBeUndefined();
  });

  test("is not met if the site states the opposite, whatever its text says", () => {
    expect(
      points("open source slack alternative", { facts: { open_source: false }, description: "Open source" }),
    ).toBeUndefined();
  });

  test("counts half if it is only likely, and several wishes add up", () => {
    expect(points("slack alternative for linux", { description: "Cross-platform" })).toBe(40);
    expect(points("open source slack alternative for linux", { description: "Open source, for Linux" })).toBe(160);
  });

  test("makes no hit of a site that lacks all else", () => {
    const found = [site("", { name: "Free", description: "free" }), site("words", { name: "Word" })];
    expect(order("free zebra", found)).toEqual(["Word"]);
  });
});
