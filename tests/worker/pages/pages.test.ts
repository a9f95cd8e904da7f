import { createHash } from "node:crypto";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { DEPLOYED, fakes, NOW, ORIGIN, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { PAGE_ADDRESSES } from "../support/page-addresses.ts";
import { insertPost } from "../support/posts.ts";

const paragraph = (text: string) => ({ type: "paragraph", data: { text } });

beforeEach(async () => {
  await insertSite({
    name: "Mattermost",
    link: "https://mattermost.com/?a=b#c",
    description: "Secure chat",
    category: "communication",
    alternatives: [{ name: "Slack", link: "https://slack.com/" }],
    article: { blocks: ["One <b>bold</b> word.", "Two", "Three", "Four"].map(paragraph) },
  });
});

const html = async (path: string) => (await request(path)).text();
const titleOf = (page: string) => /<title>([^<]*)<\/title>/.exec(page)?.[1];
const embeddedIn = (page: string) =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(page)![1]!) as {
    hydrationData: { loaderData: Record<string, unknown> };
  };
const linkedData = (page: string) =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json!));

test.each([
  ["/", "Mattermost", ["WebSite", "ItemList"]],
  ["/?q=matermost", "mattermost", []],
  ["/mattermost", "<strong>bold</strong>|<b>bold</b>", ["SoftwareApplication", "BreadcrumbList"]],
  ["/alternatives/slack", "Slack", ["ItemList", "BreadcrumbList"]],
  ["/alternatives", "Slack", ["BreadcrumbList"]],
  ["/categories", "Communication", ["BreadcrumbList"]],
  ["/categories/communication", "Communication", ["BreadcrumbList"]],
  ["/blogs", "No blogs available", ["Blog", "BreadcrumbList"]],
  ["/about", "How the lists are ordered", ["BreadcrumbList"]],
  ["/about?tab=terms", "Last updated <time[^>]*>April 25, 2025", ["BreadcrumbList"]],
  ["/about?tab=privacy", "csrftoken", ["BreadcrumbList"]],
  ["/price", "€10.00", ["BreadcrumbList"]],
  ["/contact", "Send Message", ["BreadcrumbList"]],
  ["/report/sites/1", "Send report", ["BreadcrumbList"]],
  ["/report/products/slack", "Suggest a change of", ["BreadcrumbList"]],
])("%s is complete HTML with its own head", async (path, text, types) => {
  const response = await request(path);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=30");
  expect(response.headers.get("Set-Cookie")).toBeNull();
  const [head, body] = page.split("</head>") as [string, string];
  expect(body).toMatch(new RegExp(text));
  expect(page.match(/<title>/g)).toHaveLength(1);
  for (const tag of [
    '<meta name="description"',
    '<link rel="canonical"',
    '<meta property="og:title"',
    '<meta name="twitter:card"',
  ]) {
    expect(head.split(tag), tag).toHaveLength(2);
  }
  const found = linkedData(page)
    .flatMap((data) => (Array.isArray(data["@graph"]) ? data["@graph"] : [data]))
    .map((data) => data["@type"]);
  expect(found).toEqual(expect.arrayContaining(types));
});

test("the form of a report is not indexed, and its page leads to it", async () => {
  for (const [form, path] of [
    ["/report/sites/1", "/mattermost"],
    ["/report/products/slack", "/alternatives/slack"],
  ] as const) {
    expect(await html(form)).toContain('<meta name="robots" content="noindex');
    expect(await html(path)).toContain(`href="${form}"`);
  }
});

test("the page of a site that people leave, too, leads to its alternatives", async () => {
  await insertSite({ name: "Slack" });
  const page = await html("/slack");
  expect(page).toMatch(/href="\/alternatives\/slack"[^>]*>Alternatives to (<!-- -->)?Slack</);
  expect(page).not.toContain("No alternatives found");
});

test("the age of a commit is counted by the Worker's clock, and the document tells the browser its time", async () => {
  await insertSite({ name: "Alive", facts: { last_commit: "2026-11-20" } });
  fakes.now = NOW + 15 * DAY_MS;
  const page = await html("/");
  expect(page).toContain('title="20 November 2026">2 weeks ago</time>');
  expect(page).toContain(`"renderedAt":${fakes.now}`);
});

test("the meta description is the article's first paragraph without markup, else the site's description", async () => {
  expect(await html("/mattermost")).toContain('<meta name="description" content="One bold word."/>');
  const article = { blocks: [{ type: "header", data: { text: "Only a heading", level: 2 } }] };
  for (const site of [{ name: "Brief", article }, { name: "Empty" }])
    await insertSite({ description: "In short", ...site });
  for (const path of ["/brief", "/empty"])
    expect(await html(path), path).toContain('<meta name="description" content="In short"/>');
});

test("outbound links carry tracking parameters, and say what they are", async () => {
  const basic = await html("/mattermost");
  const links = [...basic.matchAll(/<a [^>]*href="(https:\/\/mattermost\.com[^"]*)"[^>]*>/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [tag, href] of links) {
    const url = new URL(href!.replaceAll("&amp;", "&"));
    expect(url.searchParams.get("a")).toBe("b");
    expect(url.hash).toBe("#c");
    expect(url.searchParams.get("utm_medium")).toBe("referral");
    for (const parameter of ["utm_source", "utm_campaign", "ref"]) expect(url.searchParams.get(parameter)).toBeTruthy();
    expect(tag).toContain('rel="ugc nofollow noopener"');
  }
  await insertSite({ name: "Paid", link: "https://paid.example/", featuredUntil: NOW + DAY_MS });
  expect(await html("/paid")).toMatch(/<a [^>]*href="https:\/\/paid\.example[^>]*rel="sponsored nofollow noopener"/);
});

test("what does not exist responds with the 404 page, which is not cached", async () => {
  const paths = [
    "/nothing",
    "/alternatives/nothing",
    "/categories/nothing",
    "/a/b/c",
    "/about/%0A",
    "/%",
    "/index.html",
    "/sites.php",
    "/?page=99",
    "/?q=nothing&page=2",
    "/alternatives?page=2",
    "/alternatives/slack?page=2",
    "/categories/communication?page=2",
    "/blogs?page=2",
    "/?popular=2",
    "/mattermost?page=2",
    "/report/sites/9",
    "/report/sites/mattermost",
    "/report/products/mattermost",
    "/report/blogs/first-post",
    "/?page=2.5",
    "/?popular=-1",
    "/mattermost?page=0",
    "/categories/communication?page=",
  ];
  for (const path of paths) {
    const response = await request(path);
    expect(response.status, path).toBe(404);
    expect(response.headers.get("Cache-Control"), path).toBe("private, no-store");
    const page = await response.text();
    expect(page, path).toContain("Return to Homepage");
    expect(page, path).toMatch(/<form[^>]* action="\/search"[^>]*>.*<input[^>]* name="q"/);
    expect(page, path).toMatch(/<meta name="robots" content="noindex/);
  }
});

test("a deleted site's page answers 410", async () => {
  await env.DB.exec("DELETE FROM sites");
  expect((await request("/report/sites/1")).status).toBe(404);
  const response = await request("/mattermost");
  expect(response.status).toBe(410);
  expect(await response.text()).toContain("Return to Homepage");
});

test("a page behind the last one of a list links to the first one, and its API responds with 404", async () => {
  expect(await html("/?q=chat&sort=oldest&page=99")).toContain('href="/?q=chat&amp;sort=oldest"');
  expect(await html("/alternatives/slack?page=9")).toContain('href="/alternatives/slack"');
  const site = await html("/mattermost?q=chat&page=9");
  expect(site).toContain('href="/mattermost?q=chat"');
  expect(site).not.toContain("there is no listed site at this web address");
  expect(await html("/?q=chat&page=1&popular=9")).toContain('href="/?q=chat"');
  for (const path of ["/", "/mattermost", "/alternatives/slack", "/categories/communication", "/blogs"])
    expect((await request(`/api/pages${path}?page=2`)).status, path).toBe(404);
  for (const path of ["/?q=nothing", "/mattermost?q=nothing", "/categories/education", "/blogs"])
    expect((await request(`${path}${path.includes("?") ? "&" : "?"}page=1`)).status, path).toBe(200);
  await env.DB.exec("DELETE FROM sites");
  for (const path of ["/", "/?page=1&popular=1"]) expect((await request(path)).status, path).toBe(200);
});

test("a page ignores an invalid category or sort order", async () => {
  for (const path of ["/?category=x&sort=y", "/mattermost?sort=y"])
    expect((await request(path)).status, path).toBe(200);
});

test("text of an owner cannot end the block of embedded data", async () => {
  await insertSite({
    name: "</script><script>alert(1)</script>",
    slug: "evil",
    article: { blocks: [paragraph("</script><!--")] },
  });
  const page = await html("/evil");
  expect(page).not.toContain("<script>alert(1)");
  expect(JSON.stringify(embeddedIn(page))).toContain("</script><script>alert(1)</script>");
});

test("GET /api/pages/… returns the data that the page shows", async () => {
  await insertSite({ name: "Zulip" });
  await insertPost({ slug: "first-post" });
  // It only redirects.
  const { search: _, ...shown } = PAGE_ADDRESSES;
  for (const path of Object.values(shown)) {
    const response = await request(`/api/pages${path}`);
    expect(response.status, path).toBe(200);
    expect(response.headers.get("Cache-Control"), path).toMatch(/^public/);
    const { hydrationData } = embeddedIn(await html(path));
    expect(Object.values(hydrationData.loaderData), path).toContainEqual(await response.json());
  }
  for (const path of ["nothing", "nothing/", "blogs/nothing", "nothing/at/all"])
    expect((await request(`/api/pages/${path}`)).status, path).toBe(404);
});

test("a screen gets a weaker content security policy only at its own URL", async () => {
  const policy = async (path: string) => (await request(path)).headers.get("Content-Security-Policy")!;
  for (const path of ["/sites/create", "/site/edit/1", "/blogs/create", "/blog/create", "/blogs/edit/one"])
    expect(await policy(path), path).toContain("style-src 'self' 'unsafe-inline'");
  expect(await policy("/pay?siteId=1")).toContain("script-src 'self' https://js.stripe.com");
  const opener = async (path: string) => (await request(path)).headers.get("Cross-Origin-Opener-Policy");
  expect([await opener("/pay"), await opener("/dashboard")]).toEqual(["same-origin-allow-popups", "same-origin"]);
  for (const path of ["/", "/sites", "/blogs/one", "/pay/more", "/create"])
    expect(await policy(path), path).not.toMatch(/unsafe|stripe/);
});

test("only /login may load Google's script, and only if Google is set up", async () => {
  const ask = async (path: string, settings = {}) => (await request(path, {}, { env: settings })).headers;
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  const { headers } = await request("/login?next=/user", {}, { env: google });
  const policy = headers.get("Content-Security-Policy")!.split("; ");
  expect(policy).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^script-src 'self' https:\/\/accounts\.google\.com\/gsi\/client '/),
      "style-src 'self' https://accounts.google.com/gsi/style",
      "connect-src 'self' https://accounts.google.com/gsi/",
      expect.stringMatching(/^frame-src .*https:\/\/accounts\.google\.com\/gsi\/$/),
    ]),
  );
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
  const strict = (await ask("/")).get("Content-Security-Policy");
  for (const path of ["/", "/login/verify", "/google-login/", "/signup", "/nothing"]) {
    const others = await ask(path, google);
    expect(others.get("Content-Security-Policy"), path).toBe(strict);
    expect(others.get("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
  }
  expect((await ask("/login")).get("Content-Security-Policy")).toBe(strict);
});

test("each policy admits by their hashes exactly the scripts in its document", async () => {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
  for (const path of ["/", "/nothing", "/admin", "/pay", "/login", "/sites/create"]) {
    const response = await request(path, {}, { env: google });
    const page = await response.text();
    const [, sources] = /; script-src ([^;]*)/.exec(response.headers.get("Content-Security-Policy")!)!;
    const admitted = sources!.split(" ").filter((source) => /sha|unsafe|nonce/.test(source));
    const scripts = page.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs);
    expect(admitted, path).toEqual(Array.from(scripts, ([, text]) => hash(text!)));
  }
  const other = await request("/api/saas/");
  expect(other.headers.get("Content-Security-Policy")).toContain("; script-src 'self'; style-src 'self'; ");
});

test("each tab of /about has its own URL and names the operator", async () => {
  for (const [path, title, canonical] of [
    ["/about?tab=about", "About Us", "/about"],
    ["/about?tab=nothing", "About Us", "/about"],
    ["/about?tab=terms&x=y", "Terms &amp; Conditions", "/about?tab=terms"],
    ["/about?tab=privacy", "Privacy Policy", "/about?tab=privacy"],
  ]) {
    const page = await html(path!);
    expect(titleOf(page)).toBe(`${title} – ${env.SITE_NAME}`);
    expect(page).toContain(`<link rel="canonical" href="${ORIGIN}${canonical}"/>`);
  }
  for (const path of ["/about?tab=terms", "/about?tab=privacy"])
    expect(await html(path), path).toContain(`href="mailto:${env.SUPPORT_EMAIL}"`);
});

test("without payments, featured listings are not offered yet", async () => {
  const response = await request("/price", {}, { env: DEPLOYED });
  const page = await response.text();
  expect(page).toContain("Featured listings are not available yet.");
  expect(await html("/price")).toContain("List and feature a site");
});
