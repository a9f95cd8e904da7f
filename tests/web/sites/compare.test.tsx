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

async function compare(...sites: Site[]) {
  const slugs = sites.map(({ slug }) => slug).join("-vs-");
  const found: ComparePage = { sites, products: {}, share_image: "/share/comparison/a/0123456789abcdef.png" };
  return render(`/compare/${slugs}`, { compare: () => Promise.resolve(found) });
}

/** The class of a row, and the texts of its cells. */
function rowOf(html: string, label: string) {
  const [, difference, cells] = new RegExp(`<tr class="(\\w+)"><th scope="row"><span>${label}<.*?</th>(.*?)</tr>`).exec(
    html,
  )!;
  return [
    difference,
    ...cells!
      .split("</td>")
      .slice(0, -1)
      .map((cell) => textOf(cell).trim()),
  ];
}

test("a row says whether its values differ, and an unknown value is no difference but not stated", async () => {
  const html = await compare(
    named("Element", { facts: { licences: ["MIT"], platforms: ["web", "ios"], api: true, open_source: true } }),
    named("Zulip", { facts: { licences: ["Apache-2.0"], platforms: ["ios", "web"], open_source: true } }),
  );
  expect(rowOf(html, "Licence")).toEqual(["different", "MIT", "Apache-2.0"]);
  expect(html).toMatch(/<span>Licence<span aria-hidden="true"> ≠<\/span><span class="visually-hidden"> \(differs\)/);
  expect(rowOf(html, "Runs on")).toEqual(["same", "Web, iOS", "iOS, Web"]);
  expect(rowOf(html, "API")).toEqual(["partly", "Yes", "Not stated"]);
  expect(textOf(html)).toContain("1 fact differs, 2 facts are the same and 1 fact is stated for some sites only.");
});

test("every fact is named, also those that no site states", async () => {
  const html = await compare(named("Element", { facts: { pricing: "free" } }), named("Zulip"));
  expect(rowOf(html, "Pricing")).toEqual(["partly", "Free", "Not stated"]);
  const text = textOf(html);
  for (const fact of ["Price from, Free plan, Free trial", "Single sign-on", "Good at, Not good at"])
    expect(text).toContain(fact);
});

test("how a site replaces a product stands beside how the other one does", async () => {
  const pair = { replaces: "drop_in", lacks: ["Huddles"], stated_at: "2026-09-21T10:00:00.000Z" } as const;
  const html = await compare(
    named("Element", { alternatives: [{ ...slack, ...pair, lacks: [...pair.lacks] }] }),
    named("Zulip"),
  );
  expect(rowOf(html, "How")).toEqual(["partly", "Drop-in replacement The owner, 21 September 2026", "Not stated"]);
  expect(rowOf(html, "What it lacks")).toEqual(["partly", "Huddles", "Not stated"]);
  expect(html).not.toContain("What it adds");
});

test("sources are links beside the facts that they state, and paid sites have marked links and a badge", async () => {
  const html = await compare(
    named("Element", {
      status: "featured",
      facts: { api: true, sso: true },
      fact_sources: { api: "https://element.example/docs/" },
      facts_checked_at: "2026-11-10",
    }),
    named("Zulip"),
  );
  expect(rowOf(html, "Sources of facts")[1]).toBe("element.example/docs API The owner Single sign-on");
  expect(html).toContain('href="https://element.example/docs/" rel="ugc nofollow noopener"');
  expect(rowOf(html, "Last checked")).toEqual(["same", "10 days ago", "Not stated"]);
  expect(html).toMatch(/rel="sponsored nofollow noopener"[^>]*aria-label="Visit Element"/);
  expect(rowOf(html, "In short")[1]).toContain("FEATURED");
});

test("a site can be removed from a comparison, and a fifth one cannot be added", async () => {
  const three = await compare(named("Element"), named("Wire"), named("Zulip"));
  expect(three).toMatch(/aria-label="Remove Wire"[^>]*href="\/compare\/element-vs-zulip"/);
  expect(three).toContain("Add a site");
  const two = await compare(named("Element"), named("Zulip"));
  expect(two).toMatch(/aria-label="Remove Element"[^>]*href="\/compare\?site=zulip"/);
  expect(await compare(named("Element"), named("Huly"), named("Wire"), named("Zulip"))).not.toContain("Add a site");
});
