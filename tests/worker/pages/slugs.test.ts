import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ORIGIN, request } from "../support/app.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";
import { insertSite } from "../support/factories.ts";

const page = async (path: string) => {
  const response = await request(path);
  return { status: response.status, html: await response.text() };
};

test("names with vowel signs have pages, comparisons and entries of the sitemap under their whole slug", async () => {
  for (const name of ["हिन्दी", "தமிழ்"]) await insertSite({ name, alternatives: [{ name: "สวัสดี" }] });
  const paths = ["/हिन्दी", "/தமிழ்", "/alternatives/สวัสดี", "/compare/हिन्दी-vs-தமிழ்"].map(encodeURI);
  for (const path of paths) {
    const { status, html } = await page(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${decodeURI(path)}"/>`);
  }
  expect((await request(encodeURI("/compare/தமிழ்-vs-हिन्दी"))).headers.get("Location")).toBe(paths[3]);
  expect((await page("/sitemaps/sites-1.xml")).html).toContain(`<loc>${ORIGIN}${paths[0]}</loc>`);
  expect((await page("/sitemaps/products-1.xml")).html).toContain(`<loc>${ORIGIN}${paths[2]}</loc>`);
});

test("a slug of before stays, also if the listing is saved again", async () => {
  const anna = await logInNew();
  const site = await listSite(anna, { name: "हिन्दी" });
  await env.DB.prepare("UPDATE sites SET slug = 'ह-न-द'").run();
  expect((await anna.put(`/api/sites/${site.id}/`, editBody(site, { name: "हिन्दी २" }))).status).toBe(200);
  expect((await page(encodeURI("/ह-न-द"))).status).toBe(200);
});
