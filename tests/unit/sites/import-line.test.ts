import { expect, test } from "vitest";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { isCompleteLine, readSiteLine } from "#worker/features/sites/import/import-line.ts";

const FIGMA = { name: "Figma", link: "https://www.figma.com/" };
const site = (fields: object = {}) => ({
  name: "Penpot",
  link: "https://penpot.app/",
  description: "Design & prototyping platform",
  category: "design_creativity",
  alternatives: [FIGMA],
  ...fields,
});
const problemOf = (line: unknown) => {
  const read = readSiteLine(typeof line === "string" ? line : JSON.stringify(line), false);
  return "problem" in read ? read.problem : undefined;
};
/** Of a line that lists a site: the site, and what was left out. */
const listed = (fields: object) => {
  const read = readSiteLine(JSON.stringify(site(fields)), false);
  if ("problem" in read) throw new Error(read.problem);
  return { site: read.site, problems: read.problems };
};

test("a good line lists a site, also with a byte order mark and a carriage return", () => {
  const content = { blocks: [{ type: "paragraph", data: { text: "Draws <b>well</b><script>alert(1)</script>" } }] };
  const { site: read, problems } = listed({ content });
  expect(read).toMatchObject({ ...site(), review: "active" });
  expect(JSON.parse(read.content!)).toEqual({ blocks: [{ type: "paragraph", data: { text: "Draws <b>well</b>" } }] });
  expect(problems).toEqual([]);
  expect(problemOf(`\ufeff${JSON.stringify(site())}\r`)).toBeUndefined();
});

const LONG = "x".repeat(101);
const delimiters = Array.from({ length: 3000 }, () => ({ type: "delimiter", data: {} }));
const NOT_EDITOR = "content: not an Editor.js document, which is an object with a list of blocks";

test.each<[unknown, string | RegExp]>([
  ['{"name"', "not JSON"],
  ["[]", "Each line must be one JSON object, not an array"],
  ["null", "Each line must be one JSON object, not null"],
  [site({ name: "\u200b" }), "name: Site name is required"],
  [
    site({ name: LONG, link: "javascript:alert(1)" }),
    "name: Site name must be less than 100 characters; link: Please enter a valid URL.",
  ],
  [site({ category: "nonsense" }), 'category: there is no category "nonsense"'],
  [site({ category: undefined }), "category: Category is required."],
  [site({ alternatives: [{ name: "A", link: "" }] }), "alternatives.0.link: URL is required when name is provided"],
  [site({ content: { blocks: delimiters } }), /^content: .+blocks/],
  [
    site({ content: { blocks: [{ type: "table", data: { content: [] } }] } }),
    "content: Block 1 of the article is a table without cells. Please write into it or remove it.",
  ],
  [site({ content: false }), NOT_EDITOR],
  [site({ content: { blocks: 5 } }), NOT_EDITOR],
  [
    site({ content: { blocks: [5, { type: "image", data: { file: { url: "javascript:alert(1)" } } }] } }),
    "content: none of its blocks can be shown",
  ],
])("a bad line is refused with its reason: %j", (line, problem) => {
  expect(problemOf(line)).toEqual(typeof problem === "string" ? problem : expect.stringMatching(problem));
});

test("an article without blocks is none, and names have no invisible characters", () => {
  expect(listed({ content: { blocks: [] } }).site.content).toBeUndefined();
  expect(listed({ name: "Pen\u202epot\n\u0000 Pro", description: "a\u2066b" }).site).toMatchObject({
    name: "Penpot Pro",
    description: "ab",
  });
});

test("a line of an update may lack all fields but the link, and says what a new site would need", () => {
  const read = readSiteLine(JSON.stringify({ link: "http://www.penpot.app", description: "Draws" }), true);
  expect(read).toMatchObject({
    given: ["link", "description"],
    lack: "name: Site name is required; category: Category is required.",
  });
  expect(problemOf({ link: "https://penpot.app/", description: "Draws" })).toContain("name: Site name is required");
  expect(readSiteLine(JSON.stringify(site({ name: "" })), true)).toEqual({ problem: "name: Site name is required" });
});

test.each([
  ["[", "This file is a JSON array. Each line must be one JSON object"],
  [' [{"name":"A"},', "This file is a JSON array. Each line must be one JSON object"],
  ['{"name":"A"},', "The JSON of line 2 continues on the next line. Each line must be one JSON object"],
])("a file with a first line %s is refused as a whole", (line, problem) => {
  expect(() => isCompleteLine(line, 2)).toThrow(problem);
});

test("a line that is cut off otherwise is a bad line", () => {
  expect([isCompleteLine('{"name":"Cut"', 1), isCompleteLine(JSON.stringify(site()), 1)]).toEqual([false, true]);
});

const FACTS = {
  pricing: "freemium",
  price_from: { amount: "7.00", currency: "USD", per: "user_month" },
  licences: ["MPL-2.0"],
  hosting: ["cloud", "self_hosted"],
  stars: 58_995,
  archived: false,
  good_at: ["Design & code"],
};

test("a line brings facts, their sources and the day of their check, which no other line has", () => {
  const sources = { fact_sources: { licences: "https://github.com/penpot/penpot" }, facts_checked_at: "2026-08-21" };
  expect(listed({ facts: FACTS, ...sources })).toMatchObject({ site: { facts: FACTS, ...sources }, problems: [] });
  expect(listed({ facts_checked_at: "2026-08-21" }).site).toMatchObject({ facts: {}, facts_checked_at: null });
});

test("unknown facts and wrong values are left out and reported, and the site is listed", () => {
  const { site: read, problems } = listed({
    facts: {
      shoe_size: 43,
      pricing: "cheap",
      open_source: "yes",
      platforms: ["web", "toaster"],
      country: "ES",
      sso: null,
    },
    fact_sources: {
      country: "javascript:alert(1)",
      pricing: "https://penpot.app/pricing",
      nothing: "https://a.example/",
    },
    facts_checked_at: "21.08.2026",
  });
  expect(read.facts).toEqual({ country: "ES" });
  expect(read.facts_checked_at).toBeNull();
  expect(problems).toEqual([
    "facts.shoe_size: There is no fact “shoe_size”.",
    "facts.pricing: Pricing must be one of free, freemium, paid, one_time.",
    "facts.open_source: Open source must be yes or no.",
    expect.stringMatching(/^facts\.platforms: Runs on must be one of web, windows, /),
    expect.stringMatching(/^fact_sources\.country: .+ must be a web address/),
    expect.stringMatching(/^fact_sources\.nothing: There is no fact/),
    "facts_checked_at: must be a day, such as 2026-08-21",
  ]);
});

test.each([[7], [["pricing"]], ["free"]])("facts that are no object (%j) are left out and reported", (facts) => {
  expect(listed({ facts, fact_sources: facts })).toMatchObject({
    site: { facts: {} },
    problems: ["facts: must be an object", "fact_sources: must be an object"],
  });
});

test("a line says how the site replaces each product; a wrong part of it is left out and reported", () => {
  const pair = { replaces: "same_job", lacks: ["Plugins"], adds: ["Runs on your own server"] };
  const sketch = { name: "Sketch", link: "https://www.sketch.com/" };
  expect(listed({ alternatives: [{ ...FIGMA, ...pair }, sketch] })).toMatchObject({
    site: { alternatives: [{ ...FIGMA, ...pair }, sketch] },
    problems: [],
  });
  const moving = { text: "Export", link: "javascript:alert(1)" };
  const wrong = { ...FIGMA, replaces: "everything", lacks: ["1", "2", "3", "4"], adds: pair.adds, moving };
  const { site: read, problems } = listed({ alternatives: [wrong, { ...sketch, lacks: "much" }] });
  expect(read.alternatives).toEqual([{ ...FIGMA, adds: pair.adds }, sketch]);
  expect(problems).toEqual([
    "alternatives.0.replaces: Please choose one of the answers.",
    "alternatives.0.lacks: You can add at most 3 texts.",
    "alternatives.0.moving.link: Please enter a valid URL.",
    "alternatives.1.lacks: Please enter a list.",
  ]);
});

const [LOGO, ONE, TWO] = ["logo", "1", "2"].map((name) => `https://penpot.app/${name}.png`);

test("images are fetched later, each screenshot once, and without a description they have the site's name", () => {
  const screenshots = [
    ONE,
    { url: TWO, alt: "A board", caption: "All work" },
    ONE,
    { url: LOGO, decorative: true, alt: "x" },
  ];
  expect(listed({ logo: LOGO, screenshots }).site.imageFetches).toEqual([
    { kind: "logo", position: 0, address: LOGO, alt: "", caption: "" },
    { kind: "screenshot", position: 0, address: ONE, alt: "Screenshot of Penpot", caption: "" },
    { kind: "screenshot", position: 1, address: TWO, alt: "A board", caption: "All work" },
    { kind: "screenshot", position: 3, address: LOGO, alt: "", caption: "" },
  ]);
});

test("wrong images are left out and reported", () => {
  const wrongUrl = "must be a public URL of an image";
  const { site: read, problems } = listed({
    logo: "http://localhost/logo.png",
    screenshots: [
      "javascript:alert(1)",
      { url: ONE, alt: "x".repeat(201) },
      { url: ONE, caption: "x".repeat(101) },
      7,
      { alt: "A board" },
      TWO,
    ],
  });
  expect(read.imageFetches).toEqual([]);
  expect(problems).toEqual([
    `logo: ${wrongUrl}`,
    `screenshots: ${SITE_IMAGE_MESSAGES.tooMany}`,
    `screenshots.0: ${wrongUrl}`,
    `screenshots.1: ${SITE_IMAGE_MESSAGES.altTooLong}`,
    `screenshots.2: ${SITE_IMAGE_MESSAGES.captionTooLong}`,
    expect.stringMatching(/^screenshots\.3: /),
    `screenshots.4: ${wrongUrl}`,
  ]);
  expect(listed({ logo: 7, screenshots: ONE }).problems).toEqual([`logo: ${wrongUrl}`, "screenshots: must be a list"]);
});
