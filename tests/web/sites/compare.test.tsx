import { expect, test } from "vitest";
import type { ComparePage } from "#schema/pages/pages.ts";
import { render, textOf } from "../support/render.tsx";
import { site } from "../support/pages.ts";

type Site = ComparePage["sites"][number];

const slack = { id: 1, name: "Slack", slug: "slack", link: "https://slack.com/", description: "" };
const named = (name: string, changes: Partial<Site> = {}): Site => ({
  ...site({ name, slug: name.toLowerCase() }),
  alternatives: [slack],
  disagreements: [],
  ...changes,
});

const compare = (...sites: Site[]) => leaving(null, ...sites);

async function leaving(leaves: Site | null, ...sites: Site[]) {
  const slugs = `${sites.map(({ slug }) => slug).join("-vs-")}?leaving=slack`;
  const product = { name: slack.name, slug: slack.slug };
  const found: ComparePage = {
    sites,
    product,
    leaves,
    choices: leaves && { lines: [{ slug: "zulip", text: "you want topics" }], by: "" },
    products: {},
    moved: {},
    share_image: "/share/comparison/a/0123456789abcdef.png",
  };
  return render(`/compare/${slugs}`, { compare: () => Promise.resolve(found) });
}

/** The title of the group of a row, and the texts of its cells. */
function rowOf(html: string, label: string) {
  const body = html.split("<tbody>").find((part) => part.includes(`<span>${label}</span>`))!;
  const [, cells] = new RegExp(`<span>${label}</span>.*?</th>(.*?)</tr>`).exec(body)!;
  const texts = cells!.split("</td>").slice(0, -1);
  return [/<h2>(.*?)</.exec(body)?.[1], ...texts.map((cell) => textOf(cell).replace("✓", "").trim())];
}

test("facts that differ come first, and neither unknown values nor tags differ", async () => {
  const html = await compare(
    named("Element", {
      facts: {
        licences: ["MIT"],
        platforms: ["web", "ios"],
        api: true,
        last_commit: "2026-08-03",
        tags: ["Chat"],
        demo: "https://a.example/",
      },
    }),
    named("Zulip", {
      facts: { licences: ["Apache-2.0"], platforms: ["ios", "web"], last_commit: "2026-08-04", tags: ["Mail"] },
    }),
  );
  expect(rowOf(html, "Licence")).toEqual(["1 fact differs", "MIT", "Apache-2.0"]);
  expect(rowOf(html, "API")).toEqual(["1 fact is stated for some only", "Yes", "Not stated"]);
  expect(rowOf(html, "Runs on")).toEqual(["2 facts are the same", "Web, iOS", "iOS, Web"]);
  expect(rowOf(html, "Last commit")).toEqual(["2 facts are the same", "3 months ago", "3 months ago"]);
  expect(html.indexOf("<span>Licence<")).toBeLessThan(html.indexOf("<span>Runs on<"));
  expect(rowOf(html, "Demo")).toEqual(["More facts and links", "a.example", "Not stated"]);
  expect(rowOf(html, "Tags")).toEqual(["More facts and links", "Chat", "Mail"]);
});

test("what no site states is named once", async () => {
  const html = await compare(named("Element", { facts: { pricing: "free" } }), named("Zulip"));
  const text = rowOf(html, "Not stated for any").at(-1)!;
  for (const fact of ["Price from, Free plan, Free trial", "Single sign-on", "Good at, Not good at"])
    expect(text).toContain(fact);
  expect(text).not.toContain("Pricing");
});

test("how sites replace the product to leave stands first, and how they replace others after the facts", async () => {
  const pair = { replaces: "drop_in", lacks: ["Huddles"], stated_at: "2026-09-21T10:00:00.000Z" } as const;
  const teams = { ...slack, ...pair, name: "Teams", slug: "teams", lacks: [] };
  const html = await leaving(
    named("Slack", { alternatives: [], facts: { api: true } }),
    named("Element", { alternatives: [teams, { ...slack, ...pair, lacks: [...pair.lacks] }], facts: { api: false } }),
    named("Zulip", { alternatives: [teams, slack] }),
  );
  const title = "Instead of Slack";
  expect(rowOf(html, "Choose it if")).toEqual([title, "", "Not stated", "you want topics"]);
  expect(rowOf(html, "How")).toEqual([title, "", "Drop-in replacement The owner, 21 September 2026", "Not stated"]);
  expect(rowOf(html, "What it lacks")).toEqual([title, "", "Huddles", "Not stated"]);
  expect(html).not.toContain("What it adds");
  const titles = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);
  expect(titles).toEqual([title, "1 fact differs", "Instead of Teams", "More facts and links"]);
  expect(await compare(named("Element"), named("Zulip"))).not.toContain("Moving over");
});

test("the product to leave is the first column, is marked, and cannot be removed", async () => {
  const html = await leaving(
    named("Slack", { alternatives: [], facts: { api: true } }),
    named("Element", { facts: { api: false } }),
    named("Huly", { facts: { api: false } }),
    named("Wire"),
    named("Zulip"),
  );
  const heads = [...html.matchAll(/<th scope="col".*?<\/th>/g)].map(([head]) => textOf(head).trim());
  expect(heads[1]).toMatch(/You leave Slack$/);
  expect(rowOf(html, "API")).toEqual(["1 fact differs", "Yes", "No", "No", "Not stated", "Not stated"]);
  expect(html).not.toMatch(/(Remove|Visit) Slack/);
});

test("what is unknown of the product to leave alone is no difference, and stands before what the others share", async () => {
  const html = await leaving(
    named("Slack", { facts: { api: true } }),
    ...["Element", "Zulip"].map((name) => named(name, { facts: { api: true, sso: false, archived: true } })),
  );
  expect(rowOf(html, "API")).toEqual(["3 facts are the same", "Yes", "Yes", "Yes"]);
  expect(rowOf(html, "Single sign-on")).toEqual(["3 facts are the same", "Not stated", "No", "No"]);
  expect(html.match(/✓/g), "an archived site gets no tick").toHaveLength(3);
});

test("a source that all values of a row have stands beside its label, and a contradiction in its cell", async () => {
  const licences = "https://github.com/awesome-selfhosted/awesome-selfhosted-data";
  const stated = (licence: string) => ({ facts: { licences: [licence] }, fact_sources: { licences } });
  const html = await compare(
    named("Element", {
      ...stated("MIT"),
      disagreements: [{ facts: ["licences", "open_source"], text: "Sources disagree." }],
    }),
    named("Zulip", stated("Apache-2.0")),
  );
  expect(rowOf(html, "Licence")).toEqual([
    "1 fact differs",
    expect.stringMatching(/^MIT\s*Sources disagree.$/),
    "Apache-2.0",
  ]);
  expect(html).toMatch(/<span>Licence<\/span> <a [^>]*>awesome-selfhosted<\/a><\/th>/);
});

test("the source of a fact stands in its cell, likes from one on, and paid sites have marked links and a badge", async () => {
  const list = "https://github.com/awesome-selfhosted/awesome-selfhosted-data";
  const html = await compare(
    named("Element", {
      status: "featured",
      like_count: 2,
      facts: { api: true, sso: true, encrypted: true },
      fact_sources: { api: "https://element.example/docs/", encrypted: list },
      facts_checked_at: "2026-11-10",
    }),
    named("Zulip", { like_count: 0, facts: { encrypted: true }, fact_sources: { encrypted: list } }),
  );
  expect(rowOf(html, "API")[1]).toMatch(/^Yes\s*element\.example\/docs$/);
  expect(rowOf(html, "Single sign-on")[1]).toBe("Yes");
  expect(rowOf(html, "End-to-end encryption").slice(1)).toEqual(["Yes", "Yes"]);
  expect(html).toContain('href="https://element.example/docs/" rel="ugc nofollow noopener"');
  expect(rowOf(html, "Facts checked").slice(1)).toEqual(["10 November 2026", "Not stated"]);
  expect(html).toMatch(/rel="sponsored nofollow noopener"[^>]*aria-label="Visit Element"/);
  expect(rowOf(html, "In short")[1]).toMatch(/FEATURED.*2 likes/);
  expect(rowOf(html, "In short")[2]).not.toContain("like");
});

test("a site can be removed from a comparison, and a fifth one cannot be added", async () => {
  const three = await compare(named("Element"), named("Wire"), named("Zulip"));
  expect(three).toMatch(/aria-label="Remove Wire"[^>]*href="\/compare\/element-vs-zulip\?leaving=slack"/);
  expect(three).toMatch(/<input type="hidden" name="leaving" value="slack"\/>.*Add a site/);
  const two = await compare(named("Element"), named("Zulip"));
  expect(two).toMatch(/aria-label="Remove Element"[^>]*href="\/compare\?site=zulip&amp;leaving=slack"/);
  expect(await compare(named("Element"), named("Huly"), named("Wire"), named("Zulip"))).not.toContain("Add a site");
});
