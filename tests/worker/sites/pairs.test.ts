import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import type { Alternative, EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, logInNew } from "../support/people.ts";

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
  anna = await logInNew();
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

test("empty fields take a pair back", async () => {
  await save([{ ...SLACK, lacks: [], adds: [], moving: { text: "", link: "" } }, ZOOM]);
  const [slack] = await shown();
  expect(Object.keys(slack!).toSorted()).toEqual(["description", "id", "link", "name"]);
});

test("staff see pairs in the admin, and keep them if they change or delete another alternative", async () => {
  const staff = await logInNew({ email: BERT, isStaff: true });
  const [slack, zoom] = site.alternatives as [Alternative, Alternative];
  const change = await staff.patch(`/api/sites/alternative/${slack.id}/`, { name: "Slack Chat" });
  const record = await change.json<{ pair: string; pair_changed_at: string }>();
  expect([JSON.parse(record.pair), record.pair_changed_at]).toEqual([PAIR, FIRST]);
  expect(await shown()).toMatchObject([{ name: "Slack Chat", ...PAIR, stated_at: FIRST }, { replaces: "part" }]);
  expect((await staff.patch(`/api/sites/alternative/${slack.id}/`, { pair: "{}" })).status).toBe(400);
  expect((await staff.delete(`/api/sites/alternative/${zoom.id}/`)).status).toBe(204);
  expect(await shown()).toMatchObject([{ name: "Slack Chat", ...PAIR, stated_at: FIRST }]);
});
