import { expect, test } from "vitest";
import { toMetadata } from "#worker/features/link-previews/metadata.ts";
import { readHead } from "#worker/http/page-head.ts";

const encode = (text: string) => [...new TextEncoder().encode(text)];
const headOf = (html: string | number[], contentType = "text/html; charset=utf-8") =>
  readHead({
    bytes: Uint8Array.from(typeof html === "string" ? encode(html) : html),
    contentType,
    url: new URL("https://pages.example/article"),
  });
const metadataOf = (html: string) => toMetadata(headOf(html));

test("the Open Graph texts of a page come first, and its image is resolved", () => {
  expect(
    metadataOf(`<!doctype html><head><title>Title for the tab</title>
      <meta property="og:title" content=" Fish &amp; chips&#33; "><meta name="description" content="For search engines">
      <meta property="og:description" content="For sharing"><meta property="og:site_name" content="Pages">
      <meta property="og:image" content="/picture.png?a=1&amp;b=2"></head>`),
  ).toEqual({
    title: "Fish & chips!",
    description: "For sharing",
    siteName: "Pages",
    imageUrl: "https://pages.example/picture.png?a=1&b=2",
  });
});

test("blank and missing texts are replaced by those for cards, for search engines and for the tab", () => {
  expect(
    metadataOf(`<meta property="og:title" content=" "><meta name="twitter:title" content="Title for cards">
      <meta property="og:description" content=""><meta name="Description" content="For search engines"><title>Tab</title>`),
  ).toMatchObject({ title: "Title for cards", description: "For search engines" });
  expect(metadataOf(`<meta property="og:title" content=""><title>Plain\n title</title>`).title).toBe("Plain title");
  expect(metadataOf("<p>Only text")).toEqual({ title: "", description: "", siteName: "", imageUrl: undefined });
});

test("tags in scripts, comments and text fields are ignored", () => {
  const html = `<script>"<title>No</title>"</script><!-- <title>No</title> --><style><title>No</title></style>
    <textarea><meta property="og:title" content="No"></textarea><title>Yes <b>&lt;i></title><svg><title>No</title></svg>`;
  expect(metadataOf(html).title).toBe("Yes <b><i>");
});

test("invisible characters are dropped and long texts are cut", () => {
  const { title, description } = metadataOf(`<title>a\u202eb\u0000c ${"word ".repeat(100)}</title>
    <meta name=description content="${"x".repeat(5000)}">`);
  expect(title).toMatch(/^ab.?c word/);
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title.endsWith("word…")).toBe(true);
  expect(description).toHaveLength(300);
});

test.each(["http://pages.example/a.png", "http://127.0.0.1/a.png", "data:image/png;base64,AA", "javascript:alert(1)"])(
  "%s is not used as the image of a page",
  (address) => {
    expect(metadataOf(`<meta property="og:image" content="${address}">`).imageUrl).toBeUndefined();
  },
);

const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const littleEndian = (text: string) => latin(text).flatMap((code) => [code, 0]);
const bigEndian = (text: string) => latin(text).flatMap((code) => [0, code]);
const TITLE = "<title>Café Größe</title>";

test.each([
  ["of the Content-Type header", "text/html; charset=windows-1252", latin(TITLE)],
  ["of a quoted Content-Type header", `text/html;charset="ISO-8859-1"`, latin(TITLE)],
  ["of a meta charset element", "text/html", latin(`<meta charset="windows-1252">${TITLE}`)],
  [
    "of an http-equiv element",
    "text/html",
    latin(`<META http-equiv=Content-Type content="a; charset=latin1">${TITLE}`),
  ],
  ["of UTF-16 in the header", "text/html; charset=utf-16le", littleEndian(TITLE)],
  ["UTF-8 if none is declared", "text/html", encode(TITLE)],
  ["UTF-8 if the declared one is unknown", "text/html; charset=klingon", encode(TITLE)],
  ["UTF-8 if an element says UTF-16", "text/html", encode(`<meta charset="utf-16">${TITLE}`)],
])("a page is decoded with the encoding %s", (_, contentType, bytes) => {
  expect(headOf(bytes, contentType).title).toBe("Café Größe");
});

test("Japanese pages can be read", () => {
  const shiftJis = [...encode("<title>"), 0x93, 0xfa, 0x96, 0x7b];
  expect(headOf(shiftJis, "text/html; charset=Shift_JIS").title).toBe("日本");
});

test.each([
  ["UTF-8", [0xef, 0xbb, 0xbf, ...encode(TITLE)]],
  ["little-endian UTF-16", [0xff, 0xfe, ...littleEndian(TITLE)]],
  ["big-endian UTF-16", [0xfe, 0xff, ...bigEndian(TITLE)]],
])("the byte order mark of %s comes before other encodings that the page says", (_, bytes) => {
  for (const contentType of ["text/html; charset=ISO-8859-1", "text/html; charset=utf-16be", "text/html"])
    expect(headOf(bytes, contentType).title, contentType).toBe("Café Größe");
});

test("hostile markup is read like other markup", () => {
  const attributes = Array.from({ length: 80_000 }, (_, index) => index.toString(36)).join(" ");
  expect(headOf(`<a ${attributes}><title>Attributes</title>`).title).toBe("Attributes");
  expect(headOf(`${"<b><p>".repeat(50_000)}<title>Depth</title>`).title).toBe("Depth");
});
