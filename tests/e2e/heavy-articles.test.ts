import { expect, test } from "vitest";
import type { Store } from "#worker/commands/bindings.ts";
import { createListings, type NewListing } from "#worker/features/sites/create.ts";
import { useOwnServer } from "./support/base-url.ts";
import { waitForHydration, visit } from "./support/visit.ts";

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

/** Articles that are slow to lay out, each for another reason. The API would refuse most of them. */
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
const NAMES = Object.keys(ARTICLES);

useOwnServer(async ({ db }: Store) => {
  const sites = NAMES.map((name, index): NewListing => ({
    name: `Heavy ${index + 1}`,
    link: `https://heavy-${index + 1}.example/`,
    description: "",
    category: "finance",
    review: "active",
    createdAt: Date.now(),
    alternatives: [],
    content: JSON.stringify({ blocks: ARTICLES[name] }),
  }));
  // One at a time: two articles together could exceed the longest value that D1 takes.
  for (const site of sites) await createListings(db, [site], { ownerId: null, newId: () => "x" });
});

// Without the limits for articles, such pages froze a tab.
test.for(NAMES.map((name, index) => [name, index + 1] as const))("a page with %s is drawn", async ([, id]) => {
  const page = await visit("/about");
  await page.goto(`/heavy-${id}`);
  await waitForHydration(page);
  // Another width makes the browser lay out the whole page again.
  await page.setViewportSize({ width: 390, height: 800 });
  const frame = () => new Promise<string>((done) => requestAnimationFrame(() => done("drawn")));
  expect(await page.evaluate(frame)).toBe("drawn");
});
