import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { NOW, ORIGIN } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";
import { readResponse, errorResponse, logInNew } from "../support/people.ts";
import { everyBlock } from "../../support/every-block.ts";

let browser: Browser;
beforeEach(async () => void (browser = await logInNew()));

const paragraph = (text: string) => JSON.stringify({ blocks: [{ type: "paragraph", data: { text } }] });

test("a preview is the cleaned article, and nothing is stored", async () => {
  const content = paragraph("a<script>alert(1)</script><b onclick=x>b</b>");
  expect(await readResponse(await browser.post("/api/preview/", { content }))).toEqual({
    status: 200,
    body: { article: { blocks: [{ type: "paragraph", content: ["a", { tag: "b", children: ["b"] }] }] } },
  });
  const { body } = await readResponse(await browser.post("/api/preview/", { content: JSON.stringify(everyBlock) }));
  expect(JSON.stringify(body)).toMatch(/"src":"\/media\/remote\/[\w-]+\/[\w-]+"/);
  expect(JSON.stringify(body)).not.toContain("https://a.example/b.png");
});

test("plain text and empty content have a preview, too", async () => {
  expect((await readResponse(await browser.post("/api/preview/", { content: "One" }))).body).toEqual({
    article: { blocks: [{ type: "paragraph", content: ["One"] }] },
  });
  expect((await readResponse(await browser.post("/api/preview/", { content: "" }))).body).toEqual({
    article: { blocks: [] },
  });
});

test("a preview of invalid content is refused", async () => {
  const post = async (body: unknown) => readResponse(await browser.post("/api/preview/", body));
  const notText = "The content must be text.";
  expect(await post({ content: 5 })).toEqual(errorResponse(400, notText, { content: notText }));
  expect(await post({})).toEqual(errorResponse(400, notText, { content: notText }));
  expect(await post({ content: `{"blocks":[${Array(2001).fill('{"type":"delimiter"}').join()}]}` })).toEqual(
    errorResponse(400, "The article may have at most 2,000 blocks. Please shorten it."),
  );
  expect(await post({ content: paragraph("a".repeat(1_000_001)) })).toEqual(
    errorResponse(413, "This article is too large: the limit is 1 MB. Shorten it and try again."),
  );
});

test("a remote image is shown through this origin", async () => {
  const at = async (url: string) => {
    const response = await browser.get(`/api/preview/picture?${new URLSearchParams({ url })}`);
    return [response.status, response.headers.get("Location")];
  };
  expect(await at("https://a.example/b.png?c&d")).toEqual([302, expect.stringMatching(/^\/media\/remote\//)]);
  expect(await at("/media/a.webp")).toEqual([302, "/media/a.webp"]);
  for (const url of ["http://a.example/b.png", "//a.example/b.png", "/logout/", "javascript:alert(1)", ""])
    expect(await at(url)).toEqual([400, null]);
});

test("the preview of a site contains the same lists as its page", async () => {
  await insertSites(["First", "Second"], { featuredUntil: NOW + DAY_MS });
  const article = JSON.parse(paragraph("One.")) as object;
  const { slug } = await insertSite({ name: "Own", article });
  const page = (await (await browser.get(`/api/pages/${slug}/`)).json()) as Record<string, unknown>;
  const { body } = await readResponse(
    await browser.post("/api/preview/", { page: "site", slug, content: JSON.stringify(article) }),
  );
  expect(body).toEqual({ article: page["article"], sponsors: page["sponsors"], discover: page["discover"] });
  const { status } = await readResponse(await browser.post("/api/preview/", { page: "site", content: "A new one" }));
  expect(status).toBe(200);
  const unknown = "Unknown kind of page.";
  expect(await readResponse(await browser.post("/api/preview/", { page: "user", content: "" }))).toEqual(
    errorResponse(400, unknown, { page: unknown }),
  );
});

test("the preview of a post contains cards of linked sites and the lists of its page", async () => {
  const site = await insertSite({ name: "Linked", featuredUntil: NOW + DAY_MS });
  const link = { type: "linkTool", data: { link: `${ORIGIN}/${site.slug}` } };
  const article = { blocks: [link, { type: "paragraph", data: { text: "One." } }] };
  await insertPost({ slug: "one", article, siteSlugs: JSON.stringify([site.slug]) });
  await insertPost({ slug: "other" });
  const page = (await (await browser.get("/api/pages/blogs/one/")).json()) as Record<string, unknown>;
  const { post: _, share_image: __, cards: ___, ...around } = page;
  const { body } = await readResponse(
    await browser.post("/api/preview/", { page: "blog", slug: "one", content: JSON.stringify(article) }),
  );
  expect(body).toEqual(around);
  expect(JSON.stringify(body)).toContain("siteCard");
});
