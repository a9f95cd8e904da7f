import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Block } from "#schema/articles/document.ts";
import { adSlots } from "#web/features/documents/ad-slots.ts";
import { ArticleBody } from "#web/features/documents/article-body.tsx";

const html = (...blocks: Block[]) =>
  renderToString(<ArticleBody article={{ blocks }} linkRel="sponsored nofollow noopener" />);

const paragraph = (text: string): Block => ({ type: "paragraph", content: [text] });
const link = (href: string): Block => ({
  type: "paragraph",
  content: [{ tag: "a", attributes: { href }, children: ["x"] }],
});
const image = (size: { width?: number; height?: number }): Block => ({
  type: "image",
  src: "/media/a.webp",
  alt: "A",
  caption: [],
  withBorder: false,
  withBackground: false,
  stretched: false,
  ...size,
});

test("ads come after every third block, but not after the last", () => {
  const paragraphs = (count: number) => Array.from({ length: count }, () => ({ type: "paragraph" }) as const);
  expect(adSlots(paragraphs(3))).toEqual([]);
  expect(adSlots(paragraphs(4))).toEqual([3]);
  expect(adSlots(paragraphs(9))).toEqual([3, 6]);
});

test("an ad does not come directly before or after a site card", () => {
  const blocks = ["paragraph", "paragraph", "paragraph", "siteCard", "paragraph", "siteCard", "siteCard"] as const;
  expect(adSlots(blocks.map((type) => ({ type })))).toEqual([]);
  expect(adSlots([...blocks, "paragraph", "paragraph"].map((type) => ({ type }) as { type: "paragraph" }))).toEqual([
    8,
  ]);
});

test("an ad does not come between a heading and its text", () => {
  const blocks = ["paragraph", "paragraph", "header", "header", "paragraph", "paragraph", "header"] as const;
  expect(adSlots(blocks.map((type) => ({ type })))).toEqual([5]);
  expect(adSlots((["paragraph", "paragraph", "header", "header"] as const).map((type) => ({ type })))).toEqual([]);
});

test("an ad does not come between a sentence and its list", () => {
  const blocks = ["paragraph", "header", "paragraph", "list", "paragraph", "paragraph"] as const;
  expect(adSlots(blocks.map((type) => ({ type })))).toEqual([4]);
});

test("ads are numbered in the order of their places", () => {
  const article = { blocks: "abcdefg".split("").map(paragraph) };
  const shown = renderToString(
    <ArticleBody article={article} linkRel="ugc nofollow noopener" ad={(index) => <aside>Ad {index}</aside>} />,
  );
  expect(
    shown
      .replaceAll("<!-- -->", "")
      .replaceAll(/<[^>]+>/g, " ")
      .split(/\s+/)
      .join(" "),
  ).toBe(" a b c Ad 0 d e f Ad 1 g ");
});

test("links to other sites open a new tab with the rel of the page", () => {
  expect(html(link("https://a.example/"))).toContain(
    '<a href="https://a.example/" rel="sponsored nofollow noopener" target="_blank">',
  );
  expect(html(link("/about"))).toContain('<a href="/about">');
});

test("text is never interpreted as markup", () => {
  expect(html(paragraph("<img src=x onerror=alert(1)>"), { type: "code", code: "</code><script>" })).not.toMatch(
    /<img|<script/,
  );
});

test("an image reserves its space before it is loaded", () => {
  expect(html(image({ width: 640, height: 480 }))).toContain('width="640" height="480"');
  expect(html(image({}))).toContain("article-image-unsized");
});

test("an embed is a link until the visitor clicks it", () => {
  const shown = html({
    type: "embed",
    service: "youtube",
    embedUrl: "https://www.youtube-nocookie.com/embed/jNQXAC9IVRw",
    sourceUrl: "https://www.youtube.com/watch?v=jNQXAC9IVRw",
    caption: [],
  });
  expect(shown).toContain("Play on YouTube");
  expect(shown).not.toMatch(/<iframe|nocookie/);
});

test("a list uses the numbering of its author, and a nested list starts at 1", () => {
  const items = [{ content: ["a"], items: [{ content: ["b"], items: [] }] }];
  const shown = html({ type: "list", style: "ordered", start: 3, counterType: "upper-roman", items });
  expect(shown).toContain('<ol start="3" type="I"><li dir="auto">a<ol type="I"><li dir="auto">b</li></ol></li></ol>');
});

test("a checklist shows which items are done", () => {
  const items = [{ content: ["a"], checked: true, items: [] }];
  expect(html({ type: "list", style: "checklist", items })).toMatch(
    /<input type="checkbox" disabled="" checked=""\/?>/,
  );
});

test("wide tables and code can be scrolled with the keyboard", () => {
  const table = html({ type: "table", withHeadings: true, stretched: false, rows: [[["A"]], [["1"]]] });
  expect(table).toMatch(/tabindex="0"><table><thead><tr><th dir="auto" scope="col"/);
  expect(html({ type: "code", code: "x" })).toContain('tabindex="0"');
});

test("each heading of a table has a scope", () => {
  const rows = [
    [[], ["Free"], ["Paid"]],
    [["Seats"], ["5"], ["50"]],
  ];
  const table = html({ type: "table", withHeadings: true, stretched: false, rows });
  expect(table.match(/<th [^>]+>\w+/g)).toEqual([
    '<th dir="auto" scope="col">Free',
    '<th dir="auto" scope="col">Paid',
    '<th dir="auto" scope="row">Seats',
  ]);

  const cell = (tag: "td" | "th", text: string) => ({ tag, attributes: { colSpan: "2" }, children: [text] });
  const row = (...cells: ReturnType<typeof cell>[]) => ({ tag: "tr" as const, children: cells });
  const written = [row(cell("th", "A"), cell("th", "B")), row(cell("th", "C"), cell("td", "1"))];
  const raw = html({ type: "raw", content: [{ tag: "table", children: [{ tag: "tbody", children: written }] }] });
  expect(raw.match(/<t[hd] [^>]+>\w+/g)).toEqual([
    '<th colSpan="2" scope="col">A',
    '<th colSpan="2" scope="col">B',
    '<th colSpan="2" scope="row">C',
    '<td colSpan="2">1',
  ]);
});

test("an unknown block shows a message", () => {
  expect(html({ type: "unsupported", name: "poll" })).toContain("Unsupported block type");
});
