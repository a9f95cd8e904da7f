import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import type { AdminRecord } from "#schema/admin.ts";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { filesOf } from "#schema/images/site-image-files.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { siteImages, uploads } from "#schema/tables/media.ts";
import { broken, fakes, request } from "../support/app.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { EdgeCache, recordPurges } from "../support/edge-cache.ts";

import { editBody, listSite } from "../support/own-sites.ts";
import { BERT, errorResponse, readResponse, logInNew } from "../support/people.ts";
import { insertPost } from "../support/posts.ts";
import { loggedErrors } from "../support/setup.ts";
import { storedFiles, storeImage } from "../support/uploads.ts";

const db = drizzle(env.DB);
let staff: Browser;
let bert: Browser;
let site: EditableSite;
let logo: string;
let shots: string[];

/** Bert's site has a logo and two screenshots. */
beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  bert = await logInNew({ email: BERT });
  logo = await storeImage(2, "logo", 256, 256);
  shots = [await storeImage(2, "screenshot", 1600, 1000), await storeImage(2, "screenshot", 800, 600)];
  const screenshots = shots.map((url, index) => ({ url, alt: `Board ${index}`, caption: `Caption ${index}` }));
  site = await listSite(bert, { logo, screenshots });
});

const list = (path: string) => adminRecords(staff, path);
const entries = () => auditEntries(staff);
const pathOf = (url: string) => `/api/media/picture/${encodeURIComponent(url.replace("/media/", ""))}/`;
const shown = async () => (await request("/api/mattermost/")).json<SiteDetail>();
const recordOf = async (url: string) =>
  (await list("media/site_image/")).find(({ picture }) => picture === url) as AdminRecord;

test("images of sites are listed with their kind, their texts and the page that shows them", async () => {
  const images = await list("media/picture/");
  expect(images.map(({ picture, kind, shown_at, alt }) => [picture, kind, shown_at, alt])).toEqual([
    [shots[1], "screenshot", "/mattermost", "Board 1"],
    [shots[0], "screenshot", "/mattermost", "Board 0"],
    [logo, "logo", "/mattermost", null],
  ]);
  expect(await recordOf(shots[1]!)).toMatchObject({
    site: "mattermost",
    kind: "screenshot",
    position: 2,
    alt: "Board 1",
    caption: "Caption 1",
  });
  expect(await list("media/picture/?q=bert")).toHaveLength(3);
  expect(await list("media/picture/?q=anna")).toEqual([]);
  expect(await list("media/site_image/?q=matter")).toHaveLength(3);
  expect(await list("media/site_image/?q=slack")).toEqual([]);
});

test("an image that staff remove is gone from R2, from its page and from the edge at once", async () => {
  const edge = new EdgeCache();
  const paths = [...filesOf(shots[0]!), "/mattermost", "/api/mattermost/", "/api/pages/mattermost"];
  for (const path of paths) expect((await edge.get(path)).response.status, path).toBe(200);
  expect((await staff.delete(pathOf(shots[0]!), undefined, edge.overrides)).status).toBe(204);
  for (const path of paths) expect(edge.has(path), path).toBe(false);
  expect(edge.purgedAt).toHaveLength(1);
  for (const path of filesOf(shots[0]!)) expect((await edge.get(path)).response.status, path).toBe(404);
  expect(await shown()).toMatchObject({ screenshots: [{ url: shots[1] }], screenshot: { url: shots[1] } });
  expect(await storedFiles()).toEqual([...filesOf(logo), ...filesOf(shots[1]!)].toSorted());
  expect((await entries())[0]).toMatchObject({
    action: "delete",
    model: "media.picture",
    before: { picture: shots[0], kind: "screenshot", user: BERT, shown_at: "/mattermost", alt: "Board 0" },
  });
  await expectCountersToEqualTables();
});

test("an image in an article, in a post and on a site is purged with all of these pages", async () => {
  const content = JSON.stringify({ blocks: [{ type: "image", data: { file: { url: shots[0] } } }] });
  await insertPost({ slug: "first-post" });
  await env.DB.prepare("INSERT INTO image_uses (upload_key, post_id) SELECT ?, id FROM blog_posts")
    .bind(shots[0]!.replace("/media/", ""))
    .run();
  await bert.put(`/api/sites/${site.id}/`, editBody(site, { blog: { content } }));
  expect((await list("media/picture/")).find(({ picture }) => picture === shots[0])).toMatchObject({
    shown_at: "/mattermost, /blogs/first-post",
  });
  const edge = new EdgeCache();
  for (const path of ["/blogs/first-post", "/mattermost"]) await edge.get(path);
  await staff.delete(pathOf(shots[0]!), undefined, edge.overrides);
  expect(edge.paths).toEqual([]);
});

test("if R2 fails, the cron deletes the image and purges it from the edge", async () => {
  const edge = new EdgeCache();
  await edge.get(shots[0]!);
  const down = { env: { ...edge.env, MEDIA: broken<R2Bucket>() }, ports: edge.ports };
  expect(await readResponse(await staff.delete(pathOf(shots[0]!), undefined, down))).toEqual(
    errorResponse(503, IMAGE_MESSAGES.notRemoved),
  );
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect((await shown()).screenshots.map(({ url }) => url)).toEqual([shots[1]]);
  fakes.now += 60_000;
  expect((await request("/dev/cron", { method: "POST" }, edge.overrides)).status).toBe(200);
  await edge.advance(1000);
  expect(edge.has(shots[0]!)).toBe(false);
  expect((await request(shots[0]!)).status).toBe(404);
});

test("staff change the texts of one screenshot, which is logged, and purges its page", async () => {
  const { id } = await recordOf(shots[0]!);
  const purged = recordPurges();
  const changed = await staff.patch(
    `/api/media/site_image/${id}/`,
    { alt: "All boards", caption: "" },
    purged.overrides,
  );
  expect(await readResponse(changed)).toMatchObject({ status: 200, body: { alt: "All boards", caption: "" } });
  expect(purged.all()).toEqual(["site:mattermost"]);
  expect((await shown()).screenshots[0]).toMatchObject({ alt: "All boards", decorative: false, caption: "" });
  expect((await entries())[0]).toMatchObject({
    action: "change",
    model: "media.site_image",
    before: { alt: "Board 0", caption: "Caption 0" },
    after: { alt: "All boards", caption: "" },
  });
  const stale = await bert.put(`/api/sites/${site.id}/`, editBody(site, { screenshots: site.screenshots }));
  expect(stale.status, "an owner with the old texts must load the new ones").toBe(409);
});

test("the texts have the limits of the owner's form, and a logo has none", async () => {
  const [shot, mark] = [await recordOf(shots[0]!), await recordOf(logo)];
  const patch = async (id: unknown, body: object) =>
    (await readResponse(await staff.patch(`/api/media/site_image/${String(id)}/`, body))).body["fields"];
  expect(await patch(shot.id, { alt: "x".repeat(201) })).toEqual({ alt: SITE_IMAGE_MESSAGES.altTooLong });
  expect(await patch(shot.id, { caption: "x".repeat(101) })).toEqual({ caption: SITE_IMAGE_MESSAGES.captionTooLong });
  expect(await patch(mark.id, { alt: "A sign" })).toHaveProperty("alt");
  expect((await staff.patch(`/api/media/site_image/${shot.id}/`, { picture: logo })).status).toBe(400);
});

test("staff take one image off a site: only this site loses it, and the cron deletes the file a day later", async () => {
  const { id } = await recordOf(logo);
  expect((await staff.delete(`/api/media/site_image/${id}/`)).status).toBe(204);
  expect(await shown()).toMatchObject({ logo: null, screenshots: [{}, {}] });
  expect((await request(logo)).status).toBe(200);
  expect((await entries())[0]).toMatchObject({
    action: "delete",
    model: "media.site_image",
    before: { site: "mattermost", kind: "logo", picture: logo },
  });
  const stale = await bert.put(`/api/sites/${site.id}/`, editBody(site, { logo }));
  expect(stale.status, "an owner with the old logo must load the page again").toBe(409);
  const cron = () => request("/dev/cron", { method: "POST" });
  await cron();
  fakes.now += 86_400_000;
  await cron();
  expect((await request(logo)).status).toBe(404);
  await expectCountersToEqualTables();
});

test("staff who change or delete the images of an owner's site are in the audit log", async () => {
  const own = await storeImage(1, "logo", 300, 300);
  const screenshots = [{ url: shots[1]!, alt: "", decorative: true, caption: "" }];
  const body = editBody(site, { logo: own, screenshots });
  expect((await staff.put(`/api/sites/${site.id}/`, body)).status).toBe(200);
  expect((await entries())[0]).toMatchObject({
    action: "change",
    model: "sites.site",
    before: { logo, screenshots: `${shots[0]} | Board 0 | Caption 0\n${shots[1]} | Board 1 | Caption 1` },
    after: { logo: own, screenshots: `${shots[1]} |  | ` },
  });
  expect((await staff.delete(`/api/sites/${site.id}/`)).status).toBe(204);
  expect((await entries())[0]).toMatchObject({
    action: "delete",
    model: "sites.site",
    before: { logo: own, screenshots: `${shots[1]} |  | ` },
  });
  expect(await db.select().from(siteImages)).toEqual([]);
  expect(await storedFiles()).toEqual([...filesOf(logo), ...filesOf(shots[0]!)].toSorted());
});

test.each(["owner", "staff"])("a deletion of the listing by %s deletes its files and purges them", async (by) => {
  const edge = new EdgeCache();
  for (const path of [...filesOf(logo), ...filesOf(shots[0]!)]) await edge.get(path);
  const path = by === "owner" ? `/api/sites/${site.id}/` : `/api/sites/site/${site.id}/`;
  const deleted = await (by === "owner" ? bert : staff).delete(path, undefined, edge.overrides);
  expect(deleted.status).toBe(204);
  await edge.advance(1000);
  expect(edge.paths).toEqual([]);
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
});
