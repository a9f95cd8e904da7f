import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { SiteDetail, SitePage } from "#schema/sites/sites.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { connect } from "#worker/db/connection.ts";
import { request } from "../support/app.ts";
import { importFile } from "../support/import.ts";
import { insertSites, toNewSite } from "../support/factories.ts";
import { insertUser } from "../support/people.ts";

const bad: string[] = [];
beforeEach(() => void (bad.length = 0));

const run = (lines: (object | string)[], ownerEmail?: string, updates?: boolean) =>
  importFile(lines, { bad, ...(ownerEmail && { ownerEmail }), ...(updates && { updates }) });
const FIGMA = { name: "Figma", link: "https://www.figma.com/" };
const site = (overrides: object = {}) => ({
  name: "Penpot",
  link: "https://penpot.app/",
  description: "Design & prototyping platform",
  category: "design_creativity",
  alternatives: [FIGMA],
  ...overrides,
});
const get = async <T>(path: string) => (await (await request(path)).json()) as T;

test("each line is imported as a site with its alternatives, article and product", async () => {
  const content = { blocks: [{ type: "paragraph", data: { text: "Draws <b>well</b><script>alert(1)</script>" } }] };
  expect(await run([site({ content })])).toEqual({
    read: 1,
    added: 1,
    updated: 0,
    known: 0,
    foreign: 0,
    bad: 0,
    images: 0,
  });
  const listed = await get<SiteDetail>("/api/penpot/");
  expect(listed).toMatchObject({ name: "Penpot", category: "design_creativity", alternatives: [{ name: "Figma" }] });
  expect(JSON.parse(listed.content)).toEqual({ blocks: [{ type: "paragraph", data: { text: "Draws <b>well</b>" } }] });
  expect(listed.blog).toEqual({ slug: "penpot", content: listed.content });
  expect(await get("/api/popular-alternatives/")).toMatchObject({
    popular_alternatives: [{ name: "Figma", count: 1 }],
  });
});

test("of the sites of a file, lists begin with active projects that have most stars and replace a product", async () => {
  const active = { last_commit: "2026-07-01", stars: 90_000 };
  await run([
    site({ name: "Editor", link: "https://editor.example/", alternatives: [], facts: active }),
    site({ facts: { last_commit: "2026-01-05", stars: 100 } }),
    site({ name: "Sketch", link: "https://sketch.example/", facts: { last_commit: "2026-07-01", stars: 2000 } }),
    site({ name: "Lunacy", link: "https://lunacy.example/", facts: { last_commit: "2024-12-31", stars: 90_000 } }),
  ]);
  const { results } = await get<SitePage>("/api/saas/");
  expect(results.map(({ name }) => name)).toEqual(["Sketch", "Penpot", "Lunacy", "Editor"]);
});

test("a second run adds nothing, even if the links are spelled differently", async () => {
  await run([site()]);
  const again = await run([
    site(),
    site({ link: "http://www.penpot.app" }),
    site({ link: "https://PENPOT.app/" }),
    site({ link: "https://penpot.app/?utm_source=list&ref=x" }),
    site({ name: "Docs", link: "https://penpot.app/docs" }),
  ]);
  expect(again).toEqual({ read: 5, added: 1, updated: 0, known: 4, foreign: 0, bad: 0, images: 0 });
  expect(await get<SitePage>("/api/saas/")).toMatchObject({ count: 2 });
});

test("bad lines are reported with their number and reason, and skipped; parts that are left out are reported, too", async () => {
  const result = await run([
    site({ name: "" }),
    '{"name":"Cut","alternatives":[',
    "",
    site({ facts: { pricing: "cheap", open_source: true } }),
  ]);
  expect(result).toEqual({ read: 4, added: 1, updated: 0, known: 0, foreign: 0, bad: 2, images: 0 });
  expect(bad).toEqual([
    "1: name: Site name is required",
    "2: not JSON",
    "4: facts.pricing: Pricing must be one of free, freemium, paid, one_time. The site is listed without it.",
  ]);
  expect(await get("/api/penpot/")).toMatchObject({ facts: { open_source: true } });
});

test("a file whose first JSON has several lines is refused as a whole", async () => {
  const lines = [site(), site({ link: "https://two.example/" })].map((one) => JSON.stringify(one));
  for (const file of [
    ["\ufeff\r", "", "[\r", `${lines[0]},`, lines[1]!, "]"],
    ["", '{"sites":[', ...lines, "]}"],
  ])
    await expect(run(file)).rejects.toThrow("Each line must be one JSON object");
  expect(await get<SitePage>("/api/saas/")).toMatchObject({ count: 0 });
});

test("a product that the site imports from must be in the directory or in the same part of the file", async () => {
  const imports = (imports_from: string[]) => ({
    facts: { imports_from, open_source: true },
    fact_sources: { imports_from: "https://penpot.app/import" },
  });
  await run([
    site(imports(["figma", "nothing", "nobody"])),
    site({ name: "Other", link: "https://other.example/", ...imports(["nothing"]) }),
  ]);
  expect(await get("/api/penpot/")).toMatchObject({ facts: { imports_from: ["figma"], open_source: true } });
  const { facts, fact_sources } = await get<SiteDetail>("/api/other/");
  expect([facts, fact_sources]).toEqual([{ open_source: true }, {}]);
  const unknown = (line: number, slug: string) =>
    `${line}: facts.imports_from: “${slug}” is not a product of this directory. The site is listed without it.`;
  expect(bad).toEqual([unknown(1, "nothing"), unknown(1, "nobody"), unknown(2, "nothing")]);
});

test("two sites with one name get different slugs, and no site gets a reserved word", async () => {
  await run([
    site({ name: "Search", link: "https://one.example/" }),
    site({ name: "Café!", link: "https://two.example/" }),
    site({ name: "cafe", link: "https://three.example/" }),
    site({ name: "微信", link: "https://four.example/" }),
    site({ name: "🦊", link: "https://five.example/" }),
  ]);
  const { results } = await get<SitePage>("/api/saas/?sort=oldest");
  expect(results.map(({ slug }) => slug)).toEqual(["search-2", "cafe", "cafe-2", "微信", "five-example"]);
});

test("all spellings of a product are one product", async () => {
  const named = (name: string, link: string) => [{ name, link }];
  await run([
    site({ name: "A", link: "https://a.example/", alternatives: named("Slack", "https://slack.com/") }),
    site({ name: "B", link: "https://b.example/", alternatives: named("slack ", "https://slack.com/intl/en-gb/") }),
    site({ name: "C", link: "https://c.example/", alternatives: named("https://slack.com/", "https://slack.com") }),
    site({ name: "D", link: "https://d.example/", alternatives: named("Slack.com", "http://www.slack.com/") }),
    site({
      name: "F",
      link: "https://f.example/",
      alternatives: [...named("Slack", "https://slack.com/"), ...named("SLACK", "https://slack.com/")],
    }),
  ]);
  expect(await get("/api/popular-alternatives/")).toMatchObject({
    popular_alternatives: [{ name: "Slack", slug: "slack", count: 5 }],
    count: 1,
  });
});

test("products of one maker stay different products, even if both have the maker's home page as link", async () => {
  const adobe = ["Adobe Photoshop", "Adobe Illustrator"].map((name) => ({ name, link: "https://www.adobe.com/" }));
  await run([site({ alternatives: adobe })]);
  expect(await get("/api/penpot/")).toMatchObject({ alternatives: adobe });
  expect(await get("/api/popular-alternatives/")).toMatchObject({ count: 2 });
});

test("sites with one name that are listed concurrently are all listed, with their alternatives", async () => {
  const names = ["Foo Bar!", "Foo-Bar", "Foo_Bar", "foo bar", "Foo.Bar", "Foo Bar?"];
  await Promise.all(
    names.map((name, index) =>
      run([
        site({
          name: "Same Name",
          link: `https://same-${index}.example/`,
          alternatives: [{ name, link: "https://foo.example/" }],
        }),
      ]),
    ),
  );
  const { results, count } = await get<SitePage>("/api/saas/");
  expect(count).toBe(names.length);
  expect(new Set(results.map(({ slug }) => slug)).size).toBe(names.length);
  expect(results.map(({ alternatives }) => alternatives.length)).toEqual(names.map(() => 1));
});

test("a site is listed even if its random slug is taken", async () => {
  await insertSites(["Same Name", "Same Name", "Same Name", "Same Name"]);
  const random = ["unique", "other"];
  const again = toNewSite({ name: "Same Name" });
  expect(await createListings(connect(env.DB), [again], { ownerId: null, newId: () => random.shift()! })).toEqual([
    "same-name-other",
  ]);
});

test("four hundred sites with very long names of four bytes a letter are listed in one batch", async () => {
  const name = (index: number) => `${"𠮷".repeat(45)} ${index}`;
  const lines = Array.from({ length: 400 }, (_, index) =>
    site({ name: name(index), link: `https://${index}.example/` }),
  );
  expect(await run(lines)).toMatchObject({ added: 400 });
  const { results } = await get<SitePage>("/api/saas/");
  expect((await request(`/api/${encodeURIComponent(results[0]!.slug)}/`)).status).toBe(200);
});

test("products whose names give one slug get different slugs", async () => {
  const numbered = (at: number) => `https://number-${at}.example/`;
  await run(
    ["C", "C++", "C#"].map((name, at) =>
      site({ name, link: numbered(at), alternatives: [{ name, link: numbered(at + 3) }] }),
    ),
  );
  const { popular_alternatives } = await get<{ popular_alternatives: { slug: string; name: string }[] }>(
    "/api/popular-alternatives/",
  );
  expect(popular_alternatives.map(({ name }) => name).toSorted()).toEqual(["C", "C#", "C++"]);
  expect(new Set(popular_alternatives.map(({ slug }) => slug)).size).toBe(3);
});

test("the sites belong to the given owner; an unknown owner stops the import", async () => {
  await env.DB.prepare("INSERT INTO users (email, created_at, updated_at) VALUES ('owner@example.com', 0, 0)").run();
  await run([site()], "Owner@Example.com");
  const row = await env.DB.prepare("SELECT users.email FROM sites JOIN users ON users.id = sites.owner_id").first();
  expect(row).toEqual({ email: "owner@example.com" });
  await expect(run([site()], "nobody@example.com")).rejects.toThrow(
    "No account has the email address nobody@example.com.",
  );
});

test("an update changes what the lines state, of sites with the same owner", async () => {
  const { id, email } = await insertUser();
  await run([site(), site({ link: "https://other.example/", name: "Other" })], email);
  await run([site({ link: "https://nobody.example/", name: "Nobody" })]);
  const lines = [
    { link: "http://www.penpot.app", description: "Draws: Straße" },
    { link: "https://other.example/", name: "Other", category: "design_creativity" },
    { link: "https://nobody.example/", name: "Stolen" },
    { link: "https://new.example/", name: "New" },
    site({ link: "https://new.example/whole", name: "Whole" }),
  ];
  expect(await run(lines, email, true)).toEqual({
    read: 5,
    added: 1,
    known: 1,
    bad: 1,
    images: 0,
    updated: 1,
    foreign: 1,
  });
  expect(bad).toEqual(["4: category: Category is required."]);
  expect(await get("/api/penpot/")).toMatchObject({
    name: "Penpot",
    link: "https://penpot.app/",
    description: "Draws: Straße",
    category: "design_creativity",
    alternatives: [{ name: "Figma" }],
  });
  expect(await get("/api/saas/?q=strasse")).toMatchObject({ results: [{ name: "Penpot" }] });
  expect(await get("/api/nobody/")).toMatchObject({ name: "Nobody" });
  const { results } = await env.DB.prepare("SELECT owner_id FROM sites WHERE slug = 'penpot'").all();
  expect(results).toEqual([{ owner_id: id }]);
  expect(await run(lines.slice(0, 3), email, true)).toMatchObject({ known: 2, updated: 0, foreign: 1 });
});

test("without an owner, an update changes sites without one: alternatives, article and single facts", async () => {
  const content = { blocks: [{ type: "paragraph", data: { text: "Old" } }] };
  const facts = { pricing: "free", stars: 10 };
  const fact_sources = { pricing: "https://penpot.app/prices" };
  await run([site({ content, facts, fact_sources })]);
  const newer = { blocks: [{ type: "paragraph", data: { text: "New" } }] };
  const line = {
    link: "https://penpot.app/",
    alternatives: [{ name: "Sketch", link: "https://sketch.com/" }],
    content: newer,
    facts: { stars: 12, open_source: true },
    fact_sources: { open_source: "https://penpot.app/code" },
  };
  expect(await run([line], undefined, true)).toMatchObject({ updated: 1, bad: 0 });
  const listed = await get<SiteDetail>("/api/penpot/");
  expect(listed).toMatchObject({
    name: "Penpot",
    alternatives: [{ name: "Sketch" }],
    facts: { pricing: "free", stars: 12, open_source: true },
    fact_sources: { pricing: "https://penpot.app/prices", open_source: "https://penpot.app/code" },
  });
  expect(JSON.parse(listed.content)).toEqual(newer);
  expect(await get("/api/saas/?q=alternative+to+sketch")).toMatchObject({ results: [{ name: "Penpot" }] });
  expect(await run([line, site({ ...line, name: "" })], undefined, true)).toMatchObject({
    known: 1,
    updated: 0,
    bad: 1,
  });
});
