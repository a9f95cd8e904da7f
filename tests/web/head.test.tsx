import { expect, test } from "vitest";
import { homePage, siteDetailPage, sitePage } from "./support/pages.ts";
import { render } from "./support/render.tsx";

const sites = sitePage({ count: 9, page: 2, pages: 2 });
const home = (query: object) => ({
  home: () => Promise.resolve(homePage({ sites, query: { ...homePage().query, page: 2, ...query } })),
});

test("a page describes itself to search engines and for shared links", async () => {
  const html = await render("/plausible", { site: () => Promise.resolve(siteDetailPage()) });
  expect(html).toContain("<title>Plausible: alternative to Google Analytics – Directory</title>");
  expect(html).toContain('<meta name="description" content="Statistics without cookies"/>');
  expect(html).toContain('<link rel="canonical" href="https://directory.example/plausible"/>');
  expect(html).toContain('<meta property="og:url" content="https://directory.example/plausible"/>');
  for (const [name, content] of Object.entries({
    "og:image": "https://directory.example/share/site/plausible/0123456789abcdef.png",
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Plausible: Light web statistics",
  }))
    expect(html).toContain(`<meta property="${name}" content="${content}"/>`);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  expect(html).not.toContain("noindex");
});

test("each page of a list has its own URL", async () => {
  expect(await render("/?page=2", home({}))).toContain('rel="canonical" href="https://directory.example/?page=2"');
});

test("a sorted list has the canonical URL of the list, and a category that of its own page", async () => {
  expect(await render("/?sort=oldest&page=2", home({ sort: "oldest" }))).toContain(
    'rel="canonical" href="https://directory.example/"',
  );
  expect(await render("/?category=finance&page=2", home({ category: "finance" }))).toContain(
    'rel="canonical" href="https://directory.example/categories/finance?page=2"',
  );
});

test("a search is not indexed, and its words are escaped in the head", async () => {
  const html = await render("/?q=x", home({ q: '</title><script>"' }));
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
  expect(html).not.toContain("</title><script>");
  expect(html).not.toContain('content="Search for “</title>');
});

test("every page links to the feed", async () => {
  const head = await render("/nowhere/at/all");
  expect(head).toContain('<link rel="alternate" type="application/atom+xml"');
});

test("a page without an image of its own has the directory's image, and says what it shows", async () => {
  const html = await render("/", home({}));
  expect(html).toContain('<meta property="og:image" content="https://directory.example/og-image.png"/>');
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
  expect(html).toMatch(/<meta property="og:image:alt" content="[^"]{20,}"\/>/);
});
