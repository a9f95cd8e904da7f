import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { LINK_PREVIEW_MESSAGES, type SiteProposal } from "#schema/sites/link-previews.ts";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { LIMITS } from "#worker/http/limits.ts";
import { NOW, fakes, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import type { Browser } from "../support/browser.ts";
import { readResponse, insertUser, logIn, errorResponse, raiseRateCounts } from "../support/people.ts";
import { plainIcon, plainImages } from "../../support/image-files.ts";

let browser: Browser;
let user: { id: number };

beforeEach(async () => {
  user = await insertUser();
  browser = await logIn();
});

async function proposalFor(html: string, link = "https://plausible.io/") {
  fakes.internet.set(link, new Response(html, { headers: { "Content-Type": "text/html" } }));
  const response = await browser.get(`/api/sites/proposal/?${new URLSearchParams({ url: link })}`);
  expect(response.status).toBe(200);
  return response.json<SiteProposal>();
}

const signed = (url: string) => remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW })(url);

test("a new site's texts and icon are proposed from its page", async () => {
  const proposal = await proposalFor(`<title>Plausible Analytics | Simple, privacy-friendly</title>
    <meta name="description" content="Lightweight analytics."><link rel="icon" href="/i.png" sizes="64x64">`);
  expect(proposal).toEqual({
    link: "https://plausible.io/",
    name: "Plausible Analytics",
    description: "Lightweight analytics.",
    icon_url: signed("https://plausible.io/i.png"),
    logo_url: signed("https://plausible.io/apple-touch-icon.png"),
    facts: {},
    fact_sources: {},
  });
  fakes.internet.set("https://plausible.io/i.png", new Response(plainImages.png));
  expect((await request(proposal.icon_url)).status).toBe(200);
});

test("the icon of a page without a declared icon is /favicon.ico", async () => {
  const { icon_url } = await proposalFor("");
  fakes.internet.set("https://plausible.io/favicon.ico", new Response(plainIcon));
  expect((await request(icon_url)).headers.get("Content-Type")).toBe("image/x-icon");
});

test("a page that cannot be read is refused with the reason", async () => {
  const ask = async (url: string) => readResponse(await browser.get(`/api/sites/proposal/?url=${url}`));
  const { notPublic, notReadable } = LINK_PREVIEW_MESSAGES;
  expect(await ask("http://10.0.0.1/")).toEqual(errorResponse(400, notPublic, { url: notPublic }));
  expect(await ask("https://nobody.example/")).toEqual(errorResponse(400, notReadable, { url: notReadable }));
  expect(await readResponse(await browser.get("/api/sites/proposal/"))).toEqual(
    errorResponse(400, notPublic, { url: notPublic }),
  );
});

test("a link that is listed already is said, also if its page cannot be read and above the limit", async () => {
  const { id: ownerId } = await insertUser({ email: "other@example.com" });
  const mine = await insertSite({
    name: "Mine",
    link: "https://mine.example/app",
    ownerId: user.id,
    review: "pending",
  });
  const theirs = await insertSite({ name: "Theirs", slug: "theirs", link: "https://theirs.example/", ownerId });
  await insertSite({ name: "Hidden", link: "https://hidden.example/", ownerId, review: "pending" });
  const listed = async (url: string, site = "") => {
    const response = await browser.get(`/api/sites/proposal/?${new URLSearchParams({ url })}${site}`);
    return response.status === 200 ? (await response.json<SiteProposal>()).listed : response.status;
  };
  const expected = {
    "mine.example/app/": { name: "Mine", id: mine.id },
    "HTTP://www.theirs.example": { name: "Theirs", slug: "theirs" },
  };
  for (const [url, site] of Object.entries(expected)) expect(await listed(url), url).toEqual(site);
  expect(await listed("https://hidden.example/"), "others' listings that wait are secret").toBe(400);
  expect(await listed("https://mine.example/app", `&site=${mine.id}`), "the site that is edited").toBe(400);
  expect(await listed("https://theirs.example/", `&site=${theirs.id}`), "the site that staff edit").toBe(400);
  await raiseRateCounts(LIMITS.linkPreviewsOfUser.max);
  expect(await listed("https://hidden.example/")).toBe(429);
  for (const [url, site] of Object.entries(expected)) expect(await listed(url), url).toEqual(site);
  expect(await listed("https://mine.example/other")).toBe(429);
});

test("a page that another owner lists is still read", async () => {
  await insertSite({ name: "Theirs", slug: "theirs", link: "https://plausible.io/" });
  expect(await proposalFor("<title>Plausible</title>")).toMatchObject({
    name: "Plausible",
    listed: { name: "Theirs", slug: "theirs" },
  });
});
