import { expect, test } from "vitest";
import type { ComparePage } from "#schema/pages/pages.ts";
import { render, textOf } from "../support/render.tsx";
import { site } from "../support/pages.ts";

type Site = ComparePage["sites"][number];

const slack = { id: 1, name: "Slack", slug: "slack", link: "https://slack.com/", description: "" };
const named = (name: string, changes: Partial<Site> = {}): Site => ({
  ...site({ name, slug: name.toLowerCase() }),
  alternatives: [slack],
  ...changes,
});

const compare = (...sites: Site[]) => leaving(null, ...sites);

async function leaving(leaves: Site | null, ...sites: Site[]) {
  const slugs = sites.map(({ slug }) => slug).join("-vs-");
  const product = { name: slack.name, slug: slack.slug };
  const found: ComparePage = {
    sites,
    product,
    leaves,
    products: {},
    share_image: "/share/comparison/a/0123456789abcdef.png",
  };
  return render(`/compare/${slugs}`, { compare: () => Promise.resolve(found) });
}

/** The title of the group of a row, and the texts of its cells. */
function rowOf(html: string, label: string) {
  const body = html.split("<tbody>").find((part) => part.includes(`<th scope="row"><span>${label}<`))!;
  const [, cells] = new RegExp(`<th scope="row"><span>${label}<.*?</th>(.*?)</tr>`).exec(body)!;
  const texts = cells!.split("</td>").slice(0, -1);
  return [/scope="rowgroup"[^>]*>(.*?)</.exec(body)?.[1], ...texts.map((cell) => textOf(cell).trim())];
}

test("facts that differ come first; equal ones have one cell, and an unknown value is no difference", async () => {
  const html = await compare(
    named("Element", {
      facts: { licences: ["MIT"], platforms: ["web", "ios"], api: true, open_source: true, demo: "https://a.example/" },
    }),
    named("Zulip", { facts: { licences: ["Apache-2.0"], platforms: ["ios", "web"], open_source: true } }),
  );
  expect(rowOf(html, "Licence")).toEqual(["1 fact differs", "MIT", "Apache-2.0"]);
  expect(rowOf(html, "API")).toEqual(["1 fact is stated for some only", "Yes", "Not stated"]);
  expect(rowOf(html, "Runs on")).toEqual(["2 facts are the same", "Web, iOS"]);
  expect(html.indexOf("<span>Licence<")).toBeLessThan(html.indexOf("<span>Open source<"));
  expect(rowOf(html, "Demo")).toEqual(["Pictures and links", "a.example", "Not stated"]);
});

test("what no site states is named once", async () => {
  const html = await compare(named("Element", { facts: { pricing: "free" } }), named("Zulip"));
  const text = rowOf(html, "Not stated for any").at(-1)!;
  for (const fact of ["Price from, Free plan, Free trial", "Single sign-on", "Good at, Not good at"])
    expect(text).toContain(fact);
  expect(text).not.toContain("Pricing");
});

test("how a site replaces a product stands first, beside how the other one does", async () => {
  const pair = { replaces: "drop_in", lacks: ["Huddles"], stated_at: "2026-09-21T10:00:00.000Z" } as const;
  const html = await leaving(
    named("Slack", { alternatives: [], facts: { api: true } }),
    named("Element", { alternatives: [{ ...slack, ...pair, lacks: [...pair.lacks] }], facts: { api: false } }),
    named("Zulip"),
  );
  const title = "Instead of Slack";
  expect(rowOf(html, "How")).toEqual([title, "", "Drop-in replacement The owner, 21 September 2026", "Not stated"]);
  expect(rowOf(html, "What it lacks")).toEqual([title, "", "Huddles", "Not stated"]);
  expect(html).not.toContain("What it adds");
  expect(html.indexOf(title)).toBeLessThan(html.indexOf("1 fact differs"));
  expect(await compare(named("Element"), named("Zulip"))).not.toContain(title);
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
  expect(rowOf(html, "End-to-end encryption").slice(1)).toEqual([expect.stringMatching(/^Yes\s*awesome-selfhosted$/)]);
  expect(html).toContain('href="https://element.example/docs/" rel="ugc nofollow noopener"');
  expect(rowOf(html, "Facts checked").slice(1)).toEqual(["10 days ago", "Not stated"]);
  expect(html).toMatch(/rel="sponsored nofollow noopener"[^>]*aria-label="Visit Element"/);
  expect(rowOf(html, "In short")[1]).toMatch(/FEATURED.*2 likes/);
  expect(rowOf(html, "In short")[2]).not.toContain("like");
});

test("a site can be removed from a comparison, and a fifth one cannot be added", async () => {
  const three = await compare(named("Element"), named("Wire"), named("Zulip"));
  expect(three).toMatch(/aria-label="Remove Wire"[^>]*href="\/compare\/element-vs-zulip"/);
  expect(three).toContain("Add a site");
  const two = await compare(named("Element"), named("Zulip"));
  expect(two).toMatch(/aria-label="Remove Element"[^>]*href="\/compare\?site=zulip"/);
  expect(await compare(named("Element"), named("Huly"), named("Wire"), named("Zulip"))).not.toContain("Add a site");
});
