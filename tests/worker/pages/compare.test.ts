import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import type { ComparePage } from "#schema/pages/pages.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { ORIGIN, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";

const EIGHT: Facts = {
  pricing: "free",
  free_plan: true,
  open_source: true,
  licences: ["MIT"],
  platforms: ["web"],
  hosting: ["cloud"],
  api: true,
  country: "DE",
};
const { api: _, ...SEVEN } = EIGHT;

const insert = (name: string, facts: Facts = EIGHT, product = "Slack") =>
  insertSite({ name, facts, alternatives: [{ name: product }] });
const html = async (path: string) => (await request(path)).text();
const answer = async (path: string) => {
  const { status, headers } = await request(path);
  return [status, headers.get("Location")];
};
const isIndexed = async (path: string) => !(await html(path)).includes('<meta name="robots" content="noindex');
const sitemap = async () =>
  [...(await html("/sitemaps/comparisons.xml")).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

test("the page of a comparison is complete, names what is not stated, and has its own head", async () => {
  await insert("Zulip", { ...EIGHT, imports_from: ["slack", "gone"] });
  await insert("Element", SEVEN);
  const page = await html("/compare/element-vs-zulip");
  expect(page).toContain("<h1>Leaving Slack: Element or Zulip?</h1>");
  expect(page).toContain("<title>Element vs Zulip: alternatives to Slack compared");
  expect(page).toContain(`<link rel="canonical" href="${ORIGIN}/compare/element-vs-zulip"/>`);
  expect(page).toMatch(/<span>API<\/span><\/th><td><span class="not-stated">Not stated<\/span><\/td>/);
  expect(page).toMatch(/href="\/alternatives\/slack"[^>]*>Slack<\/a><\/span><span>, <!-- -->gone<\/span>/);
  const [, json] = /<script type="application\/ld\+json">(\{[^<]*"ItemList"[^<]*)<\/script>/.exec(page)!;
  expect(JSON.parse(json!)).toMatchObject({
    itemListElement: [
      { position: 1, item: { "@type": "SoftwareApplication", name: "Element" } },
      { position: 2, item: { "@type": "SoftwareApplication", name: "Zulip" } },
    ],
  });
});

test("the listing of the product that all sites replace is the column to leave, if its facts are known", async () => {
  const alternatives = [{ name: "Slack", link: "https://slack.com/" }, { name: "Teams" }];
  for (const name of ["Zulip", "Element"]) await insertSite({ name, facts: EIGHT, alternatives });
  await insert("Mail", EIGHT, "Gmail");
  const leaves = async (pair: string) =>
    (await (await request(`/api/pages/compare/${pair}/`)).json<ComparePage>()).leaves?.slug;
  expect(await leaves("element-vs-zulip")).toBeUndefined();
  await insertSite({ slug: "waiting", link: "https://slack.com/", review: "pending", facts: EIGHT });
  await insertSite({ slug: "slack-unknown", link: "https://slack.com/", facts: {} });
  expect(await leaves("element-vs-zulip")).toBeUndefined();
  const db = drizzle(env.DB);
  await db.delete(sites).where(eq(sites.slug, "slack-unknown"));
  await insertSite({ slug: "slack-chat", link: "https://slack.com/", facts: { pricing: "paid" } });
  await insertSite({ slug: "slack-later", link: "https://slack.com/", facts: EIGHT });
  expect(await leaves("element-vs-zulip")).toBe("slack-chat");
  expect(await leaves("element-vs-mail")).toBeUndefined();
});

test("a listing with another link is the product to leave if it has its slug and the category of a site", async () => {
  for (const name of ["Zulip", "Element"]) await insert(name);
  const leaves = async () =>
    (await (await request("/api/pages/compare/element-vs-zulip/")).json<ComparePage>()).leaves?.link;
  const listing = { name: "Slack", facts: { pricing: "paid" } } as const;
  const { id } = await insertSite({ ...listing, link: "https://slack.app/", category: "finance" });
  expect(await leaves()).toBeUndefined();
  const db = drizzle(env.DB);
  await db.update(sites).set({ category: "developer_tools" }).where(eq(sites.id, id));
  expect(await leaves()).toBe("https://slack.app/");
});

test("of several products that all sites replace, the address names the one to leave", async () => {
  const alternatives = [{ name: "Slack" }, { name: "Teams" }];
  for (const name of ["Zulip", "Element"]) await insertSite({ name, alternatives });
  for (const [query, name] of Object.entries({ "": "Slack", "?leaving=teams": "Teams", "?leaving=unknown": "Slack" }))
    expect(await html(`/compare/element-vs-zulip${query}`)).toContain(`<h1>Leaving ${name}: Element or Zulip?</h1>`);
});

test("what staff write on which site to choose is said of the compared sites only", async () => {
  for (const name of ["Element", "Zulip", "Mattermost"]) await insert(name);
  await drizzle(env.DB)
    .update(products)
    .set({ choices: "zulip: you want topics\nmattermost: you run it", choicesBy: "Anna Lind" })
    .where(eq(products.slug, "slack"));
  const page = await html("/compare/element-vs-zulip");
  expect(page).toContain("Choose it if");
  expect(page).toContain("Anna Lind");
  expect(page).toContain("you want topics");
  expect(page).not.toContain("you run it");
});

test("a comparison has one address, to which other orders and repeated slugs lead", async () => {
  for (const name of ["Zulip", "Element", "Huly", "Wire", "日本"]) await insert(name);
  for (const other of ["zulip-vs-element", "zulip-vs-element-vs-zulip", "element-vs-element-vs-zulip"])
    expect(await answer(`/compare/${other}`), other).toEqual([301, "/compare/element-vs-zulip"]);
  expect(await answer("/compare/zulip-vs-wire-vs-huly-vs-element")).toEqual([
    301,
    "/compare/element-vs-huly-vs-wire-vs-zulip",
  ]);
  expect((await answer("/compare/element-vs-huly-vs-wire-vs-zulip"))[0]).toBe(200);
  const [, added] = await answer("/compare?site=Zulip&site=Element&leaving=slack");
  expect(added).toBe("/compare/element-vs-zulip?leaving=slack");
  const encoded = encodeURI("/compare/wire-vs-日本");
  expect(await answer(encodeURI("/compare/日本-vs-wire"))).toEqual([301, encoded]);
  expect(await answer(encoded)).toEqual([200, null]);
});

test("a comparison of one site, of five or of one that is not listed answers 404", async () => {
  for (const name of ["Zulip", "Element", "Huly", "Tox", "Wire"]) await insert(name);
  await insertSite({ name: "Waiting", review: "pending" });
  for (const slugs of [
    "zulip",
    "zulip-vs-zulip",
    "zulip-vs-nothing",
    "zulip-vs-waiting",
    "-vs-",
    "-vs-zulip",
    "element-vs-",
    "element-vs-huly-vs-tox-vs-wire-vs-zulip",
    `zulip${"-vs-zulip".repeat(300)}`,
  ])
    for (const path of [`/compare/${slugs}`, `/api/pages/compare/${slugs}/`])
      expect((await request(path)).status, path).toBe(404);
});

test("slugs may contain what stands between slugs", async () => {
  for (const slug of ["one-vs-two", "three", "four-vs", "five", "vs-six"]) await insertSite({ slug, name: slug });
  const namesOf = async (slugs: string) =>
    (await (await request(`/api/pages/compare/${slugs}/`)).json<{ sites: { slug: string }[] }>()).sites.map(
      ({ slug }) => slug,
    );
  expect(await namesOf("one-vs-two-vs-three")).toEqual(["one-vs-two", "three"]);
  expect(await namesOf("five-vs-four-vs")).toEqual(["five", "four-vs"]);
  expect(await namesOf("four-vs-vs-three")).toEqual(["four-vs", "three"]);
  expect(await namesOf("three-vs-vs-six")).toEqual(["three", "vs-six"]);
});

test("nobody takes the address of a comparison by a site that is called like it", async () => {
  for (const name of ["Element", "Wire", "Zulip"]) await insert(name);
  await insertSite({ name: "Wire vs Zulip" });
  expect(await html("/compare/element-vs-wire-vs-zulip")).toContain("Element, Wire or Zulip?");
  expect(await html("/compare/wire-vs-zulip")).toContain("Leaving Slack: Wire or Zulip?");
});

test("search engines index a comparison only if all sites replace a product and have eight facts", async () => {
  for (const name of ["Element", "Wire", "Zulip"]) await insert(name);
  await insert("Brief", SEVEN);
  await insert("Mail", EIGHT, "Gmail");
  expect(await isIndexed("/compare/element-vs-zulip")).toBe(true);
  expect(await isIndexed("/compare/element-vs-wire-vs-zulip")).toBe(true);
  expect(await isIndexed("/compare/brief-vs-zulip")).toBe(false);
  expect(await isIndexed("/compare/mail-vs-zulip")).toBe(false);
  expect(await isIndexed("/compare/element-vs-mail-vs-zulip")).toBe(false);
  expect(await isIndexed("/compare")).toBe(true);
  expect(await isIndexed("/compare?site=Zulip")).toBe(false);
});

test("the sitemap lists each pair once that search engines index", async () => {
  expect(await sitemap()).toEqual([`${ORIGIN}/compare`]);
  for (const name of ["Zulip", "Element", "Wire"])
    await insertSite({ name, facts: EIGHT, alternatives: [{ name: "Slack" }, { name: "Teams" }] });
  await insert("Brief", SEVEN);
  await insert("Mail", EIGHT, "Gmail");
  await insertSite({ name: "Waiting", review: "pending", facts: EIGHT, alternatives: [{ name: "Slack" }] });
  const listed = await sitemap();
  expect(listed.toSorted()).toEqual(
    ["", "/element-vs-wire", "/element-vs-zulip", "/wire-vs-zulip"].map((pair) => `${ORIGIN}/compare${pair}`),
  );
  for (const url of listed) expect(await isIndexed(new URL(url!).pathname), url).toBe(true);
});

test("the sitemap lists pairs of the five sites of a product with the most facts", async () => {
  for (let more = 0; more < 7; more += 1)
    await insert(`Site ${more}`, { ...EIGHT, ...(more > 1 && { since: 2000 + more }) });
  const listed = await sitemap();
  expect(listed).toHaveLength(1 + 10);
  expect(listed.join(" ")).not.toMatch(/site-[01]\b/);
});

test("the first page of comparisons finds sites by name or slug, and leads to the comparison", async () => {
  for (const name of ["Zulip", "Element"]) await insert(name);
  expect(await html("/compare")).toMatch(/href="\/compare\/element-vs-zulip"[^>]*>Element or Zulip</);
  expect(await answer("/compare?site=+ZULIP+&site=element&site=")).toEqual([302, "/compare/element-vs-zulip"]);
  const page = await html("/compare?site=Zulip&site=%3Cb%3ENothing");
  expect(page).toContain("No site has this name");
  expect(page).toContain('value="&lt;b&gt;Nothing"');
  expect(await answer("/compare?site=Zulip&site=zulip")).toEqual([200, null]);
});

test("the data of a comparison leave out what its page does not show", async () => {
  const article = { blocks: [{ type: "paragraph", data: { text: "A long article" } }] };
  for (const name of ["Zulip", "Element"]) await insertSite({ name, article, facts: EIGHT });
  const data = await html("/api/pages/compare/element-vs-zulip/");
  expect(data).not.toMatch(/long article|"screenshots"|"content"/);
  expect(data.length).toBeLessThan(3000);
});
