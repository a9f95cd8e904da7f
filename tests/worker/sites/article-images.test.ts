import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { insertUpload } from "#worker/features/media/queries.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { documentOf, listSite, siteBody } from "../support/own-sites.ts";
import { readResponse, errorResponse, logInNew } from "../support/people.ts";

const IMAGE = "users/1/aaaaaaaaaaaaaaaaaaaaaa-3x2.png";
const OTHER = "users/1/bbbbbbbbbbbbbbbbbbbbbb-3x2.png";

let anna: Browser;
beforeEach(async () => {
  anna = await logInNew();
  for (const key of [IMAGE, OTHER]) {
    await insertUpload(connect(env.DB), {
      key,
      userId: 1,
      kind: "article",
      bytes: 10,
      listWidth: 0,
      isExempt: false,
      now: NOW,
    });
  }
});

const showing = (...keys: string[]) => ({
  blog: { content: { blocks: keys.map((key) => ({ type: "image", data: { file: { url: `/media/${key}` } } })) } },
});
const used = async () =>
  (await env.DB.prepare("SELECT site_id, upload_key FROM image_uses ORDER BY upload_key").all()).results;

test("an article uses the images that it shows, and each save updates them", async () => {
  const { id, blog, ...site } = await listSite(anna, showing(IMAGE));
  expect(await used()).toEqual([{ site_id: id, upload_key: IMAGE }]);
  const put = async (body: object) =>
    (await anna.put(`/api/sites/${id}/`, { ...site, updated_at: undefined, ...body })).status;
  expect(await put({ blog })).toBe(200);
  expect(await put({ name: "Without the article" })).toBe(200);
  expect(await used()).toEqual([{ site_id: id, upload_key: IMAGE }]);
  expect(await put(showing(OTHER))).toBe(200);
  expect(await used()).toEqual([{ site_id: id, upload_key: OTHER }]);
  expect(await put({ blog: { content: documentOf("No image") } })).toBe(200);
  expect(await used()).toEqual([]);
});

test("an article with a deleted image is refused", async () => {
  const gone = errorResponse(400, IMAGE_MESSAGES.notStoredAnyMore, { "blog.content": IMAGE_MESSAGES.notStoredAnyMore });
  const missing = showing("users/1/cccccccccccccccccccccc-3x2.png");
  expect(await readResponse(await anna.post("/api/sites/", siteBody(missing)))).toEqual(gone);
  const site = await listSite(anna);
  expect(await readResponse(await anna.put(`/api/sites/${site.id}/`, { ...site, ...missing }))).toEqual(gone);
  expect(await used()).toEqual([]);
});
