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
  await env.MEDIA.put("demo/a.png", plainImages.png, { httpMetadata: { contentType: "image/png" } });
  fakes.internet.set("https://pictures.example/a.png", new Response(plainImages.png));
  fakes.internet.set("https://mattermost.com/favicon.ico", new Response(plainIcon));
});

const caching = async (address: string) => {
  const { status, headers } = await request(address);
  const names = ["Cache-Control", "Cloudflare-CDN-Cache-Control"] as const;
  return { status, headers: names.map((name) => headers.get(name)) };
};

const REMOTE = remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW })("https://pictures.example/a.png");

/** Public addresses of each kind, some with a parameter that they depend on. */
const ADDRESSES: [path: string, known?: string][] = [
  ["/", "popular=1"],
  ["/mattermost", "q=zulip"],
  ["/alternatives/slack", "sort=newest"],
  ["/categories/communication", "pricing=free"],
  ["/compare", "site=Zulip"],
  ["/compare/mattermost-vs-zulip"],
  ["/blogs", "page=1"],
  ["/blogs/first", "related=1"],
  ["/about", "tab=terms"],
  ["/api/saas/", "facets=1"],
  ["/api/pages/mattermost", "page=1"],
  ["/api/compare/?sites=mattermost,zulip"],
  ["/api/suggestions/", "q=chat"],
  ["/api/alternatives/", "q=slack"],
  ["/api/blogs/public/", "page=1"],
  ["/api/mattermost/"],
  ["/robots.txt"],
  ["/sitemap.xml"],
  ["/feed.xml"],
  ["/media/demo/a.png"],
  [REMOTE],
  ["/favicons/mattermost.com"],
];

const NOT_STORED = { status: 200, headers: ["private, no-store", null] };

test("a page is not stored with a parameter of other pages", async () => {
  for (const address of [
    "/mattermost?site=Zulip",
    "/alternatives/slack?popular=2",
    "/blogs?q=chat",
    "/about?page=2",
    "/contact?tab=terms",
    "/api/saas/?sites=zulip",
    "/api/pages/blogs?related=2",
  ])
    expect(await caching(address), address).toEqual(NOT_STORED);
});

test("no address is stored with a parameter that no page has", async () => {
  const add = (parameter: string, to: string) => `${to}${to.includes("?") ? "&" : "?"}${parameter}`;
  for (const [path, known] of ADDRESSES) {
    const stored = known ? [path, add(known, path)] : [path];
    for (const one of stored) expect((await caching(one)).headers[0], one).toMatch(/^public, /);
    expect(await caching(add("utm_source=mail", stored.at(-1)!)), path).toEqual(NOT_STORED);
  }
  for (const parameter of ["z=1", "%7A", "__proto__=1", "constructor=", "=", "&"])
    expect(await caching(add(parameter, "/mattermost")), parameter).toEqual(NOT_STORED);
});
