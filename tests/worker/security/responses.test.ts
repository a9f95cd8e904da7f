import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { findWrongSecurityHeaders } from "../../support/security-headers.ts";
import { broken, type Overrides, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { plainImages } from "../../support/image-files.ts";
import { loggedErrors } from "../support/setup.ts";

const GOOGLE = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

type Kind = [status: number, path: string, init?: RequestInit, overrides?: Overrides];

const KINDS: Record<string, Kind> = {
  "a page": [200, "/"],
  "a site's page": [200, "/mattermost"],
  "a private screen": [200, "/dashboard"],
  "the editor": [200, "/sites/create"],
  "the payment screen": [200, "/pay"],
  "the sign-in with Google": [200, "/login", {}, { env: GOOGLE }],
  "an unknown page": [404, "/nothing"],
  "a page of what was deleted": [410, "/deleted"],
  "the answer to HEAD": [200, "/mattermost", { method: "HEAD" }],
  "the answer to OPTIONS": [404, "/mattermost", { method: "OPTIONS", headers: { Origin: "https://evil.example" } }],
  "a page without its database": [503, "/mattermost", {}, { env: { DB: broken<D1Database>() } }],
  "a page that fails": [500, "/", {}, { env: { ASSETS: broken<Fetcher>() } }],
  "a deployment without its key": [503, "/", {}, { env: { SECRET_KEY: "" } }],
  "a redirect": [302, "/google-login/start"],
  JSON: [200, "/api/saas"],
  "an unknown call": [404, "/api/nothing/x"],
  "a call of somebody signed out": [401, "/api/user"],
  "a call without proof of its origin": [403, "/api/contact", { method: "POST" }],
  "a call without its database": [503, "/api/saas", {}, { env: { DB: broken<D1Database>() } }],
  "an event of nobody": [503, "/api/stripe/webhook", { method: "POST", body: "{}" }],
  "an image": [200, "/media/demo/kept.png"],
  "an image that is known": [304, "/media/demo/kept.png", { headers: { "If-None-Match": "*" } }],
  "no image": [404, "/media/none.png"],
  "an image of a shared link": [200, "/share/site/mattermost/0123456789abcdef.png"],
  "an icon": [200, "/favicons/mattermost.com"],
  "a script that is gone": [404, "/assets/gone.js"],
  "what programs read": [200, "/feed.xml"],
  "the local inbox": [200, "/dev/mail"],
};

test("every kind of response has the security headers and no stack trace", async () => {
  await insertSite({ slug: "mattermost", link: "https://mattermost.com/" });
  await env.DB.exec("INSERT INTO deleted_slugs (slug) VALUES ('deleted')");
  await env.MEDIA.put("demo/kept.png", plainImages.png, { httpMetadata: { contentType: "image/png" } });
  await env.MEDIA.put("share/site/mattermost/0123456789abcdef.png", plainImages.png);
  for (const [kind, [status, path, init, overrides]] of Object.entries(KINDS)) {
    const response = await request(path, init, overrides);
    expect(response.status, kind).toBe(status);
    expect(findWrongSecurityHeaders(response.headers), kind).toEqual([]);
    expect(await response.text(), kind).not.toMatch(/\bat .+\.[jt]sx?:\d/);
  }
  expect(loggedErrors.splice(0)).not.toEqual([]);
});
