import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { type EditableSite, SITE_MESSAGES, type SitePage } from "#schema/sites/sites.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { loggedErrors } from "../support/setup.ts";
import { documentOf, editBody, listSite } from "../support/own-sites.ts";
import { readResponse, BERT, errorResponse, raiseRateCounts, logInNew } from "../support/people.ts";

let anna: Browser;
let site: EditableSite;
beforeEach(async () => {
  anna = await logInNew();
  site = await listSite(anna, {
    alternatives: [
      { name: "Slack", link: "https://slack.com/", description: "Chat" },
      { name: "Zoom", link: "https://zoom.us/" },
    ],
  });
});

const put = (body: object, browser = anna) => browser.put(`/api/sites/${site.id}/`, body);
const saved = async (overrides: object, browser = anna): Promise<EditableSite> => {
  const response = await put(editBody(site, overrides), browser);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<EditableSite>();
};
const stored = async () => (await anna.get(`/api/sites/${site.id}/`)).json<EditableSite>();
/** Sites that replace products of the same kind are close results. */
const search = async (q: string) => {
  const { results, exact_count } = await (await request(`/api/saas/?q=${q}`)).json<SitePage>();
  return exact_count ?? results.length;
};
const popular = async () =>
  (
    await (await request("/api/popular-alternatives/")).json<{ popular_alternatives: { name: string }[] }>()
  ).popular_alternatives
    .map(({ name }) => name)
    .toSorted();

test("saving a site without changes only changes the time of the save", async () => {
  fakes.now += 1000;
  expect(await saved({})).toEqual({ ...site, updated_at: "2026-11-20T12:00:01.000Z" });
});

test("every field can change, search and products follow, and the slug stays", async () => {
  const changed = await saved({
    name: "Rocket Chat",
    link: "https://rocket.chat/",
    description: "Open communication",
    category: "business_tools",
    alternatives: [
      { name: "Discord", link: "https://discord.com/" },
      { name: "slack.com", link: "https://slack.com/intl" },
    ],
    blog: { content: documentOf("New words") },
  });
  expect(changed).toMatchObject({
    slug: "mattermost",
    name: "Rocket Chat",
    title: "Rocket Chat",
    link: "https://rocket.chat/",
    description: "Open communication",
    category: "business_tools",
    content: JSON.stringify(documentOf("New words")),
    alternatives: [
      { name: "Discord", description: "" },
      { id: site.alternatives[0]!.id, name: "slack.com", link: "https://slack.com/intl", description: "Chat" },
    ],
  });
  expect(await stored()).toEqual(changed);
  expect((await request("/api/rocket-chat/")).status).toBe(404);
  expect(await (await request("/api/mattermost/")).json()).toMatchObject({ name: "Rocket Chat" });
  expect([await search("rocket"), await search("discord"), await search("mattermost"), await search("zoom")]).toEqual([
    1, 1, 0, 0,
  ]);
  expect(await popular()).toEqual(["Discord", "Slack"]);
});

test("a save without an article keeps the stored one; an empty article is refused", async () => {
  const { blog: _, content, ...rest } = site;
  expect(await (await put({ ...rest, name: "Renamed" })).json()).toMatchObject({ name: "Renamed", content });
  const message = "Content is required";
  for (const empty of ["", { blocks: [] }, JSON.stringify(documentOf("<br>"))]) {
    expect(await readResponse(await put({ ...rest, blog: { content: empty }, updated_at: undefined }))).toEqual(
      errorResponse(400, message, { "blog.content": message }),
    );
  }
  expect(await stored()).toMatchObject({ name: "Renamed", content });
});

test("a save that is based on an older version overwrites nothing", async () => {
  const changed = await saved({ name: "First" });
  expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(site.updated_at));
  for (const seen of [site.updated_at, "yesterday", ""]) {
    expect(await readResponse(await put(editBody(site, { name: "Second", updated_at: seen })))).toEqual(
      errorResponse(409, SITE_MESSAGES.versionConflict),
    );
  }
  expect(await stored()).toEqual(changed);
});

test("after several concurrent saves, the site equals one of them", async () => {
  const saves = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      put(
        editBody(site, {
          name: `Name ${at}`,
          description: `Description ${at}`,
          alternatives: [{ name: `Product ${at}`, link: `https://product-${at}.example/` }],
          blog: { content: documentOf(`Article ${at}`) },
          ...(at % 2 && { updated_at: undefined }),
        }),
      ),
    ),
  );
  expect(saves.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const { name, description, alternatives, content } = await stored();
  const [, at] = /^Name (\d)$/.exec(name)!;
  expect({ description, alternatives: alternatives.map((alternative) => alternative.name), content }).toEqual({
    description: `Description ${at}`,
    alternatives: [`Product ${at}`],
    content: JSON.stringify(documentOf(`Article ${at}`)),
  });
  expect(await popular()).toEqual([`Product ${at}`]);
});

test("the link of another own site is refused, also if others list it, and the link of another owner's site is not", async () => {
  const bert = await logInNew({ email: BERT });
  await listSite(bert, { name: "His", link: "https://twice.example/" });
  await listSite(anna, { name: "Mine", link: "https://twice.example/" });
  const message = "This link is already listed as “Mine”.";
  expect(await readResponse(await put(editBody(site, { link: "http://www.twice.example" })))).toEqual(
    errorResponse(409, message, { link: message }),
  );
  expect(await stored()).toEqual(site);
  await listSite(bert, { link: "https://bert.example/" });
  expect(await saved({ link: "https://bert.example/" })).toMatchObject({ link: "https://bert.example/" });
});

test("a site that does not exist cannot be read, changed or deleted; staff can read and change another person's", async () => {
  for (const id of [999, "abc", "1.5", "99999999999999999999", "%00"]) {
    const path = `/api/sites/${id}/`;
    for (const response of [await anna.get(path), await anna.put(path, editBody(site)), await anna.delete(path)])
      expect(await readResponse(response), String(id)).toEqual(errorResponse(404, "Site not found"));
  }
  const bert = await logInNew({ email: BERT, isSuperuser: true });
  expect(await (await bert.get(`/api/sites/${site.id}/`)).json()).toMatchObject({ name: "Mattermost" });
  expect(await saved({ name: "By staff" }, bert)).toMatchObject({ name: "By staff" });
  expect(await (await anna.get("/api/sites/")).json()).toMatchObject({ results: [{ name: "By staff" }], count: 1 });
});

test("a save purges what shows the site, a move also its lists, and both are kept if the purge fails", async () => {
  const purged = recordPurges();
  await anna.put(`/api/sites/${site.id}/`, { ...site, updated_at: undefined }, purged.overrides);
  expect(purged.all()).toEqual(["site:mattermost"]);
  const moved = { ...site, category: "finance", updated_at: undefined };
  await anna.put(`/api/sites/${site.id}/`, moved, purged.overrides);
  expect(purged.all()).toEqual([
    "site:mattermost",
    "list",
    "category:communication",
    "replaces:1",
    "replaces:2",
    "category:finance",
  ]);
  await anna.delete(`/api/sites/${site.id}/`, undefined, purged.overrides);
  expect(purged.all()).toEqual(["site:mattermost", "list", "category:finance", "replaces:1", "replaces:2"]);

  site = await listSite(anna, { name: "微信" });
  const fails = () => Promise.reject(new Error("This is down."));
  const down = { ports: { purgeCache: fails }, env: { PURGES: { send: fails } as unknown as Queue } };
  expect((await anna.delete(`/api/sites/${site.id}/`, undefined, down)).status).toBe(204);
  expect(loggedErrors.splice(0)).toHaveLength(2);
});

test("two names of a product that staff merged are one alternative: the first", async () => {
  await env.DB.prepare(
    "INSERT INTO product_aliases SELECT 'slacktechnologies', id FROM products WHERE name = 'Slack'",
  ).run();
  const alternatives = [
    { name: "Slack Technologies", link: "https://slack.com/about" },
    { name: "Slack", link: "https://slack.com/" },
  ];
  const changed = await saved({ alternatives });
  expect(changed.alternatives).toEqual([{ id: site.alternatives[0]!.id, ...alternatives[0], description: "Chat" }]);
  expect(await popular()).toEqual(["Slack"]);
});

test("an owner can save sixty times an hour, even with concurrent requests; refused saves and saves of staff do not count", async () => {
  const save = async (browser = anna) => put({ ...site, updated_at: undefined, description: "Again" }, browser);
  expect((await put({ ...site, updated_at: "2020-01-01T00:00:00.000Z" })).status).toBe(409);
  expect((await save()).status).toBe(200);
  await raiseRateCounts(57);
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await save()).status));
  for (let saves = statuses.filter((status) => status === 200).length; saves < 3; saves++)
    expect((await save()).status).toBe(200);
  const refused = await save();
  expect(await readResponse(refused)).toEqual(errorResponse(429, SITE_MESSAGES.tooManySaves));
  expect(refused.headers.get("Retry-After")).toBe("3600");
  expect((await save(await logInNew({ email: BERT, isStaff: true }))).status).toBe(200);
  fakes.now += 3_600_000;
  expect((await save()).status).toBe(200);
});

test("a save changes only the alternatives of its own site, also of the products that both name", async () => {
  const bert = await logInNew({ email: BERT });
  const alternatives = [
    { name: "Zoom", link: "https://zoom.us/", description: "Calls" },
    { name: "Slack", link: "https://slack.com/" },
    { name: "Asana", link: "https://asana.com/", description: "" },
  ];
  const other = await listSite(bert, { link: "https://other.example/", alternatives });
  expect(other.alternatives).toMatchObject([{ name: "Zoom" }, { name: "Slack", description: "" }, { name: "Asana" }]);
  await saved({ alternatives: [{ name: "Discord", link: "https://discord.com/" }] });
  const after = await (await bert.get(`/api/sites/${other.id}/`)).json<EditableSite>();
  expect(after.alternatives).toEqual(other.alternatives);
});
