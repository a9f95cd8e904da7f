import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { LINK_PREVIEW_MESSAGES } from "#schema/sites/link-previews.ts";
import { ORIGIN, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { readResponse, errorResponse, raiseRateCounts, logInNew } from "../support/people.ts";
import { plainImages } from "../../support/image-files.ts";
import { endlessBody } from "../support/image-responses.ts";

const PAGE = "https://pages.example/article";

let browser: Browser;

beforeEach(async () => void (browser = await logInNew()));

const preview = async (url: string) =>
  readResponse(await browser.get(`/api/link-preview/?${new URLSearchParams({ url })}`));
const refused = (message: string) => errorResponse(400, message, { url: message });
const { notPublic, notReadable } = LINK_PREVIEW_MESSAGES;

test("a preview shows the Open Graph texts of a page", async () => {
  fakes.internet.set(
    PAGE,
    new Response(
      `<meta property="og:title" content="Fish &amp; chips!"><meta property="og:description" content="For sharing">
      <meta property="og:site_name" content="Pages"><meta property="og:image" content="/picture.png?a=1&amp;b=2">`,
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

test("a page without a title is called like its host", async () => {
  fakes.internet.set(PAGE, new Response("", { headers: { "Content-Type": "text/html" } }));
  expect((await preview(PAGE)).body["meta"]).toEqual({ title: "pages.example", description: "", site_name: "" });
});

test.each(["", "http://169.254.169.254/latest/meta-data/", `https://pages.example/${"a".repeat(2048)}`])(
  "%j is not fetched",
  async (address) => {
    expect(await preview(address)).toEqual(refused(notPublic));
    expect(fakes.fetched).toEqual([]);
  },
);

test("a URL can be entered without its protocol", async () => {
  fakes.internet.set("https://pages.example/", new Response("", { headers: { "Content-Type": "text/html" } }));
  expect((await preview(" pages.example ")).body).toMatchObject({ success: 1, link: "https://pages.example/" });
});

test.each([
  ["an image", () => new Response(plainImages.png, { headers: { "Content-Type": "image/png" } })],
  ["a response without a content type", () => new Response(new TextEncoder().encode("<title>x</title>"))],
])("%s is not a page", async (_name, respond) => {
  fakes.internet.set(PAGE, respond);
  expect(await preview(PAGE)).toEqual(refused(notReadable));
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

test("a user can request 100 previews and proposals an hour", async () => {
  fakes.internet.set(PAGE, new Response("", { headers: { "Content-Type": "text/html" } }));
  expect((await preview(PAGE)).status).toBe(200);
  await raiseRateCounts(99);
  expect((await preview(PAGE)).status).toBe(200);
  const response = await browser.get(`/api/sites/proposal/?url=${PAGE}`);
  expect(response.headers.get("Retry-After")).toBe("3600");
  expect(await readResponse(response)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
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
