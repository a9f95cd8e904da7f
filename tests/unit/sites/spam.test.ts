import { expect, test } from "vitest";
import { toUnsignedArticle } from "#worker/features/documents/require-document.ts";
import { type Listing, findMixedScripts, findSpam } from "#worker/features/sites/save/spam.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
const link = (host: string, text = "here") => `<a href="https://${host}/page">${text}</a>`;
const links = (count: number, host = (at: number) => `host-${at}.example`) =>
  Array.from({ length: count }, (_, at) => link(host(at))).join(" ");

function reasons(text: string, overrides: Partial<Listing> = {}): string[] {
  return find(text, overrides).map(({ reason }) => reason);
}

function find(text: string, overrides: Partial<Listing> = {}) {
  return findSpam({
    name: "Mattermost",
    link: "https://mattermost.com/",
    description: "Secure chat",
    alternatives: [{ name: "Slack", link: "https://www.slack.com/" }],
    article: toUnsignedArticle({ blocks: [{ type: "paragraph", data: { text } }] }),
    screenshotTexts: [],
    ...overrides,
  });
}

test("an article with links among many words is not spam", () => {
  expect(reasons(`${words(400)} ${links(20)}`)).toEqual([]);
  expect(reasons(links(8)), "a few links and nothing else").toEqual([]);
});

test("many links among few words are spam", () => {
  expect(reasons(`${words(90)} ${links(9)}`)).toEqual(["9 links to other hosts in 99 words"]);
});

test("many links to one host are spam", () => {
  expect(reasons(`${words(200)} ${links(9, () => "casino.example")}`)).toEqual([
    "9 links to casino.example in 209 words",
  ]);
});

test("links to the site itself and to its products are spam only if they are most of the text", () => {
  const own = (at: number) => (at % 2 ? "mattermost.com" : "slack.com");
  expect(reasons(`${words(40)} ${links(30, own)}`)).toEqual([]);
  expect(reasons(`${words(20)} ${links(30, own)}`)).toEqual(["30 of 50 words are inside 30 links"]);
});

test("a shortened link is spam in every field, the home page of a shortener is not", () => {
  const reason = ["shortened links (bit.ly)"];
  expect(reasons("x", { link: "https://bit.ly/3abc" })).toEqual(reason);
  expect(reasons("x", { alternatives: [{ name: "A", link: "https://www.bit.ly/3abc" }] })).toEqual(reason);
  expect(reasons(`x <a href="http://BIT.ly/x">y</a>`)).toEqual(reason);
  expect(reasons("See https://bit.ly/3abc now")).toEqual(reason);
  expect(reasons("x", { link: "https://bit.ly./3abc" }), "a name may end in a dot").toEqual(reason);
  expect(reasons("x", { alternatives: [{ name: "Bitly", link: "https://bitly.com/" }] })).toEqual([]);
});

test("a URL in the name or description is spam", () => {
  const reason = ["a URL in the name or description"];
  expect(reasons("x", { description: "Visit www.casino.example today" })).toEqual(reason);
  expect(reasons("x", { name: "https://casino.example" })).toEqual(reason);
  expect(reasons("x", { name: "Cal.com" })).toEqual([]);
});

test("a URL or a shortened link in facts and in how the site replaces a product is spam", () => {
  const slack = { name: "Slack", link: "https://www.slack.com/" };
  const inFacts = ["a URL in the facts"];
  expect(reasons("x", { facts: { good_at: ["Buy at www.casino.example"] } })).toEqual(inFacts);
  expect(reasons("x", { facts: { exports_to: ["CSV", "https://casino.example"] } })).toEqual(inFacts);
  const inPair = ["a URL in how it replaces a product"];
  expect(reasons("x", { alternatives: [{ ...slack, lacks: ["Calls", "www.casino.example"] }] })).toEqual(inPair);
  expect(reasons("x", { alternatives: [{ ...slack, adds: ["www.casino.example"] }] })).toEqual(inPair);
  const moving = { text: "Run the import", link: "https://bit.ly/3abc" };
  const shortened = ["shortened links (bit.ly)"];
  expect(reasons("x", { alternatives: [{ ...slack, moving }] })).toEqual(shortened);
  expect(reasons("x", { facts: { demo: "https://bit.ly/3abc" } })).toEqual(shortened);
  expect(reasons("x", { fact_sources: { pricing: "https://bit.ly/3abc" } })).toEqual(shortened);
  const usual: Partial<Listing> = {
    facts: { good_at: ["Reads Slack’s files"], source_code: "https://github.com/mattermost/mattermost" },
    fact_sources: { pricing: "https://mattermost.com/pricing/" },
    alternatives: [{ ...slack, lacks: ["Huddles"], moving: { text: "Import it", link: "https://docs.example/" } }],
  };
  expect(reasons("x", usual)).toEqual([]);
});

test("a finding has the texts of the listing as they stand there, each once", () => {
  const article = `<a href="https://bit.ly/1">One</a> www.bit.ly/2. <a href="https://bit.ly/1">again</a>`;
  expect(find(article, { link: "https://bit.ly/3" })).toEqual([
    { reason: "shortened links (bit.ly)", found: ["https://bit.ly/1", "www.bit.ly/2.", "https://bit.ly/3"] },
  ]);
  const description = "Visit www.casino.example, or https://casino.example/win today";
  expect(find("x", { description })).toMatchObject([{ found: ["www.casino.example,", "https://casino.example/win"] }]);
  expect(find(links(9, () => "casino.example"))).toMatchObject(
    Array.from({ length: 3 }, () => ({ found: ["https://casino.example/page"] })),
  );
});

test("links are counted in every kind of block", () => {
  const block = (type: string, data: object) => ({ type, data });
  const article = toUnsignedArticle({
    blocks: [
      block("header", { text: link("a.example"), level: 2 }),
      block("list", { style: "unordered", items: [{ content: link("b.example"), items: [link("c.example")] }] }),
      block("checklist", { items: [{ text: link("d.example") }] }),
      block("quote", { text: link("e.example"), caption: link("f.example") }),
      block("table", { content: [[link("g.example"), "x"]] }),
      block("warning", { title: link("h.example"), message: link("i.example") }),
      block("raw", { html: `<div><p>${link("j.example")}</p></div>` }),
      block("linkTool", { link: "https://k.example/", meta: { title: "k" } }),
      block("attaches", { file: { url: "https://l.example/a.pdf" }, title: "l" }),
      block("image", { file: { url: "https://m.example/a.png" }, caption: link("n.example") }),
    ],
  });
  expect(reasons("", { article })[1]).toMatch(/^13 links to other hosts in/);
});

test.each([
  ["pаypal", "letters of several alphabets in one word (pаypal)"],
  ["Яндекс Почта", undefined],
  ["Yandex Почта", undefined],
  ["LINEアプリ", undefined],
  ["Café Crème", undefined],
])("only a name with lookalike letters of another alphabet waits: %s", (name, reason) => {
  expect(findMixedScripts({ name, alternatives: [] })).toEqual(reason ? [{ reason, found: [name] }] : []);
});
