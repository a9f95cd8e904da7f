import { expect, test } from "vitest";
import type { Moved } from "#schema/sites/switches.ts";
import { answer, FIGURES, moved, pair, SLACK } from "../support/moved.ts";
import { productPage, site, siteDetailPage } from "../support/pages.ts";
import { render, textOf } from "../support/render.tsx";

const PRODUCT = "/alternatives/slack";
const ofProduct = (data?: Moved, changes: Parameters<typeof productPage>[0] = {}) =>
  render(PRODUCT, { product: () => Promise.resolve(productPage({ ...(data && { moved: data }), ...changes })) });
const ofSite = (data?: Moved) =>
  render("/zulip", {
    site: () => Promise.resolve({ ...siteDetailPage({ slug: "zulip", name: "Zulip" }), ...(data && { moved: data }) }),
  });
const linksIn = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => ({
    href: /href="([^"]*)"/.exec(attributes!)?.[1],
    rel: /rel="([^"]*)"/.exec(attributes!)?.[1],
    isCurrent: attributes!.includes("aria-current"),
  }));

test("figures stand before the list, and fewer than five answers have none", async () => {
  const html = await ofProduct(moved());
  const text = textOf(html);
  expect(text).toContain("1,063 moved to Zulip : 1,051 stayed, 8 partly, 4 went back. Typical time: weeks.");
  expect(text).toMatch(/2 moved to Mattermost (?!:)/);
  expect(html.indexOf('id="moved"')).toBeLessThan(html.indexOf('id="results"'));
  expect(text).toContain("Missing most: \u2068Single sign-on (9)\u2069");
  expect(text.match(/How this is counted/g)).toHaveLength(1);
  expect(linksIn(html).map(({ href }) => href)).toEqual(
    expect.arrayContaining(["/zulip#moved", "/about#moved", "/user/moved/slack"]),
  );
});

test("the verdict and the order name how moves went only if there are figures", async () => {
  const lines = [{ slug: "zulip", name: "Zulip", text: "you want topics" }];
  const choices = { lines, by: "", changed_at: null };
  const text = textOf(await ofProduct(moved(), { guide: { choices } }));
  expect(text).toContain("Choose Zulip if you want topics. 1,051 of 1,063 who moved stayed.");
  expect(text).toContain("then by how moves went, then by stars");
  expect(textOf(await ofProduct(moved({ pairs: [pair({ count: 4 })] }), { guide: { choices } }))).not.toContain(
    "who moved stayed",
  );
  expect(textOf(await ofProduct())).not.toContain("how moves went");
});

test("plain links filter by team size, and the answers are open then", async () => {
  const html = await ofProduct(moved({ team: "small", pairs: [], texts: [] }));
  expect(textOf(html)).toContain("Nobody with a team of this size has answered yet.");
  expect(html).toMatch(/<details open=""><summary>What they say/);
  const filters = linksIn(html).filter(({ href }) => /(\?team=|slack)\S*#moved$/.test(href ?? ""));
  expect(filters).toEqual([
    { href: `${PRODUCT}#moved`, rel: "nofollow", isCurrent: false },
    ...["one", "small", "medium", "large"].map((size) => ({
      href: `${PRODUCT}?team=${size}#moved`,
      rel: "nofollow",
      isCurrent: size === "small",
    })),
  ]);
});

test("an answer has no name, and the owner's answer stands below it", async () => {
  const reply = { text: "Thank you.", created_at: "2026-05-03T10:00:00.000Z" };
  const went = answer(2, { still_using: "no", would_again: false, answer: reply });
  const text = textOf(await ofProduct(moved({ texts: [answer(1), went] })));
  expect(text).toContain("2 to 10 people · moved May 2026 · weeks · still using it · would do it again");
  expect(text).toContain(
    "went back · would not do it again Missing: \u2068Single sign-on\u2069 Better: \u2068API\u2069",
  );
  expect(text).toContain("The owner answers, 3 May 2026 Thank you.");
});

test("pages without answers only ask for them", async () => {
  for (const [html, path] of [
    [await ofProduct(), "/user/moved/slack"],
    [await ofSite(), "/user/moved/google-analytics?to=zulip"],
  ] as const) {
    expect(textOf(html)).not.toContain("People who moved");
    expect(linksIn(html)).toContainEqual({ href: path, rel: "nofollow", isCurrent: false });
  }
});

test("the page of a site says from where people moved", async () => {
  const html = await ofSite(moved({ pairs: [pair()] }));
  expect(textOf(html)).toContain("1,063 moved from Slack : 1,051 stayed");
  expect(linksIn(html)).toContainEqual(expect.objectContaining({ href: "/alternatives/slack#moved" }));
});

test("a comparison has a row of moves, with a link for each site", async () => {
  const alternatives = [{ id: 1, ...SLACK, link: "https://slack.com/", description: "" }];
  const column = (slug: string) => ({ ...site({ slug, name: slug }), alternatives, disagreements: [] });
  const data = { leaves: null, choices: null, products: {}, share_image: "" };
  const sites = ["element", "zulip"].map(column);
  const html = await render("/compare/element-vs-zulip", {
    compare: () => Promise.resolve({ ...data, sites, product: SLACK, moved: { zulip: FIGURES } }),
  });
  expect(textOf(html)).toMatch(/People who moved How this is counted Moved from Slack.*1,063 moved: 1,051 stayed/);
  const links = linksIn(html).map(({ href }) => href);
  expect(links).toEqual(expect.arrayContaining(["/about#moved", "/zulip#moved"]));
  expect(links).not.toContain("/element#moved");
  for (const slug of ["element", "zulip"])
    expect(linksIn(html)).toContainEqual(expect.objectContaining({ href: `/user/moved/slack?to=${slug}` }));
});

test("search engines are told of no reviews and no ratings", async () => {
  for (const html of [await ofProduct(moved()), await ofSite(moved())]) {
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => json);
    expect(data.length).toBeGreaterThan(1);
    expect(data.join("")).not.toMatch(/review|rating|comment/i);
  }
});
