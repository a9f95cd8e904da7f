import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { IMAGE_MESSAGES } from "#schema/media.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { requireUploads, imageUseStatements, uploadKeysIn } from "#worker/features/media/image-uses.ts";
import { insertUpload } from "#worker/features/media/queries.ts";
import { removeUnusedUploads, removeUploadsOf } from "#worker/features/media/uploads.ts";
import { connect } from "#worker/db/connection.ts";
import { broken, DAY_MS, NOW, fakes, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const db = connect(env.DB);
const START = NOW;
const LATER = START + DAY_MS + 60_000;
const PICTURE = "users/1/aaaaaaaaaaaaaaaaaaaaaa-3x2.png";
const OTHER = "users/1/bbbbbbbbbbbbbbbbbbbbbb-3x2.png";

const put = async (key: string, now = START) => {
  await insertUpload(db, { key, userId: 1, bytes: 10, isExempt: false, now });
  await env.MEDIA.put(key, "picture");
};
const removeUnused = (now: number, bucket = env.MEDIA) => removeUnusedUploads(db, bucket, now);
const files = async () => (await env.MEDIA.list()).objects.map(({ key }) => key);
const rows = async () => (await db.select({ key: uploads.key }).from(uploads)).map(({ key }) => key);
const save = (siteId: number, ...keys: string[]) => db.batch([...imageUseStatements(db, { siteId }, keys)]);

let siteId: number;

beforeEach(async () => {
  await insertUser();
  siteId = (await insertSite()).id;
  await put(PICTURE);
});

const insertPost = async () => {
  const times = { createdAt: START, updatedAt: START };
  const post = { slug: "post", authorId: 1, title: "Post", excerpt: "", content: "{}", ...times };
  const [row] = await db.insert(blogPosts).values(post).returning();
  return row!.id;
};

test("uploads are found wherever a document names them", () => {
  const document = {
    blocks: [
      { type: "image", data: { file: { url: `/media/${PICTURE}` } } },
      { type: "raw", data: { html: `<p>Text <img src="/media/${OTHER}"></p>` } },
      { type: "attaches", data: { file: { url: "https://directory.example.com/media/users/2/c-1x1.gif" } } },
      { type: "paragraph", data: { text: `<a href="/media/${PICTURE}">again</a> /media/demo/a.png users/1/none.png` } },
    ],
  };
  const found = uploadKeysIn(JSON.stringify(document), "/media/users/3/d-1x1.webp", null, undefined);
  expect(found).toEqual([PICTURE, OTHER, "users/2/c-1x1.gif", "users/3/d-1x1.webp"]);
  expect(uploadKeysIn("", null)).toEqual([]);
});

test("an upload that nothing shows goes after a day, file and row", async () => {
  await removeUnused(START + DAY_MS - 1);
  expect(await files()).toEqual([PICTURE]);
  await removeUnused(START + DAY_MS);
  expect([await files(), await rows()]).toEqual([[], []]);
  await removeUnused(LATER);
});

test("an upload that an article shows stays, also when it is saved again", async () => {
  await save(siteId, PICTURE);
  await save(siteId, PICTURE);
  await removeUnused(START + 100 * DAY_MS);
  expect([await files(), await rows()]).toEqual([[PICTURE], [PICTURE]]);
});

test("a picture that leaves an article goes a day after cron has seen it, the new one stays", async () => {
  await put(OTHER);
  await save(siteId, PICTURE);
  await save(siteId, OTHER);
  await removeUnused(START);
  await removeUnused(START + DAY_MS - 1);
  expect(await files()).toHaveLength(2);
  await removeUnused(LATER);
  expect([await files(), await rows()]).toEqual([[OTHER], [OTHER]]);
});

test("a clock that was moved takes no picture that became unused just now", async () => {
  const cron = async () => expect((await request("/dev/cron", { method: "POST" })).status).toBe(200);
  await save(siteId, PICTURE);
  fakes.now += 30 * DAY_MS;
  await cron();
  await save(siteId);
  await cron();
  fakes.now += DAY_MS - 1;
  await cron();
  expect(await files()).toEqual([PICTURE]);
  fakes.now += 1;
  await cron();
  expect(await files()).toEqual([]);
});

test("a picture that is shown again before it goes has a day again when it is not", async () => {
  await save(siteId, PICTURE);
  await save(siteId);
  await removeUnused(START);
  await save(siteId, PICTURE);
  await removeUnused(LATER);
  await save(siteId);
  await removeUnused(LATER);
  await removeUnused(LATER + DAY_MS - 1);
  expect(await files()).toEqual([PICTURE]);
  await removeUnused(LATER + DAY_MS);
  expect(await files()).toEqual([]);
});

test("pictures of a deleted site or post go a day later, unless another one shows them", async () => {
  await put(OTHER);
  const postId = await insertPost();
  await save(siteId, PICTURE, OTHER);
  await db.batch([...imageUseStatements(db, { postId }, [OTHER])]);
  await db.delete(sites).where(eq(sites.id, siteId));
  await removeUnused(START);
  await removeUnused(LATER);
  expect(await files()).toEqual([OTHER]);
  await db.delete(blogPosts).where(eq(blogPosts.id, postId));
  await removeUnused(LATER);
  await removeUnused(LATER + DAY_MS);
  expect([await files(), await rows()]).toEqual([[], []]);
});

test("another person's article that shows a picture keeps it from going", async () => {
  const { id: otherSite } = await insertSite();
  await save(siteId, PICTURE);
  await save(otherSite, PICTURE);
  await save(siteId);
  await removeUnused(LATER);
  expect(await files()).toEqual([PICTURE]);
});

test("a save holds the pictures that it is about to use", async () => {
  await requireUploads(db, [PICTURE], START + DAY_MS - 1);
  await removeUnused(START + DAY_MS);
  expect(await files()).toEqual([PICTURE]);
});

test("a save that comes after the cron decided is refused, and the picture is used by nothing", async () => {
  const down = broken<R2Bucket>();
  await expect(removeUnused(LATER, down)).rejects.toThrow("down");
  await expect(requireUploads(db, [PICTURE], LATER)).rejects.toMatchObject({
    code: "bad_input",
    message: IMAGE_MESSAGES.notStoredAnyMore,
    fields: { content: IMAGE_MESSAGES.notStoredAnyMore },
  });
  await save(siteId, PICTURE);
  expect(await db.select().from(imageUses)).toEqual([]);
  await expect(requireUploads(db, ["users/9/never-1x1.png"], START)).rejects.toThrow(IMAGE_MESSAGES.notStoredAnyMore);
  await requireUploads(db, [], START);
});

test("what R2 did not remove is removed by the next run", async () => {
  await expect(removeUnused(LATER, broken<R2Bucket>())).rejects.toThrow("down");
  expect([await files(), await rows()]).toEqual([[PICTURE], [PICTURE]]);
  await removeUnused(LATER);
  expect([await files(), await rows()]).toEqual([[], []]);
});

test("two runs at once remove everything once", async () => {
  await Promise.all([removeUnused(LATER), removeUnused(LATER), removeUnused(LATER)]);
  expect([await files(), await rows()]).toEqual([[], []]);
});

test("the schedule removes them, and says so where R2 is down", async () => {
  const cron = (media: R2Bucket) => request("/dev/cron", { method: "POST" }, { env: { MEDIA: media } });
  await db.update(uploads).set({ unusedSince: 0 });
  expect((await cron(broken<R2Bucket>())).status).toBe(500);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect((await cron(env.MEDIA)).status).toBe(200);
  expect(await files()).toEqual([]);
});

test("a deleted account's pictures go at once, but for those of blog posts", async () => {
  await put(OTHER);
  await env.MEDIA.put("users/1/without-row.png", "picture");
  await env.MEDIA.put("users/10/somebody-else.png", "picture");
  const postId = await insertPost();
  await db.batch([...imageUseStatements(db, { postId }, [OTHER]), ...imageUseStatements(db, { siteId }, [PICTURE])]);
  await removeUploadsOf(db, env.MEDIA, { userId: 1, now: START });
  expect(await files()).toEqual([OTHER, "users/10/somebody-else.png"]);
  // An upload that was under way arrives.
  await env.MEDIA.put(PICTURE, "picture");
  await removeUnused(START);
  expect(await files()).toEqual([OTHER, "users/10/somebody-else.png"]);
  expect(await rows()).toEqual([OTHER]);
});
