import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { LINK_PREVIEW_MESSAGES } from "#schema/sites/link-previews.ts";
import { NOW, ORIGIN, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { readResponse, insertUser, logIn, errorResponse } from "../support/people.ts";
import { plainImages } from "../../support/image-files.ts";
import { endlessBody, neverResponds } from "../support/image-responses.ts";

const PAGE = "https://pages.example/article";

let browser: Browser;

beforeEach(async () => {
  await insertUser();
  browser = await logIn();
});

const preview = async (url: string) =>
  readResponse(await browser.get(`/api/link-preview/?${new URLSearchParams({ url })}`));
const previewOf = async (html: string | Uint8Array, contentType = "text/html; charset=utf-8") => {
  fakes.internet.set(PAGE, new Response(html, { headers: { "Content-Type": contentType } }));
  const { status, body } = await preview(PAGE);
  expect(status, JSON.stringify(body)).toBe(200);
  return body["meta"] as { title: string; description: string; site_name: string; image?: { url: string } };
};
const refused = (message: string) => errorResponse(400, message, { url: message });
const { notPublic, notReadable } = LINK_PREVIEW_MESSAGES;

test("a preview shows the Open Graph texts of a page", async () => {
  fakes.internet.set(
    PAGE,
    new Response(
      `<!doctype html><head><title>Title for the tab</title>
      <meta property="og:title" content=" Fish &amp; chips&#33; "><meta name="description" content="For search engines">
      <meta property="og:description" content="For sharing"><meta property="og:site_name" content="Pages">
      <meta property="og:image" content="/picture.png?a=1&amp;b=2"></head>`,
      { headers: { "Content-Type": "text/html" } },
    ),
  );
  const { status, body } = await preview(PAGE);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: 1,
    link: PAGE,
    meta: {
      title: "Fish & chips!",
      description: "For sharing",
      site_name: "Pages",
      image: { url: expect.stringMatching(/^\/media\/remote\/[\w-]+\/[\w-]+$/) },
    },
  });
  fakes.internet.set("https://pages.example/picture.png?a=1&b=2", new Response(plainImages.png));
  const { image } = body["meta"] as { image: { url: string } };
  expect((await request(image.url)).headers.get("Content-Type")).toBe("image/png");
});

test("a preview falls back to the title and then to the host", async () => {
  const html = `<title>Plain\n title</title><meta name="Description" content="Plain description">`;
  expect(await previewOf(html)).toEqual({ title: "Plain title", description: "Plain description", site_name: "" });
  expect(await previewOf("<p>Only text")).toEqual({ title: "pages.example", description: "", site_name: "" });
  expect(await previewOf("")).toMatchObject({ title: "pages.example" });
});

test("blank Open Graph texts are ignored", async () => {
  const html = `<meta property="og:title" content=" "><meta name="twitter:title" content="Title for cards">
    <meta property="og:description" content=""><meta name="description" content="For search engines"><title>Tab</title>`;
  expect(await previewOf(html)).toMatchObject({ title: "Title for cards", description: "For search engines" });
  expect((await previewOf(`<meta property="og:title" content=""><title>Tab</title>`)).title).toBe("Tab");
});

test("tags in scripts, comments and text fields are ignored", async () => {
  const html = `<script>"<title>No</title>"</script><!-- <title>No</title> --><style><title>No</title></style>
    <textarea><meta property="og:title" content="No"></textarea><title>Yes <b>&lt;i></title><svg><title>No</title></svg>`;
  expect((await previewOf(html)).title).toBe("Yes <b><i>");
});

test("invisible characters are dropped and long texts are cut", async () => {
  const meta = await previewOf(`<title>a\u202eb\u0000c ${"word ".repeat(100)}</title>
    <meta name=description content="${"x".repeat(5000)}">`);
  expect(meta.title).toMatch(/^ab.?c word/);
  expect(meta.title.length).toBeLessThanOrEqual(200);
  expect(meta.title.endsWith("word…")).toBe(true);
  expect(meta.description).toHaveLength(300);
});

test.each([
  ["of the Content-Type header", "text/html; charset=windows-1252", "", [0xe9]],
  ["of a quoted Content-Type header", `text/html;charset="ISO-8859-1"`, "", [0xe9]],
  ["of a meta charset element", "text/html", `<meta charset="windows-1252">`, [0xe9]],
  [
    "of an http-equiv meta element",
    "text/html",
    `<META http-equiv=Content-Type content="text/html; charset=latin1">`,
    [0xe9],
  ],
  ["UTF-8 if none is declared", "text/html", "", [0xc3, 0xa9]],
  ["UTF-8 if the declared one is unknown", "text/html; charset=klingon", "", [0xc3, 0xa9]],
])("a page is decoded with the encoding %s", async (_name, contentType, head, letter) => {
  const encode = (text: string) => [...new TextEncoder().encode(text)];
  const bytes = Uint8Array.from([...encode(`${head}<title>Caf`), ...letter, ...encode("</title>")]);
  expect((await previewOf(bytes, contentType)).title).toBe("Café");
});

const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const littleEndian = (text: string) => latin(text).flatMap((code) => [code, 0]);
const bigEndian = (text: string) => latin(text).flatMap((code) => [0, code]);
const TITLE = "<title>Café Größe</title>";

test.each([
  ["UTF-8", [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TITLE)]],
  ["little-endian UTF-16", [0xff, 0xfe, ...littleEndian(TITLE)]],
  ["big-endian UTF-16", [0xfe, 0xff, ...bigEndian(TITLE)]],
])("the byte order mark of %s comes before other encodings that the page says", async (_name, bytes) => {
  for (const contentType of ["text/html; charset=ISO-8859-1", "text/html; charset=utf-16be", "text/html"])
    expect((await previewOf(Uint8Array.from(bytes), contentType)).title, contentType).toBe("Café Größe");
});

test("a meta element that says UTF-16 is in UTF-8", async () => {
  const page = new TextEncoder().encode(`<meta charset="utf-16">${TITLE}`);
  expect((await previewOf(page, "text/html")).title).toBe("Café Größe");
});

test("Japanese and UTF-16 pages can be read", async () => {
  const shiftJis = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b]);
  const bytes = Uint8Array.from([...new TextEncoder().encode("<title>"), ...shiftJis]);
  expect((await previewOf(bytes, "text/html; charset=Shift_JIS")).title).toBe("日本");
  const utf16 = Uint8Array.from([..."<title>Hi</title>"].flatMap((letter) => [letter.charCodeAt(0), 0]));
  expect((await previewOf(utf16, "text/html; charset=utf-16le")).title).toBe("Hi");
});

test.each(["http://pages.example/a.png", "http://127.0.0.1/a.png", "data:image/png;base64,AA", "javascript:alert(1)"])(
  "%s is not used as the image of a preview",
  async (address) => {
    expect(await previewOf(`<meta property="og:image" content="${address}">`)).not.toHaveProperty("image");
  },
);

test.each([
  "",
  "nothing",
  "http://127.0.0.1/",
  "http://[::1]/",
  "http://169.254.169.254/latest/meta-data/",
  "localhost:8787",
  "http://printer.local/",
  "https://pages.example:8443/",
  "https://me:secret@pages.example/",
  "file:///etc/passwd",
  "javascript:alert(1)",
])("%j is not fetched", async (address) => {
  expect(await preview(address)).toEqual(refused(notPublic));
  expect(fakes.fetched).toEqual([]);
});

test("a URL that is longer than the forms allow is not fetched", async () => {
  expect(await preview(`https://pages.example/${"a".repeat(2048)}`)).toEqual(refused(notPublic));
  expect(fakes.fetched).toEqual([]);
});

test("a URL can be entered without its protocol", async () => {
  fakes.internet.set("https://pages.example/", new Response("", { headers: { "Content-Type": "text/html" } }));
  expect((await preview(" pages.example ")).body).toMatchObject({ success: 1, link: "https://pages.example/" });
});

test("redirects are followed, but not to private hosts", async () => {
  const redirect = (location: string) => new Response(null, { status: 302, headers: { Location: location } });
  fakes.internet.set(PAGE, redirect("/moved"));
  fakes.internet.set("https://pages.example/moved", redirect("http://127.0.0.1/admin"));
  fakes.internet.set("http://127.0.0.1/admin", new Response("<title>Secret</title>"));
  expect(await preview(PAGE)).toEqual(refused(notReadable));
  expect(fakes.fetched).not.toContain("http://127.0.0.1/admin");
  fakes.internet.set("https://pages.example/moved", redirect(PAGE));
  fakes.fetched.length = 0;
  expect(await preview(PAGE)).toEqual(refused(notReadable));
  expect(fakes.fetched).toHaveLength(4);
});

test.each([
  ["an image", () => new Response(plainImages.png, { headers: { "Content-Type": "image/png" } })],
  ["a response without a content type", () => new Response(new TextEncoder().encode("<title>x</title>"))],
  [
    "an error page",
    () => new Response("<title>Error</title>", { status: 404, headers: { "Content-Type": "text/html" } }),
  ],
])("%s is not a page", async (_name, respond) => {
  fakes.internet.set(PAGE, respond);
  expect(await preview(PAGE)).toEqual(refused(notReadable));
});

test("a host that is unreachable or does not respond within five seconds is refused", async () => {
  expect(await preview(PAGE)).toEqual(refused(notReadable));
  fakes.internet.set(PAGE, neverResponds);
  expect(await preview(PAGE)).toEqual(refused(notReadable));
  expect(fakes.now - NOW).toBe(5000);
});

test("only the beginning of an endless page is read", async () => {
  const sent = { bytes: 0 };
  fakes.internet.set(PAGE, () => {
    const { body } = endlessBody(new TextEncoder().encode("<title>Endless</title>"), sent);
    return new Response(body, { headers: { "Content-Type": "text/html" } });
  });
  expect((await preview(PAGE)).body).toMatchObject({ meta: { title: "Endless" } });
  expect(sent.bytes).toBeLessThan(1024 * 1024);
});

test("hostile markup is read like other markup", async () => {
  const attributes = Array.from({ length: 80_000 }, (_, index) => index.toString(36)).join(" ");
  expect((await previewOf(`<a ${attributes}><title>Attributes</title>`)).title).toBe("Attributes");
  expect((await previewOf(`${"<b><p>".repeat(50_000)}<title>Depth</title>`)).title).toBe("Depth");
});

test("a user can request 100 previews an hour, a visitor none", async () => {
  fakes.internet.set(PAGE, new Response("", { headers: { "Content-Type": "text/html" } }));
  for (let count = 0; count < 100; count++) expect((await preview(PAGE)).status).toBe(200);
  const response = await browser.get(`/api/sites/proposal/?url=${PAGE}`);
  expect(response.headers.get("Retry-After")).toBe("3600");
  expect(await readResponse(response)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  for (const call of ["link-preview", "sites/proposal"]) {
    expect(await readResponse(await request(`/api/${call}/?url=${PAGE}`))).toEqual(
      errorResponse(401, ACCOUNT_MESSAGES.signIn),
    );
  }
});

test("the preview of a site page of this directory comes from the database", async () => {
  await insertSite({ slug: "büro", name: "Büro", description: "Office" });
  await insertSite({ slug: "waiting", review: "pending" });
  expect(await preview(`${ORIGIN}/b%C3%BCro/`)).toEqual({
    status: 200,
    body: { success: 1, link: `${ORIGIN}/b%C3%BCro`, meta: { title: "Büro", description: "Office", site_name: "" } },
  });
  expect(fakes.fetched).toEqual([]);
  expect((await preview(`${ORIGIN}/waiting`)).status).toBe(400);
});
