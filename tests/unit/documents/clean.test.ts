import { expect, test } from "vitest";
import { cleanDocument } from "#worker/features/documents/clean.ts";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { everyBlock } from "../../support/every-block.ts";

function cleaned(content: unknown) {
  const result = cleanDocument(content);
  if (!result.ok) throw new Error(result.message);
  return result.document;
}

const refusal = (content: unknown) => {
  const result = cleanDocument(content);
  return result.ok ? "accepted" : result.message;
};

const cleanedText = (text: string) =>
  cleaned({ blocks: [{ type: "paragraph", data: { text } }] }).blocks[0]?.data["text"];

const cleanedHtml = (html: string) => cleaned({ blocks: [{ type: "raw", data: { html } }] }).blocks[0]?.data["html"];

const paragraph = (text: string) => ({ type: "paragraph", data: { text } });

const many = (text: string, times: number) => ({ blocks: Array.from({ length: times }, () => paragraph(text)) });

const list = (items: unknown) => ({ blocks: [{ type: "list", data: { items } }] });

test("a document without anything harmful is stored as the editor saved it", () => {
  expect(cleaned(everyBlock)).toEqual(everyBlock);
  expect(cleaned(JSON.stringify(everyBlock))).toEqual(everyBlock);
});

test.each([
  ["a script", "a<script>alert(1)</script>b", "ab"],
  ["an event handler", '<b onclick="alert(1)" style="color:red">b</b>', "<b>b</b>"],
  ["a javascript: URL", '<a href="jAvA\nscript:alert(1)">x</a>', "x"],
  ["a javascript: URL in entities", '<a href="&#106;avascript&colon;alert(1)">x</a>', "x"],
  ["a URL with another scheme", '<a href="vbscript:x">x</a><a href="data:text/html,x">y</a>', "xy"],
  ["a URL without a scheme", '<a href="//evil.example">x</a><a href="/\t/evil.example">y</a>', "xy"],
  ["a user name before the host", '<a href="https://bank.example@evil.example/">x</a>', "x"],
  ["a frame", 'a<iframe srcdoc="<script>alert(1)</script>"></iframe>b', "ab"],
  ["foreign content", "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>b", "b"],
  [
    "markup that changes when parsed again",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "",
  ],
  ["a comment", "a<!-- b -->c", "ac"],
  ["an unclosed element", "<b><i>a", "<b><i>a</i></b>"],
  [
    "invisible characters in a URL",
    '<a href="\u202ahttps://a.example/\u200bb\u202c">x</a>',
    '<a href="https://a.example/b">x</a>',
  ],
  ["a link in a link", '<a href="/a"><table><td><a href="/b">x</a></table></a>', '<a href="/a">x</a>'],
  ["target and rel of a link", '<a href="/a" target="_top" rel="opener" ping="/p">x</a>', '<a href="/a">x</a>'],
  ["control characters", "a\0b\u0001c\rd", "abc\nd"],
  ["halves of surrogate pairs", "a\ud83d", "a\ufffd"],
  ["stacked accents", `Z${"\u0301".repeat(99)}`, `Z${"\u0301".repeat(8)}`],
])("a text is sanitized: %s", (_, text, clean) => {
  expect(cleanedText(text)).toBe(clean);
  expect(cleanedText(clean)).toBe(clean);
});

test.each([
  "a &lt;b&gt; &amp;amp; c",
  "a&nbsp;b",
  "1 > 0",
  '<code class="inline-code">x</code>',
  '<a href="#a">b</a>',
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
])("%s is stored unchanged", (text) => expect(cleanedText(text)).toBe(text));

test("a remote image is stored with its own URL, not with the signed path in the editor", () => {
  const signed = remoteImageSigner({ secretKey: "a key", now: 0 });
  const imageOf = (url: string) =>
    cleaned({ blocks: [{ type: "linkTool", data: { link: "https://a.example/", meta: { image: { url } } } }] })
      .blocks[0]?.data["meta"];
  expect(imageOf(signed("https://a.example/b.png?c"))).toEqual({ image: { url: "https://a.example/b.png?c" } });
  expect(imageOf(signed(signed("https://a.example/b.png")))).toEqual({ image: { url: "https://a.example/b.png" } });
  for (const address of ["http://a.example/b.png", "javascript:alert(1)", "/api/logout/"]) {
    expect(imageOf(signed(address))).toEqual({});
  }
});

test("every text field is cleaned", () => {
  const evil = "<img src=x onerror=alert(1)>";
  const document = cleaned({
    blocks: [
      { type: "header", data: { text: evil, level: 2 } },
      { type: "list", data: { style: "ordered", items: [evil, { content: evil, items: [{ content: evil }] }] } },
      { type: "checklist", data: { items: [{ text: evil }] } },
      { type: "quote", data: { text: evil, caption: evil } },
      { type: "table", data: { content: [[evil]] } },
      { type: "warning", data: { title: evil, message: evil } },
      { type: "image", data: { file: { url: "/media/a.webp" }, caption: evil } },
      { type: "embed", data: { source: "https://vimeo.com/1", caption: evil } },
      { type: "attaches", data: { file: { url: "/media/a.pdf" }, title: evil } },
      { type: "raw", data: { html: evil } },
    ],
  });
  expect(JSON.stringify(document)).not.toContain("onerror");
  expect(document.blocks).toHaveLength(10);
});

test("unknown fields and values of a wrong type are left out", () => {
  const blocks = [
    { type: "paragraph", data: { text: "a", onclick: "alert(1)", alignment: "x" }, id: '"><b>', tunes: { a: 1 } },
    { type: "header", data: { text: "b", level: Infinity }, id: "same" },
    { type: "header", data: { text: "c", level: "2" }, id: "same" },
    { type: "code", data: { code: "x", language: 'js" onclick="' } },
  ];
  expect(cleaned({ blocks, time: "now", version: {}, extra: 1 })).toEqual({
    blocks: [
      { type: "paragraph", data: { text: "a" } },
      { type: "header", data: { text: "b" }, id: "same" },
      { type: "header", data: { text: "c" } },
      { type: "code", data: { code: "x" } },
    ],
  });
});

test("blocks without their main field are left out", () => {
  const blocks = [
    null,
    5,
    { data: { text: "a" } },
    { type: ["paragraph"], data: { text: "a" } },
    { type: "paragraph", data: { text: 5 } },
    { type: "paragraph", data: ["a"] },
    { type: "list", data: { style: "ordered", items: [5, {}, null] } },
    { type: "image", data: { file: { url: "/media/../logout/" } } },
    { type: "embed", data: { source: "javascript:alert(1)" } },
    { type: "linkTool", data: { link: "javascript:alert(1)" } },
    { type: "attaches", data: { file: { url: "data:text/html,x" } } },
  ];
  expect(cleaned({ blocks })).toEqual({ blocks: [] });
});

test("a block of an unknown tool is kept", () => {
  const blocks = [{ type: "poll", data: { question: "Which?", options: ["a", { b: [1, true, null] }] } }];
  expect(cleaned({ blocks })).toEqual({ blocks });
});

test("a document cannot change the prototype of objects", () => {
  cleaned('{"__proto__":{"polluted":1},"blocks":[{"type":"poll","data":{"__proto__":{"polluted":1}}}]}');
  expect({}).not.toHaveProperty("polluted");
});

test.each([[null], [""], [{ blocks: "x" }], ['{"foo":1}']])("%j is an empty document", (content) =>
  expect(cleaned(content)).toEqual({ blocks: [] }),
);

test("plain text becomes paragraphs", () => {
  expect(cleaned("One <b>a</b>\n\nTwo")).toEqual({
    blocks: [
      { type: "paragraph", data: { text: "One <b>a</b>" } },
      { type: "paragraph", data: { text: "Two" } },
    ],
  });
});

test("a document over a limit is refused with a message", () => {
  let nested: unknown[] = [];
  for (let depth = 0; depth < 500; depth += 1) nested = [{ content: "x", items: nested }];

  expect(refusal({ blocks: Array(2001).fill(paragraph("a")) })).toBe(
    "The article may have at most 2,000 blocks. Please shorten it.",
  );
  expect(refusal(many("a".repeat(5_000), 201))).toBe(
    "The article is too long. It may have at most 1 MB. Please shorten it.",
  );
  expect(refusal(many("€".repeat(5_000), 80))).toBe(
    "The article is too long. It may have at most 1 MB. Please shorten it.",
  );
  expect(refusal(list(nested))).toBe("Lists can be nested at most 10 levels deep.");
  expect(refusal(list(Array(20_001).fill("a")))).toBe(
    "The article has too many lines, list items, table cells and links. Please shorten it.",
  );
  expect(refusal({ blocks: [paragraph("<b>".repeat(5_000))] })).toBe(
    "A text has too many bold, italic or linked parts. Please use fewer.",
  );
});

test("a text whose parsing time would be quadratic is refused", () => {
  const open = Array.from({ length: 400 }, (_, index) => `<b a=${index}>`).join("");
  expect(refusal({ blocks: [paragraph(`<p>${open}${"<p>x".repeat(100_000)}`)] })).toBe(
    "A text has too many bold, italic or linked parts. Please use fewer.",
  );
});

test("raw HTML keeps its harmless parts and survives a second parse", () => {
  const html =
    '<details><summary>More</summary><table><tbody><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table></details>' +
    '<p>b <img src="https://x.example/a.png" alt="c"></p><pre>\n\nd</pre>';
  expect(cleanedHtml(html)).toBe(html);
  expect(cleanedHtml('<form action="/x"><input name="a"><p style="position:fixed">b</p></form>')).toBe(
    "<div><p>b</p></div>",
  );
  expect(cleanedHtml("<p>a<object><p>b</object>c")).toBe("<p>ac</p>");
  expect(cleanedHtml("<h2>a<center><h2>b</h2></center></h2>")).toBe("<h2>a<div><h2>b</h2></div></h2>");
  expect(cleanedHtml("<tr><td>a</td></tr></div></main>b")).toBe("ab");
});

test("cell spans are reduced to the size of the table, and to 20", () => {
  const rows = (...cells: string[]) =>
    `<table><tbody>${cells.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
  expect(cleanedHtml(rows('<td rowspan="65534">a</td><td>b</td>', "<td>c</td>"))).toBe(
    rows('<td rowspan="2">a</td><td>b</td>', "<td>c</td>"),
  );
  expect(cleanedHtml(rows('<th colspan="1000">a</th>', "<td>b</td><td>c</td>"))).toBe(
    rows('<th colspan="2">a</th>', "<td>b</td><td>c</td>"),
  );
  const twoOfThree = rows('<td colspan="2">a</td><td>b</td>', '<td>c</td><td colspan="2">d</td>');
  expect(cleanedHtml(twoOfThree)).toBe(twoOfThree);
  const wide = rows('<td colspan="99">a</td><td>b</td>');
  expect(cleanedHtml(wide)).toBe(rows('<td colspan="20">a</td><td>b</td>'));
  const groups = `<table><thead><tr><th rowspan="9">a</th></tr></thead><tbody><tr><td rowspan="9">b</td></tr></tbody></table>`;
  expect(cleanedHtml(groups)).toBe(groups.replaceAll('"9"', '"1"'));
});

test.each([
  [
    "spans",
    { html: `<table>${`<tr>${'<td colspan="1000" rowspan="65534">x</td>'.repeat(12)}</tr>`.repeat(60)}</table>` },
  ],
  [
    "a table in a cell",
    { html: `<table><tr><td>${`<table><tr>${"<td>x".repeat(300)}${"<tr><td>x".repeat(300)}</table>`}</table>` },
  ],
  [
    "one long row and many short ones",
    { content: [Array(2_000).fill("x"), ...Array.from({ length: 2_000 }, () => ["x"])] },
  ],
])("a table whose grid is larger than 5,000 places is refused: %s", (_, data) => {
  expect(refusal({ blocks: [{ type: "html" in data ? "raw" : "table", data }] })).toBe(
    "A table may have at most 5,000 cells.",
  );
});

test("the grids of all tables count together", () => {
  const table = {
    type: "table",
    data: { content: [Array(100).fill("x"), ...Array.from({ length: 49 }, () => ["x"])] },
  };
  const tables = (count: number) => ({ blocks: Array.from({ length: count }, () => table) });
  expect(refusal(tables(3))).toBe("accepted");
  expect(refusal(tables(4))).toBe(
    "The article has too many lines, list items, table cells and links. Please shorten it.",
  );
});

test("the number of lines and of changes of script or direction is limited", () => {
  const code = (text: string) => ({ blocks: [{ type: "code", data: { code: text } }] });
  const tooMany = "The article has too many lines, list items, table cells and links. Please shorten it.";
  expect(refusal(code("x\n".repeat(19_000)))).toBe("accepted");
  expect(refusal(code("x\n".repeat(490_000)))).toBe(tooMany);
  expect(refusal(code(`${"a\u05d01 ".repeat(1_000)}\n`.repeat(9)))).toBe("accepted");
  expect(refusal(code("a\u05d01 ".repeat(160_000)))).toBe(tooMany);
  expect(refusal({ blocks: [{ type: "raw", data: { html: "a&#1488;".repeat(100_000) } }] }), "as entities").toBe(
    tooMany,
  );
  expect(refusal({ blocks: [{ type: "raw", data: { html: `<pre>${"x&#10;".repeat(150_000)}</pre>` } }] })).toBe(
    tooMany,
  );
  expect(refusal(code(`${"\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645, ".repeat(400)}\n`.repeat(50)))).toBe(
    "accepted",
  );
  expect(refusal(code(`${"a\u{1f600}".repeat(1_000)}\n`.repeat(11)))).toBe(tooMany);
  expect(refusal(code("a\u044f".repeat(150_000)))).toBe(tooMany);
  expect(refusal(code(`${"a\u263a\ufe0f".repeat(1_000)}\n`.repeat(11))), "a sign drawn as an emoji").toBe(tooMany);
  expect(refusal(code("x\r".repeat(490_000))), "lines of old").toBe(tooMany);
  expect(refusal(code(`${"\u{1f468}\u{1f3fd}\u200d\u{1f4bb} ".repeat(400)}\n`.repeat(60))), "emoji alone").toBe(
    "accepted",
  );
  for (const words of ["สวัสดี ", "日本語のテキストです。", "привет мир, 12 ", "नमस्ते दुनिया ", "hello 12 "]) {
    const text = words.repeat(4_000 / words.length);
    expect(refusal(many(text, 60)), words).toBe("accepted");
  }
});

test("the length of a paragraph is limited, including the text of inline elements", () => {
  const tooLong = "A paragraph may have at most 5,000 characters. Please divide it.";
  const raw = (html: string) => ({ blocks: [{ type: "raw", data: { html } }] });
  const half = "x".repeat(2_500);
  expect(refusal({ blocks: [paragraph(half + half)] })).toBe("accepted");
  expect(refusal({ blocks: [paragraph(`${half + half}x`)] })).toBe(tooLong);
  expect(refusal({ blocks: [paragraph(`${half}<b>${half}</b>x`)] })).toBe(tooLong);
  expect(refusal({ blocks: [paragraph("&#1488;".repeat(5_001))] })).toBe(tooLong);
  expect(refusal({ blocks: [{ type: "table", data: { content: [[half + half, `${half + half}x`]] } }] })).toBe(tooLong);
  expect(refusal(raw(`<p>${half}</p><p>${half}</p>${half}<i>${half}</i>`))).toBe("accepted");
  expect(refusal(raw(`<p><b>${half}</b><i>${half}</i>x</p>`))).toBe(tooLong);
  expect(refusal(raw(`<pre>${`${half}\n`.repeat(9)}</pre>`))).toBe("accepted");
  const code = (text: string) => ({ blocks: [{ type: "code", data: { code: text } }] });
  expect(refusal(code(`${half}${half}\n`.repeat(9)))).toBe("accepted");
  expect(refusal(code(`x\n${half}${half}x`))).toBe("A line may have at most 5,000 characters. Please divide it.");
});

test("the alternative text of an image is one line of plain text with a limited length", () => {
  const imageWithAlt = (alt: unknown) =>
    cleanDocument({ blocks: [{ type: "image", data: { file: { url: "/media/a.webp" }, alt } }] });
  const file = { url: "/media/a.webp" };
  for (const [alt, kept] of [
    [" <b>A</b>\u202e server ", { alt: "<b>A</b> server" }],
    ["", {}],
    [7, {}],
  ])
    expect(imageWithAlt(alt)).toMatchObject({ document: { blocks: [{ data: { file, ...(kept as object) } }] } });
  expect(JSON.stringify(imageWithAlt(" "))).not.toContain("alt");
  expect(imageWithAlt("x".repeat(301))).toEqual({
    ok: false,
    message: "The alternative text of an image may have at most 300 characters.",
  });
});

test("the length of titles, names and descriptions is limited", () => {
  const card = (meta: object) => ({ blocks: [{ type: "linkTool", data: { link: "https://a.example/", meta } }] });
  const file = (data: object) => ({ blocks: [{ type: "attaches", data: { file: { url: "/media/a.pdf", ...data } } }] });
  const tooLong = "The title, name or description of a link or file may have at most 1,000 characters.";
  const full = "x".repeat(1_000);
  expect(refusal(card({ title: full, site_name: full, description: full }))).toBe("accepted");
  expect(refusal(file({ name: full, title: full }))).toBe("accepted");
  for (const name of ["title", "site_name", "description"]) expect(refusal(card({ [name]: `${full}x` }))).toBe(tooLong);
  for (const name of ["name", "title"]) expect(refusal(file({ [name]: `${full}x` }))).toBe(tooLong);
  const html = (alt: string) => ({
    blocks: [{ type: "raw", data: { html: `<img src="/media/a.webp" alt="${alt}">` } }],
  });
  expect(refusal(html("x".repeat(300)))).toBe("accepted");
  expect(refusal(html("x".repeat(301)))).toBe("The alternative text of an image may have at most 300 characters.");
});
