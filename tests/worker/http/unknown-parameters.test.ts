import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { plainIcon, plainImages } from "../../support/image-files.ts";
import { fakes, NOW, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";

beforeEach(async () => {
  const listed = {
    category: "communication" as const,
    alternatives: [{ name: "Slack", link: "https://slack.com/" }],
  };
  await insertSite({ ...listed, name: "Mattermost", slug: "mattermost", link: "https://mattermost.com/" });
  await insertSite({ ...listed, name: "Zulip", slug: "zulip", link: "https://zulip.example/" });
  await insertPost({ slug: "first" });
  await env.MEDIA.put("a.png", plainImages.png, { httpMetadata: { contentType: "image/png" } });
  fakes.internet.set("https://pictures.example/a.png", new Response(plainImages.png));
  fakes.internet.set("https://mattermost.com/favicon.ico", new Response(plainIcon));
});

const caching = async (address: string) => {
  const { status, headers } = await request(address);
  const names = ["Cache-Control", "Cloudflare-CDN-Cache-Control"] as const;
  return { status, headers: names.map((name) => headers.get(name)) };
};

const REMOTE = remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW, shownIn: "page" })(
  "https://pictures.example/a.png",
);

/** Public addresses, each with a parameter that it depends on, if there is one. */
const ADDRESSES: [path: string, known?: string][] = [
  ["/", "popular=1"],
  ["/", "q=chat"],
  ["/mattermost", "q=zulip"],
  ["/alternatives/slack", "sort=newest"],
  ["/categories/communication", "pricing=free"],
  ["/compare", "site=Zulip"],
  ["/compare/mattermost-vs-zulip"],
  ["/blogs", "page=1"],
  ["/blogs/first", "related=1"],
  ["/about", "tab=terms"],
  ["/contact"],
  ["/api/saas/", "facets=1"],
  ["/api/pages/home", "category=communication"],
  ["/api/pages/site/mattermost", "page=1"],
  ["/api/pages/compare/mattermost-vs-zulip"],
  ["/api/compare/?sites=mattermost,zulip"],
  ["/api/suggestions/", "q=chat"],
  ["/api/alternatives/", "q=slack"],
  ["/api/popular-alternatives/", "page=1"],
  ["/api/blogs/public/", "page=1"],
  ["/api/blogs/first/"],
  ["/api/mattermost/"],
  ["/robots.txt"],
  ["/manifest.webmanifest"],
  ["/search.xml"],
  ["/sitemap.xml"],
  ["/sitemaps/pages.xml"],
  ["/feed.xml"],
  ["/blogs/feed.xml"],
  ["/.well-known/security.txt"],
  ["/media/a.png"],
  [REMOTE],
  ["/favicons/mattermost.com"],
];

test.each(ADDRESSES)("%s is stored with the parameters that it depends on only", async (path, known) => {
  const add = (parameter: string, to = path) => `${to}${to.includes("?") ? "&" : "?"}${parameter}`;
  const plain = await caching(path);
  expect(plain.status).toBe(200);
  expect(plain.headers[0]).toMatch(/^public, /);
  if (known) expect((await caching(add(known))).headers[0]).toMatch(/^public, /);
  for (const parameter of ["z=1", "utm_source=mail", "%7A", "__proto__=1", "constructor="])
    for (const address of [add(parameter), ...(known ? [add(parameter, add(known))] : [])])
      expect(await caching(address), address).toEqual({ status: 200, headers: ["private, no-store", null] });
});

test("a parameter of another page is unknown", async () => {
  for (const address of [
    "/about?q=chat",
    "/mattermost?pricing=free",
    "/blogs?q=x",
    "/media/a.png?page=1",
    "/feed.xml?q=x",
  ])
    expect((await caching(address)).headers, address).toEqual(["private, no-store", null]);
});
