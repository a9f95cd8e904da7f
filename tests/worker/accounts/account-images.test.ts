import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { filesOf } from "#schema/images/site-image-files.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { siteImages, uploads } from "#schema/tables/media.ts";
import { withFault } from "../faults/failing-services.ts";
import { type Overrides, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { EdgeCache } from "../support/edge-cache.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { drawnPng } from "../../support/png.ts";
import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, PASSWORD, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { storedFiles, storeImage } from "../support/uploads.ts";

const db = drizzle(env.DB);
let anna: Browser;
let staff: Browser;
let site: EditableSite;
let logo: string;
let shot: string;
let byStaff: string;

/** Anna's site has her logo, her screenshot and one that staff uploaded. */
beforeEach(async () => {
  anna = await logInNew();
  staff = await logInNew({ email: BERT, isStaff: true });
  logo = await storeImage(1, "logo", 128, 128);
  shot = await storeImage(1, "screenshot", 800, 500);
  byStaff = await storeImage(2, "screenshot", 400, 300);
  const own = await listSite(anna, { logo, screenshots: [screenshot(shot)] });
  const screenshots = [screenshot(shot), screenshot(byStaff)];
  site = await (await staff.put(`/api/sites/${own.id}/`, editBody(own, { screenshots }))).json<EditableSite>();
});

const screenshot = (url: string) => ({ url, alt: "A board", decorative: false, caption: "All work" });
const deleteAccount = async (by = anna, overrides: Overrides = {}) =>
  (await by.delete("/api/user/", { password: PASSWORD }, overrides)).status;
const shown = async () => (await request("/api/mattermost/")).json<SiteDetail>();

test("deleting an account deletes all files of its images at once, also those that staff uploaded for its sites", async () => {
  const edge = new EdgeCache();
  const paths = [logo, shot, byStaff].flatMap(filesOf);
  for (const path of paths) await edge.get(path);
  expect(await deleteAccount(anna, edge.overrides)).toBe(200);
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
  expect(await db.select().from(siteImages)).toEqual([]);
  await edge.advance(1000);
  expect(edge.paths).toEqual([]);
  expect(edge.purgedAt).toHaveLength(1);
  await expectCountersToEqualTables();
});

test("the images that staff uploaded for other people's sites stay when the staff account is deleted", async () => {
  const unused = await storeImage(2, "logo", 128, 128);
  expect(await deleteAccount(staff)).toBe(200);
  expect(await storedFiles()).toEqual([logo, shot, byStaff].flatMap(filesOf).toSorted());
  expect(await storedFiles()).not.toContain(unused);
  expect((await shown()).screenshots.map(({ url }) => url)).toEqual([shot, byStaff]);
  const kept = { logo: site.logo, screenshots: site.screenshots };
  expect((await anna.put(`/api/sites/${site.id}/`, editBody(site, kept))).status).toBe(200);
});

test("an upload during the deletion of its account leaves nothing", async () => {
  let deletion: Promise<number> | undefined;
  const MEDIA = withFault(env.MEDIA, {
    async call(work, name) {
      if (name === "put") await (deletion ??= deleteAccount());
      return work();
    },
  });
  const form = new FormData();
  form.append("image", new File([drawnPng(400, 300)], "a.png"));
  const sent = await anna.postForm("/api/images/?kind=screenshot", form, {}, { env: { MEDIA } });
  expect([await deletion, sent.status]).toEqual([200, 503]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
});
