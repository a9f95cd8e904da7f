import { expect, test, vi } from "vitest";
import { blocksFromHtml } from "#web/features/documents/editor/paste/blocks-from-html.ts";
import { toInlineHtml } from "#web/features/documents/editor/paste/inline-text.ts";
import { ArticleEditor } from "#web/features/documents/field/article-editor.tsx";
import { answerApi } from "../support/api.ts";
import { paste, untilEditor } from "../support/article.ts";
import { show } from "../support/show.tsx";
import { code, h, hr, image, p, quote, table, todo, ul } from "./pasted-blocks.ts";
import { PASTED } from "./pasted-html.ts";

test.for(PASTED)("$from", ({ html, blocks }) => {
  expect(blocksFromHtml(html).blocks).toEqual(blocks);
});

const parse = (html: string) => new DOMParser().parseFromString(html, "text/html").body;

test.for([
  "<a href='javascript:alert(1)' onclick='alert(1)'>a</a><img src=x onerror='alert(1)'><svg onload='alert(1)'></svg>",
  "<p style='background:url(javascript:alert(1))' onmouseover='alert(1)'>a<script>alert(1)</script><style>b{}</style>",
  "<a href='https://example.com/\" onclick=\"alert(1)'>a</a>",
  "<table><tr><td><iframe srcdoc='<script>alert(1)</script>'></iframe>a<td><object data=x></object>",
  "<ul><li><form action=javascript:alert(1)><input onfocus=alert(1) autofocus><button formaction=javascript:alert(1)>a",
])("hostile HTML leaves only texts, marks and links: %s", (html) => {
  const { blocks } = blocksFromHtml(html);
  expect(blocks).toHaveLength(1);
  for (const element of parse(toInlineHtml(blocks)).querySelectorAll("*")) {
    expect(element.matches("a, b, br, u.cdx-underline")).toBe(true);
    expect(element.getAttributeNames().filter((name) => name !== "href" && name !== "class")).toEqual([]);
    expect(element.getAttribute("href") ?? "").not.toMatch(/^javascript/);
  }
});

test("10,000 levels are read, and a merged cell has no more columns than the table", () => {
  expect(blocksFromHtml(`${"<div>".repeat(10_000)}deep`).blocks).toEqual([p("deep")]);
  expect(blocksFromHtml(`${"<b>".repeat(10_000)}deep`).blocks).toEqual([p("<b>deep</b>")]);
  expect(JSON.stringify(blocksFromHtml("<ul><li>deep".repeat(1_000)).blocks).match(/deep/g)).toHaveLength(1_000);
  const wide = "<table><tr><td colspan=1000000 rowspan=1000000>a<td>b<tr><td>c</table>";
  expect(blocksFromHtml(wide).blocks).toEqual([table(false, ["a", "b"], ["", "c"])]);
});

test.for([
  "<p>a".repeat(2_001),
  `<p>${"long ".repeat(210_000)}`,
  `<pre>${"long ".repeat(210_000)}`,
  `<table>${"<tr><td>a<td>b".repeat(3_000)}`,
])("more than an article may have is refused", (html) => {
  expect(() => blocksFromHtml(html)).toThrow();
});

// If the time grew with the square of the length, this would hang.
test("long gaps are read", () => {
  expect(blocksFromHtml(`<p>a${"<br>".repeat(300_000)}b`).blocks).toEqual([p("a"), p("b")]);
  const gap = " ".repeat(900_000);
  expect(blocksFromHtml(`<pre>a${gap}b`).blocks).toEqual([code(`a${gap}b`)]);
});

const reports = vi.fn<(content: string) => void>();

async function openArticle(...blocks: object[]) {
  reports.mockClear();
  await show(<ArticleEditor name="content" initial={JSON.stringify({ blocks })} label="Article" onChange={reports} />);
  await untilEditor();
}

/** The blocks that the editor reports, without their ids. */
const blocks = () =>
  expect.poll(() => {
    const [content = '{"blocks":[]}'] = reports.mock.lastCall ?? [];
    const article = JSON.parse(content) as { blocks: { type: string; data: object }[] };
    return article.blocks.map(({ type, data }) => ({ type, data }));
  });
const message = () => expect.poll(() => document.querySelector(".form-message")!.textContent);

/** Puts the caret after `before` in the first text that has it, or selects `selected` there. */
function setCaret(before: string, selected = "") {
  const texts = document.createTreeWalker(document.querySelector(".codex-editor")!, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const at = node.data.indexOf(before + selected);
    if (at < 0) continue;
    node.parentElement!.closest<HTMLElement>("[contenteditable=true]")!.focus();
    getSelection()!.setBaseAndExtent(node, at + before.length, node, at + before.length + selected.length);
    return;
  }
}

test("text of one paragraph goes to the caret, and replaces what is selected", async () => {
  await openArticle(
    p("One (two) three."),
    h(2, "Head:x"),
    ul("Item:x"),
    table(false, ["Cell:x", "b"]),
    quote("Said:x"),
  );
  setCaret("One (", "two");
  paste("<p>a <strong>bold</strong> text</p>");
  for (const field of ["Head", "Item", "Cell", "Said"]) {
    setCaret(`${field}:`, "x");
    paste(`<!--StartFragment--><span style="font-style: italic">it</span>&amp;<!--EndFragment-->`);
  }
  await blocks().toEqual([
    p("One (a <b>bold</b> text) three."),
    h(2, "Head:<i>it</i>&amp;"),
    ul("Item:<i>it</i>&amp;"),
    table(false, ["Cell:<i>it</i>&amp;", "b"]),
    quote("Said:<i>it</i>&amp;"),
  ]);
});

test("a part of a sentence keeps the spaces around it", async () => {
  await openArticle(p("One."), p("Four six"), p("Seven"));
  setCaret("One");
  paste("<b> two </b>and ");
  setCaret("Four", " ");
  paste("", " five ");
  setCaret("Seven");
  paste("<p> eight\n</p>", "eight\n");
  await blocks().toEqual([p("One <b>two</b> and ."), p("Four five six"), p("Seveneight")]);
});

test("blocks part the paragraph at the caret, and the caret comes behind them", async () => {
  await openArticle(p("One <b>two three</b>."));
  setCaret("two");
  paste("<h2>Title</h2><ul><li>a</li></ul><p>last</p>");
  document.execCommand("insertText", false, "!");
  await blocks().toEqual([p("One <b>two</b>"), h(2, "Title"), ul("a"), p("last!"), p("<b> three</b>.")]);
});

test("blocks replace an empty paragraph, and stand before a paragraph if the caret is at its start", async () => {
  await openArticle(p("Text"));
  setCaret("");
  paste("<blockquote>Said</blockquote><hr>");
  paste("<table><tr><td>1</td><td>2</td></tr></table>");
  await blocks().toEqual([quote("Said"), hr, table(false, ["1", "2"]), p("Text")]);
  setCaret("Text");
  paste("<h2>Title</h2><hr>");
  document.execCommand("insertText", false, "typed");
  await blocks().toContainEqual(p("typed"));
});

test("what is pasted into a cell or a quote stays there", async () => {
  await openArticle(table(false, ["Cell:", "b"]), quote("Said:"));
  for (const field of ["Cell:", "Said:"]) {
    setCaret(field);
    paste('<h2>T</h2><ul><li>x</li><li>y</li></ul><img src="https://example.com/a.png" alt="A boat">');
  }
  await blocks().toEqual([
    table(false, ["Cell:T<br>• x<br>• y<br>A boat", "b"]),
    quote("Said:T<br>• x<br>• y<br>A boat"),
  ]);
});

test("pasted images and checklists are blocks that the editor shows", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  const url = "https://example.com/a.png";
  paste(
    `<figure><img src="${url}" alt="A boat"><figcaption>At sea</figcaption></figure><ul><li>[x] Done</li><li>[ ] Open</li></ul>`,
  );
  await blocks().toMatchObject([p("Text"), image(url, "A boat", "At sea"), todo("[x] Done", "Open")]);
  expect(document.querySelector<HTMLInputElement>(".picture-alt input")!.value).toBe("A boat");
});

test("an image that is copied with its file is uploaded, and keeps its alternative text", async () => {
  const url = "/media/users/1/a-3x2.webp";
  const file = { url, width: 3, height: 2 };
  const calls = answerApi({ "POST images/": { success: 1, file } });
  await openArticle(p("Text"));
  setCaret("Text");
  paste('<img src="https://intranet.example/a.png" alt="A boat">', "", new File(["x"], "a.png", { type: "image/png" }));
  setCaret("Text");
  paste('<p>And:</p><img src="data:image/png;base64,iVBORw0KGgo=" alt="A car">');
  await expect.poll(() => calls).toEqual(["POST images/", "POST images/"]);
  await blocks().toMatchObject([p("Text"), p("And:"), image(url, "A car"), image(url, "A boat")]);
});

test("an image that only another program has is named, and its alternative text stays", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  paste('<p>before</p><p><img src="file:///C:/clip.png" alt="A boat"></p>');
  await blocks().toEqual([p("Text"), p("before"), p("A boat")]);
  await message().toMatch(/^Some images cannot be pasted/);
});

test("lines of plain text become paragraphs", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  paste("", "one <b>\ntwo");
  await blocks().toEqual([p("Text"), p("one &lt;b&gt;"), p("two")]);
});

test("Markdown becomes blocks, and HTML in it is read as any other", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  const lines =
    "# Why\n\nOne\n**line** [a](https://a.example/) <img src=x onerror=alert(1)>\n\n- a\n- b\n\n```\nx < y\n```\n\n> q";
  paste("", lines);
  await blocks().toMatchObject([
    p("Text"),
    h(2, "Why"),
    p('One <b>line</b> <a href="https://a.example/">a</a>'),
    ul("a", "b"),
    code("x < y"),
    quote("q"),
  ]);
});

test("the address of a video alone becomes a video", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  const url = "https://www.youtube.com/watch?v=jNQXAC9IVRw";
  paste(`<a href="${url}">${url}</a>`);
  await blocks().toMatchObject([p("Text"), { type: "embed", data: { service: "youtube", source: url } }]);
});

test("a paste that is too long leaves the article as it is, and says why", async () => {
  await openArticle(p("Text"));
  setCaret("Text");
  paste("<p>a".repeat(2_001));
  await message().toMatch(/^The text that you pasted is too long/);
  expect(document.querySelectorAll(".ce-block")).toHaveLength(1);
});
