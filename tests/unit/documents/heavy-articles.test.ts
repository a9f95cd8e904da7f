// @module-tag long
import { expect, test } from "vitest";
import { toArticle } from "#worker/features/documents/article.ts";

const block = (type: string, data: object) => ({ type, data });
const raw = (html: string) => block("raw", { html });
const paragraph = (text: string) => block("paragraph", { text });
const code = (text: string) => block("code", { code: text });
const card = (description: string) =>
  block("linkTool", { link: "https://a.example/", meta: { title: "a", description } });
const times = (count: number, part: string) => part.repeat(count);
const many = <T>(count: number, part: (at: number) => T) => Array.from({ length: count }, (_, at) => part(at));

const endlessCell = `<td colspan="1000" rowspan="65534">x</td>`;
const wideTable = `<table><tr><td colspan="20" rowspan="20">x</td>${times(20, "<td>x</td>")}</tr></table>`;
const tablesIn = (depth: number): string =>
  depth === 0 ? "x" : `<table><tr><td>x</td><td>${tablesIn(depth - 1)}</td></tr></table>`;
const image = (at: number) => ({ url: `https://pictures.example/${at}.png`, width: 100_000, height: 100_000 });

/** Articles that were slow to lay out, each for another reason. The API would refuse most of them. */
const ARTICLES: Record<string, object[]> = {
  "a table of endless spans": [raw(`<table>${times(60, `<tr>${times(12, endlessCell)}</tr>`)}</table>`)],
  "spans of 20 in many tables": many(40, () => raw(times(12, wideTable))),
  "short rows and a long one": [block("table", { content: [many(9_000, () => "x"), ...many(9_000, () => ["x"])] })],
  "four full tables": many(4, () => block("table", { content: many(200, () => many(24, () => "some words")) })),
  "tables in tables": many(60, () => raw(tablesIn(12))),
  "elements in elements": many(60, () => raw(`${times(30, "<blockquote><details open><ul><li>")}x`)),
  "19,000 list items": [block("list", { style: "ordered", items: many(19_000, () => "x") })],
  "2,000 images": many(1_999, (at) => block("image", { file: image(at), stretched: true })),
  "a word of a megabyte": [paragraph(times(990_000, "x"))],
  "a megabyte of both directions": [paragraph(times(160_000, "aא1 "))],
  "letters with accents": [paragraph(times(300_000, "a\u0301"))],
  "one endless word in Devanagari": [paragraph(times(40_000, "क्ष्म्य"))],
  "Thai without a space": [paragraph(times(80_000, "สวัสดี"))],
  "Arabic paragraphs of the maximum length": many(90, () => paragraph(times(1_249, "سلام"))),
  "two alphabets in turn": [code(times(150_000, "a漢"))],
  "letters and emoji in turn": [code(times(190_000, "a😀"))],
  "the maximum number of letters and emoji": many(10, () => code(times(4, `${times(249, "a😀")}\n`))),
  "letters and signs of other fonts": many(65, () => code(times(3, `${times(2_499, "a⠁")}\n`))),
  "a card of two alphabets": [card(times(240_000, "a漢"))],
  "a card of both directions": [card(times(160_000, "aא1 "))],
  "a card of accents": [card(times(300_000, "a\u0301"))],
  "a file with a name of two alphabets": [
    block("attaches", { file: { url: "https://a.example/x", name: times(240_000, "a漢") } }),
  ],
  "a missing image with an alternative text of two alphabets": [
    raw(`<img src="https://pictures.example/gone.png" alt="${times(240_000, "a漢")}">`),
  ],
  "a megabyte of lines": [code(times(490_000, "x\n"))],
  "the maximum number of lines": [code(times(19_000, "x\n"))],
};

/** Counts the parts of what is shown, the longest line of a text, and how deep elements are nested. */
function measure(shown: unknown, depth = 0): { nodes: number; line: number; depth: number } {
  if (typeof shown === "string") {
    const lines = shown.split("\n").map(({ length }) => length);
    return { nodes: lines.length, line: Math.max(...lines), depth };
  }
  if (typeof shown !== "object" || shown === null) return { nodes: 0, line: 0, depth };
  const isElement = "children" in shown;
  const total = { nodes: 1, line: 0, depth };
  for (const part of Object.values(shown)) {
    const found = measure(part, isElement ? depth + 1 : depth);
    total.nodes += found.nodes;
    total.line = Math.max(total.line, found.line);
    total.depth = Math.max(total.depth, found.depth);
  }
  return total;
}

// Without the limits for articles, such pages froze a tab.
test.for(Object.entries(ARTICLES))("of an article with %s, a page shows no more than the limits", ([, blocks]) => {
  const { nodes, line, depth } = measure(toArticle({ blocks }, { imageUrl: (url) => url }));
  // 20,000 lines, cells and items, each of at most four parts.
  expect(nodes).toBeLessThanOrEqual(80_000);
  expect(line).toBeLessThanOrEqual(5_000);
  expect(depth).toBeLessThanOrEqual(30);
});
