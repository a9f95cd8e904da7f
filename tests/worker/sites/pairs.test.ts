import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Alternative, EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";

const SLACK = { name: "Slack", link: "https://slack.com/" };
const ZOOM = { name: "Zoom", link: "https://zoom.us/" };
const PAIR = {
  replaces: "same_job",
  lacks: ["Calls"],
  adds: ["Topics", "An own server"],
  moving: { text: "Import the export of Slack.", link: "https://mattermost.com/import" },
};
const FIRST = "2026-11-20T12:00:00.000Z";

let anna: Browser;
let site: EditableSite;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
  site = await listSite(anna, {
    alternatives: [
      { ...SLACK, ...PAIR },
      { ...ZOOM, replaces: "part" },
    ],
  });
});

const shown = async () => (await (await request("/api/mattermost/")).json<SiteDetail>()).alternatives;
const save = async (alternatives: object[]) => {
  fakes.now += DAY_MS;
  const response = await anna.put(`/api/sites/${site.id}/`, editBody(site, { alternatives, updated_at: undefined }));
  expect(response.status, await response.clone().text()).toBe(200);
};

test("a site says how it replaces each product, and since when", async () => {
  const wanted = [
    { ...SLACK, ...PAIR, stated_at: FIRST },
    { ...ZOOM, replaces: "part", stated_at: FIRST },
  ];
  expect(site.alternatives).toMatchObject(wanted);
  expect(await shown()).toMatchObject(wanted);
});

test("a save keeps the pair that it does not name, and the day of a pair that stays", async () => {
  await save([SLACK, { ...ZOOM, replaces: "drop_in" }]);
  expect(await shown()).toMatchObject([
    { ...SLACK, ...PAIR, stated_at: FIRST },
    { ...ZOOM, replaces: "drop_in", stated_at: "2026-11-21T12:00:00.000Z" },
  ]);
});

test.each([
  [
    "another replacement",
    [
      { ...SLACK, ...PAIR, replaces: "drop_in" },
      { ...ZOOM, replaces: "part" },
    ],
    true,
  ],
  [
    "a pair that is taken back",
    [
      { ...SLACK, lacks: [], adds: [] },
      { ...ZOOM, replaces: "part" },
    ],
    true,
  ],
  ["the same pairs", [{ ...SLACK, ...PAIR }, ZOOM], false],
])("a save with %s purges the lists of the product if their order may change", async (_, alternatives, isPurged) => {
  const purged = recordPurges();
  const { id, slug } = site;
  const saved = await anna.put(`/api/sites/${id}/`, editBody(site, { alternatives }), purged.overrides);
  expect(saved.status).toBe(200);
  const subjects = purged.all();
  expect(subjects).toContain(`site:${slug}`);
  expect(subjects.some((subject) => subject.startsWith("replaces:"))).toBe(isPurged);
});

test("empty fields take a pair back", async () => {
  await save([{ ...SLACK, lacks: [], adds: [], moving: { text: "", link: "" } }, ZOOM]);
  const [slack] = await shown();
  expect(Object.keys(slack!).toSorted()).toEqual(["description", "id", "link", "name"]);
});

test.each([
  [{ replaces: "everything" }, "alternatives.0.replaces"],
  [{ lacks: ["1", "2", "3", "4"] }, "alternatives.0.lacks"],
  [{ adds: ["x".repeat(81)] }, "alternatives.0.adds.0"],
  [{ moving: { text: "x", link: "javascript:alert(1)" } }, "alternatives.0.moving.link"],
])("a wrong pair is refused: %j", async (pair, field) => {
  const alternatives = [{ ...SLACK, ...pair }];
  const response = await anna.put(`/api/sites/${site.id}/`, editBody(site, { alternatives }));
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json<{ fields: object }>()).fields)).toEqual([field]);
});

test("staff see pairs in the admin, and keep them if they change or delete another alternative", async () => {
  await insertUser({ email: BERT, isStaff: true });
  const staff = await logIn(BERT);
  const [slack, zoom] = site.alternatives as [Alternative, Alternative];
  const change = await staff.patch(`/api/sites/alternative/${slack.id}/`, { name: "Slack Chat" });
  const record = await change.json<{ pair: string; pair_changed_at: string }>();
  expect([JSON.parse(record.pair), record.pair_changed_at]).toEqual([PAIR, FIRST]);
  expect(await shown()).toMatchObject([{ name: "Slack Chat", ...PAIR, stated_at: FIRST }, { replaces: "part" }]);
  expect((await staff.patch(`/api/sites/alternative/${slack.id}/`, { pair: "{}" })).status).toBe(400);
  expect((await staff.delete(`/api/sites/alternative/${zoom.id}/`)).status).toBe(204);
  expect(await shown()).toMatchObject([{ name: "Slack Chat", ...PAIR, stated_at: FIRST }]);
});
