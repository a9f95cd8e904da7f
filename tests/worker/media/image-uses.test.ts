import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { imageUses, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { failUnlessStored, rejectMissingUpload, imageUseStatements } from "#worker/features/media/image-uses.ts";
import { insertUpload, markUploadsOfUserRemoved } from "#worker/features/media/queries.ts";
import { removeUnusedUploads } from "#worker/features/media/uploads.ts";
import { connect } from "#worker/db/connection.ts";
import { broken, NOW } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser } from "../support/people.ts";

const db = connect(env.DB);
const START = NOW;
const LATER = START + DAY_MS + 60_000;
const IMAGE = "users/1/aaaaaaaaaaaaaaaaaaaaaa-3x2.png";
const OTHER = "users/1/bbbbbbbbbbbbbbbbbbbbbb-3x2.png";

const put = async (key: string, now = START) => {
  await insertUpload(db, { key, userId: 1, kind: "article", bytes: 10, listWidth: 0, isExempt: false, now });
  await env.MEDIA.put(key, "image");
};
const removeUnused = (now: number, bucket = env.MEDIA) => removeUnusedUploads({ db, bucket }, now);
const files = async () => (await env.MEDIA.list()).objects.map(({ key }) => key);
const rows = async () => (await db.select({ key: uploads.key }).from(uploads)).map(({ key }) => key);
const save = (siteId: number, ...keys: string[]) => db.batch([...imageUseStatements(db, { siteId }, keys)]);

let siteId: number;

beforeEach(async () => {
  await insertUser();
  siteId = (await insertSite()).id;
  await put(IMAGE);
});

const insertPost = async () => {
  const times = { createdAt: START, updatedAt: START };
  const post = { slug: "post", authorId: 1, title: "Post", excerpt: "", content: "{}", ...times };
  const [row] = await db.insert(blogPosts).values(post).returning();
  return row!.id;
};

test("an unused upload is deleted after a day, with its file and its row", async () => {
  await removeUnused(START + DAY_MS - 1);
  expect(await files()).toEqual([IMAGE]);
  await removeUnused(START + DAY_MS);
  expect([await files(), await rows()]).toEqual([[], []]);
});

test("an image removed from an article is deleted one day after the cron finds it unused", async () => {
  await put(OTHER);
  await save(siteId, IMAGE);
  await save(siteId, OTHER);
  await removeUnused(START);
  await removeUnused(START + DAY_MS - 1);
  expect(await files()).toHaveLength(2);
  await removeUnused(LATER);
  expect([await files(), await rows()]).toEqual([[OTHER], [OTHER]]);
});

test("an image that is used again in time gets a new full day when it becomes unused again", async () => {
  await save(siteId, IMAGE);
  await save(siteId);
  await removeUnused(START);
  await save(siteId, IMAGE);
  await removeUnused(LATER);
  await save(siteId);
  await removeUnused(LATER);
  await removeUnused(LATER + DAY_MS - 1);
  expect(await files()).toEqual([IMAGE]);
  await removeUnused(LATER + DAY_MS);
  expect(await files()).toEqual([]);
});

test("images of a deleted site or post are deleted a day later, unless another page uses them", async () => {
  await put(OTHER);
  const postId = await insertPost();
  await save(siteId, IMAGE, OTHER);
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

async function requireStored(...keys: string[]): Promise<void> {
  await db.batch([failUnlessStored(db, keys)]).catch((error: unknown) => {
    rejectMissingUpload(error, "content");
    throw error;
  });
}

test("a document cannot use an image that the cron has marked as removed", async () => {
  const down = broken<R2Bucket>();
  await expect(removeUnused(LATER, down)).rejects.toThrow("down");
  await expect(requireStored(IMAGE)).rejects.toMatchObject({
    code: "bad_input",
    message: IMAGE_MESSAGES.notStoredAnyMore,
    fields: { content: IMAGE_MESSAGES.notStoredAnyMore },
  });
  await save(siteId, IMAGE);
  expect(await db.select().from(imageUses)).toEqual([]);
  await expect(requireStored("users/9/never-1x1.png")).rejects.toThrow(IMAGE_MESSAGES.notStoredAnyMore);
  await requireStored();
});

test("the next cron run deletes what R2 failed to delete", async () => {
  await expect(removeUnused(LATER, broken<R2Bucket>())).rejects.toThrow("down");
  expect([await files(), await rows()]).toEqual([[IMAGE], [IMAGE]]);
  await removeUnused(LATER);
  expect([await files(), await rows()]).toEqual([[], []]);
});

test("a run deletes 300 screenshots with all their files, in one call that R2 accepts, and the next run the rest", async () => {
  const keys = Array.from({ length: 301 }, (_, index) => `users/1/shot${index}-1600x1000.webp`);
  await db.delete(uploads);
  await env.DB.prepare(
    "INSERT INTO uploads (key, user_id, kind, bytes, created_at, unused_since) SELECT value, 1, 'screenshot', 10, 0, 0 FROM json_each(?)",
  )
    .bind(JSON.stringify(keys))
    .run();
  const calls: number[] = [];
  const bucket = { delete: async (given: string[]) => void calls.push(given.length) } as unknown as R2Bucket;
  await removeUnused(LATER, bucket);
  await removeUnused(LATER, bucket);
  expect(calls).toEqual([900, 3]);
  expect(await rows()).toEqual([]);
});

test("the images of a deleted account are deleted, except those in blog posts", async () => {
  await put(OTHER);
  const postId = await insertPost();
  await db.batch([...imageUseStatements(db, { postId }, [OTHER]), ...imageUseStatements(db, { siteId }, [IMAGE])]);
  await db.batch(markUploadsOfUserRemoved(db, 1, START));
  await removeUnused(START);
  expect([await files(), await rows()]).toEqual([[OTHER], [OTHER]]);
});
