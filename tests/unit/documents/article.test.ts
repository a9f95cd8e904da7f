import { expect, test } from "vitest";
import type { Block } from "#schema/articles/document.ts";
import { metaDescription, toArticle } from "#worker/features/documents/article.ts";
import { cleanDocument } from "#worker/features/documents/clean.ts";
import { everyBlock } from "../../support/every-block.ts";

const article = (content: unknown) => toArticle(content, { imageUrl: (url) => `/pictures/${encodeURIComponent(url)}` });
const ENDLESS_CELL = '<td colspan="1000" rowspan="65534">x</td>';
const blockOf = (type: string, data: unknown) => article({ blocks: [{ type, data }] }).blocks[0];
const paragraphs = (...texts: string[]) =>
  article({ blocks: texts.map((text) => ({ type: "paragraph", data: { text } })) });

test("every block is converted, in each shape that its tool has saved", () => {
  const none = { content: ["b"], items: [] };
  const expected: Block[] = [
    {
      type: "paragraph",
      content: [
        "One ",
        { tag: "b", children: ["bold"] },
        ", ",
        { tag: "a", attributes: { href: "https://a.example/?b&c" }, children: ["link"] },
      ],
    },
    { type: "paragraph", content: ["Centred"], alignment: "center" },
    { type: "header", level: 2, id: "article-what-why", content: ["What & ", { tag: "i", children: ["why"] }] },
    { type: "header", level: 4, id: "article-what-why-2", content: ["What & why"] },
    {
      type: "list",
      style: "unordered",
      items: [
        { content: ["a"], items: [] },
        { content: [{ tag: "code", children: ["b"] }], items: [] },
      ],
    },
    { type: "list", style: "ordered", items: [{ content: ["a"], items: [none] }] },
    {
      type: "list",
      style: "ordered",
      start: 3,
      counterType: "upper-roman",
      items: [{ content: ["a"], items: [none] }],
    },
    {
      type: "list",
      style: "checklist",
      items: [{ content: ["a"], checked: true, items: [{ ...none, checked: false }] }],
    },
    {
      type: "list",
      style: "checklist",
      items: [
        { content: ["a"], checked: true, items: [] },
        { ...none, checked: false },
      ],
    },
    {
      type: "image",
      src: "/pictures/https%3A%2F%2Fa.example%2Fb.png",
      alt: "A picture",
      caption: [{ tag: "b", children: ["A"] }, " picture"],
      width: 640,
      height: 480,
      withBorder: true,
      withBackground: true,
      stretched: true,
    },
    {
      type: "image",
      src: "/media/a.webp",
      alt: "",
      caption: [],
      withBorder: false,
      withBackground: false,
      stretched: false,
    },
    { type: "code", code: "if (a < b) <b>x</b>\n", language: "js" },
    { type: "quote", content: ["a", { tag: "br", children: [] }, "b"], caption: ["c"] },
    { type: "delimiter" },
    { type: "table", withHeadings: true, stretched: true, rows: [[["A"], ["B"]], [["1"], []], [["2"]]] },
    { type: "table", withHeadings: false, stretched: false, rows: [[["a"]]] },
    {
      type: "embed",
      service: "youtube",
      embedUrl: "https://www.youtube-nocookie.com/embed/jNQXAC9IVRw",
      sourceUrl: "https://www.youtube.com/watch?v=jNQXAC9IVRw",
      caption: ["A video"],
    },
    {
      type: "raw",
      content: [
        {
          tag: "figure",
          children: [
            {
              tag: "blockquote",
              children: [
                { tag: "p", children: ["Raw ", { tag: "abbr", attributes: { title: "text" }, children: ["t"] }] },
              ],
            },
          ],
        },
      ],
    },
    { type: "warning", title: ["Mind"], message: ["the ", { tag: "b", children: ["gap"] }] },
    {
      type: "linkCard",
      url: "https://a.example/b",
      title: "A & b <3",
      description: "About",
      imageUrl: "/pictures/https%3A%2F%2Fa.example%2Fc.png",
    },
    { type: "linkCard", url: "https://a.example/", title: "a.example", description: "" },
    { type: "attachment", url: "/media/a.pdf", name: "The plan", extension: "pdf", sizeBytes: 2048 },
    { type: "unsupported", name: "poll" },
  ];
  expect(article(everyBlock).blocks).toEqual(expected);
});

test("an image without an alternative text uses its caption as alternative text", () => {
  const image = { file: { url: "/media/a.webp" }, caption: "How it <b>works</b>" };
  const alt = (data: object) => (blockOf("image", { ...image, ...data }) as { alt: string }).alt;
  expect(alt({ alt: " A server\nand two phones " })).toBe("A server and two phones");
  for (const none of [{}, { alt: "" }, { alt: " " }, { alt: 7 }]) expect(alt(none)).toBe("How it works");
});

test("the size of an upload comes from its URL, not from the document", () => {
  const url = "/media/users/1/abcdefghijklmnopqrstuv-1200x800.webp";
  const size = { width: 1200, height: 800 };
  expect(blockOf("image", { file: { url } })).toMatchObject({ src: url, ...size });
  expect(blockOf("image", { file: { url, width: 1, height: 90_000 } })).toMatchObject({ src: url, ...size });
  const without = { ...size, file: { url: "/media/users/1/abcdefghijklmnopqrstuv-0x0.webp" } };
  expect(blockOf("image", without)).not.toHaveProperty("width");
});

test("an article shows the same before and after its document is cleaned", () => {
  const hostile = {
    blocks: [...everyBlock.blocks, { type: "paragraph", data: { text: "a<script>x</script><b><p>c" } }],
  };
  const result = cleanDocument(hostile);
  expect(result.ok && article(result.document)).toEqual(article(hostile));
});

test.each([[null], [""], [{ blocks: null }], [{ blocks: [null, 5, {}, { type: 5 }, { type: "paragraph" }] }]])(
  "the content %j shows nothing",
  (content) => expect(article(content).blocks).toEqual([]),
);

test("plain text and invalid JSON become paragraphs", () => {
  expect(article("One\n\nTwo").blocks).toEqual(paragraphs("One", "Two").blocks);
  expect(article('{"blocks":[').blocks).toEqual([{ type: "paragraph", content: ['{"blocks":['] }]);
});

test("a blank text is not shown", () => {
  expect(paragraphs("<br>", " \u200b\ufeff ", "<b></b><i> </i>", "&#8203;&zwnj;").blocks).toEqual([]);
});

// Without the limits, such blocks froze a tab.
test.each<[string, string, object]>([
  ["too many elements", "paragraph", { text: "<b>".repeat(5_000) }],
  ["too many characters", "paragraph", { text: "x".repeat(2_000_000) }],
  ["a paragraph that is too long", "paragraph", { text: "x".repeat(5_001) }],
  ["two directions in turn", "paragraph", { text: "aא1 ".repeat(160_000) }],
  ["too many lines", "code", { code: "x\n".repeat(490_000) }],
  ["a line that is too long", "code", { code: "x".repeat(5_001) }],
  ["two alphabets in turn", "code", { code: "a漢".repeat(150_000) }],
  ["too many items", "list", { style: "ordered", items: Array(20_001).fill("x") }],
  ["too many cells", "table", { content: Array.from({ length: 501 }, () => Array(10).fill("x")) }],
  [
    "a row that makes others long",
    "table",
    { content: [Array(2_000).fill("x"), ...Array.from({ length: 2_000 }, () => ["x"])] },
  ],
  ["an endless grid", "raw", { html: `<table>${`<tr>${ENDLESS_CELL.repeat(12)}</tr>`.repeat(60)}</table>` }],
])("a block with %s is left out, and its neighbours stay", (_, type, data) => {
  const [before, after] = ["before", "after"].map((text) => ({ type: "paragraph", data: { text } }));
  const shown = article({ blocks: [before, { type, data }, after] });
  expect(shown.blocks.map((block) => block.type === "paragraph" && block.content)).toEqual([["before"], ["after"]]);
});

test("the limits count all blocks together", () => {
  const table = { type: "table", data: { content: Array.from({ length: 200 }, () => Array(24).fill("some words")) } };
  const shown = (block: object, count: number) =>
    article({ blocks: Array.from({ length: count }, () => block) }).blocks;
  expect([shown(table, 5), shown({ type: "delimiter" }, 2_001)]).toMatchObject([{ length: 4 }, { length: 2_000 }]);
});

test("elements and tables in each other are shown to a limited depth", () => {
  const depth = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
  const html = "<blockquote><details open><ul><li><table><tr><td>".repeat(30);
  expect(depth(article({ blocks: [{ type: "raw", data: { html: `${html}x` } }] }))).toBeLessThan(70);
});

test("a stored title, name or alternative text that is too long is cut, and its block stays", () => {
  const long = "word ".repeat(50_000);
  const card = blockOf("linkTool", { link: "https://a.example/", meta: { title: long, description: long } });
  const file = blockOf("attaches", { file: { url: "/media/a.pdf", name: long } });
  const cut = expect.stringMatching(/^(word ){190,199}word…$/);
  expect([card, file]).toMatchObject([{ title: cut, description: cut }, { name: cut }]);
  const shown = JSON.stringify([
    blockOf("image", { file: { url: "/media/a.webp" }, alt: long }),
    blockOf("raw", { html: `<img src="/media/a.webp" alt="${long}">` }),
  ]);
  expect(shown.match(/"alt":"(word ){50,59}word…"/g)).toHaveLength(2);
});

test("the spans of a cell are cut to the columns and rows that a table may have", () => {
  const html = `<table><tr>${ENDLESS_CELL}<td>y</td></tr></table>`;
  expect(JSON.stringify(blockOf("raw", { html }))).toContain('{"colSpan":"20","rowSpan":"1"}');
});

test("a list is cut below the tenth level", () => {
  let items: unknown[] = [];
  for (let depth = 0; depth < 500; depth += 1) items = [{ content: "x", items }];
  expect(JSON.stringify(blockOf("list", { items })).match(/"x"/g)).toHaveLength(10);
});

test("a property name of Object.prototype is not a block type", () => {
  expect(blockOf("constructor", {})).toEqual({ type: "unsupported", name: "constructor" });
  expect(blockOf("__proto__", {})).toEqual({ type: "unsupported", name: "__proto__" });
});

test("headings have unique ids that the page itself does not use", () => {
  const texts = ["Root", "Root", "Root 2", "Überblick & Preise", "من جدّ", "!"];
  const { blocks } = article({ blocks: texts.map((text) => ({ type: "header", data: { text } })) });
  expect(blocks.map((block) => block.type === "header" && block.id)).toEqual([
    "article-root",
    "article-root-2",
    "article-root-2-2",
    "article-überblick-preise",
    "article-من-جدّ",
    "article-section",
  ]);
});

test("a link to a heading leads to the heading's id", () => {
  expect(paragraphs('<a href="#Getting%20started-">x</a>').blocks[0]).toHaveProperty(
    "content.0.attributes.href",
    "#article-getting-started",
  );
});

test.each([
  ["https://www.youtube.com/watch?t=1&v=jNQXAC9IVRw", "https://www.youtube-nocookie.com/embed/jNQXAC9IVRw"],
  ["https://player.vimeo.com/video/76979871?title=0", "https://player.vimeo.com/video/76979871?dnt=1"],
  ["https://codepen.io/team/pen/abcDEF", "https://codepen.io/team/embed/abcDEF"],
  [
    "https://www.figma.com/file/abcdefghijABCDEFGHIJ12/Name",
    "https://embed.figma.com/file/abcdefghijABCDEFGHIJ12?embed-host=share",
  ],
])("%s becomes an embed", (source, embedUrl) => {
  expect(blockOf("embed", { service: "x", source })).toMatchObject({ type: "embed", embedUrl });
});

test.each([
  "https://evil.example/?https://www.youtube.com/embed/jNQXAC9IVRw",
  "https://www.youtube.com:8443/embed/jNQXAC9IVRw",
  "http://www.youtube.com/embed/jNQXAC9IVRw",
  'https://www.youtube.com/embed/x"></iframe><script>alert(1)</script>',
])("%s becomes a link card", (source) => {
  expect(blockOf("embed", { service: "youtube", source, embed: source })).toMatchObject({ type: "linkCard" });
});

test.each(["javascript:alert(1)", "data:text/html,x", "//www.youtube.com/embed/jNQXAC9IVRw", "", null])(
  "an embed of %j is not shown",
  (source) => expect(blockOf("embed", { service: "youtube", source, embed: source })).toBeUndefined(),
);

test.each([
  "javascript:alert(1)",
  "//evil.example/a.png",
  "http://a.example/b.png",
  "/logout/",
  "/media/../logout/",
  5,
])("an image at %j is not shown", (url) => expect(blockOf("image", { file: { url } })).toBeUndefined());

test("invisible direction marks in a file name are dropped", () => {
  const file = { url: "https://a.example/i", name: "invoice\u202efdp.exe", size: -1, extension: "<b>" };
  expect(blockOf("attaches", { file })).toEqual({ type: "attachment", url: file.url, name: "invoicefdp.exe" });
});

test("the description is the first paragraph as text", () => {
  const { blocks } = paragraphs("A <b>bold</b><br>start &amp; more", "Second");
  expect(metaDescription({ blocks: [{ type: "delimiter" }, ...blocks] })).toBe("A bold start & more");
  expect(metaDescription({ blocks: [] })).toBe("");
});

test("a description over 160 characters is cut to 157 and an ellipsis", () => {
  expect(metaDescription(paragraphs("x".repeat(160)))).toBe("x".repeat(160));
  expect(metaDescription(paragraphs("x".repeat(161)))).toBe(`${"x".repeat(157)}…`);
});

test("a description is cut between graphemes", () => {
  expect(metaDescription(paragraphs(`${"x".repeat(156)}👩‍👩‍👧‍👦 and so on`))).toBe(`${"x".repeat(156)}…`);
});
