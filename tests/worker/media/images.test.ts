import { Buffer } from "node:buffer";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { parseImageSize } from "#schema/images/image-size.ts";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { uploads } from "#schema/tables/media.ts";
import { FailingD1 } from "../faults/failing-services.ts";
import { readImage } from "#worker/features/media/read-image.ts";
import { LIMITS } from "#worker/http/limits.ts";
import { createHangingService, NOW, type Overrides, fakes, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { ANNA, readResponse, BERT, errorResponse, raiseRateCounts, logInNew } from "../support/people.ts";
import { animations, photoJpeg, plainImages, pngOfSize } from "../../support/image-files.ts";
import { loggedErrors } from "../support/setup.ts";

const MB = 1024 * 1024;
const db = drizzle(env.DB);

let browser: Browser;

beforeEach(async () => void (browser = await logInNew()));

function formOf(...files: (Uint8Array | string)[]): FormData {
  const form = new FormData();
  for (const file of files) form.append("image", typeof file === "string" ? file : new File([file], "a.png"));
  return form;
}

const upload = async (file: Uint8Array, overrides?: Overrides, by = browser) =>
  readResponse(await by.postForm("/api/images/", formOf(file), {}, overrides));
const urlOf = ({ body }: { body: Record<string, unknown> }) => (body["file"] as { url: string }).url;
const refused = (status: number, message: string) => errorResponse(status, message, { image: message });
const stored = async () => (await env.MEDIA.list({ prefix: "users/" })).objects.map(({ key }) => `/media/${key}`);
const counted = async () => (await db.select().from(uploads)).filter(({ removedAt }) => removedAt === null);
const runCron = (overrides?: Overrides) => request("/dev/cron", { method: "POST" }, overrides);

test.each([
  ["PNG", plainImages.png],
  ["GIF", plainImages.gif],
])("a %s is stored as WebP, and its URL contains its size", async (_name, bytes) => {
  const uploaded = await upload(bytes);
  const url = urlOf(uploaded);
  expect(uploaded).toEqual({ status: 200, body: { success: 1, file: { url, width: 3, height: 2 } } });
  expect(url).toMatch(/^\/media\/users\/1\/[\w-]{22}-3x2\.webp$/);
  expect(parseImageSize(url)).toEqual({ width: 3, height: 2 });
  const served = await request(url);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(readImage(new Uint8Array(await served.arrayBuffer()))).toMatchObject({ type: "image/webp", width: 3 });
});

test.each([
  ["GIF", "gif", plainImages.animatedGif],
  ["WebP", "webp", plainImages.animatedWebp],
])("an animated %s is stored as it is", async (_name, type, bytes) => {
  const url = urlOf(await upload(bytes));
  expect(url).toMatch(new RegExp(`-3x2\\.${type}$`));
  const served = await request(url);
  expect(served.headers.get("content-type")).toBe(`image/${type}`);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
});

test("an animated image has at most 2 MB and 4 million pixels", async () => {
  const small = animations.gif(2000, 2000, 2);
  const padded = (length: number) => new Uint8Array(Buffer.concat([small], length));
  expect((await upload(padded(2 * MB))).status).toBe(200);
  expect(await upload(padded(2 * MB + 1))).toEqual(refused(400, IMAGE_MESSAGES.animationTooLarge));
  for (const kind of ["gif", "webp"] as const)
    expect(await upload(animations[kind](2000, 2001, 2))).toEqual(refused(400, IMAGE_MESSAGES.animationTooLarge));
});

test("a photo is stored without its metadata, in its orientation", async () => {
  const photo = photoJpeg(6);
  const uploaded = await upload(photo);
  expect(uploaded.body).toMatchObject({ success: 1, file: { width: 2, height: 3 } });
  const served = await (await request(urlOf(uploaded))).arrayBuffer();
  expect(Buffer.from(photo).toString("latin1")).toContain("SECRET");
  expect(Buffer.from(served).toString("latin1")).not.toMatch(/SECRET|script/);
});

test("a damaged image and one with too many pixels are refused, before or after Images has seen them", async () => {
  expect(await upload(pngOfSize(8001, 1))).toEqual(refused(400, IMAGE_MESSAGES.sideTooLong));
  expect(await upload(plainImages.jpeg.subarray(0, -90))).toEqual(refused(400, IMAGE_MESSAGES.damaged));
  expect(await upload(pngOfSize(800, 600))).toEqual(refused(400, IMAGE_MESSAGES.damaged));
  expect(await stored()).toEqual([]);
});

test("if Images does not answer, the upload can be repeated later", async () => {
  const hanging = createHangingService();
  const IMAGES = { input: () => ({ transform: () => ({ output: hanging.call }) }) } as unknown as ImagesBinding;
  const answer = await upload(plainImages.png, { env: { IMAGES }, ports: { timeout: hanging.timeout } });
  expect(answer).toEqual(errorResponse(503, IMAGE_MESSAGES.notProcessed));
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await counted()).toEqual([]);
});

test("an attempt is counted before the request is read, and refused files count", async () => {
  expect((await browser.post("/api/images/", {})).status).toBe(415);
  await raiseRateCounts(LIMITS.imageUploadsOfUser.max);
  expect((await upload(plainImages.png)).status).toBe(429);
  expect((await browser.post("/api/images/", {})).status).toBe(429);
});

test("5 MB are accepted, one byte more is refused", async () => {
  const large = new Uint8Array(5 * MB);
  large.set(plainImages.png);
  expect((await upload(large)).status).toBe(200);
  const larger = new Uint8Array(5 * MB + 1);
  larger.set(plainImages.png);
  expect(await upload(larger)).toEqual(errorResponse(413, IMAGE_MESSAGES.tooLarge));
});

test("a request with a larger Content-Length is not read", async () => {
  const headers = { "Content-Length": String(6 * MB) };
  const response = await browser.postForm("/api/images/", formOf(plainImages.png), headers);
  expect(await readResponse(response)).toEqual(errorResponse(413, IMAGE_MESSAGES.tooLarge));
});

test("a form needs exactly one file that is not empty", async () => {
  const empty = formOf(new Uint8Array());
  const otherName = new FormData();
  otherName.append("file", new File([plainImages.png], "a.png"));
  for (const form of [new FormData(), empty, otherName, formOf("text")]) {
    expect(await readResponse(await browser.postForm("/api/images/", form))).toEqual(
      refused(400, IMAGE_MESSAGES.missing),
    );
  }
  const two = await browser.postForm("/api/images/", formOf(plainImages.png, plainImages.gif));
  expect(await readResponse(two)).toEqual(refused(400, IMAGE_MESSAGES.onlyOne));
  expect(await readResponse(await browser.post("/api/images/", { image: "x" }))).toEqual(
    errorResponse(415, IMAGE_MESSAGES.missing),
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const torn = await browser.postForm("/api/images/", "--x\r\nContent-Disposition: form-data; name=", headers);
  expect(await readResponse(torn)).toEqual(refused(400, IMAGE_MESSAGES.missing));
  expect(await stored()).toEqual([]);
  expect(await counted()).toEqual([]);
});

const insertUploads = (count: number, bytes: number, createdAt = NOW, folder = "users/1") =>
  env.DB.prepare(
    `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?1)
      INSERT INTO uploads (key, user_id, bytes, created_at) SELECT ?4 || '/' || value || '-1x1.png', 1, ?2, ?3 FROM n`,
  )
    .bind(count, bytes, createdAt, folder)
    .run();

test("simultaneous uploads cannot exceed the daily limit", async () => {
  await insertUploads(97, 1, NOW - DAY_MS / 4);
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(plainImages.png)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  expect(await stored()).toHaveLength(3);
  expect(await counted()).toHaveLength(100);
});

test("the 101st upload of a day is refused, with the time of the next possible upload", async () => {
  await insertUploads(100, 1, NOW - DAY_MS + 90_000);
  const response = await browser.postForm("/api/images/", formOf(plainImages.png));
  expect(response.headers.get("Retry-After")).toBe("90");
  expect(await readResponse(response)).toEqual(errorResponse(429, IMAGE_MESSAGES.dailyLimitReached));
  fakes.now += 90_000;
  expect((await upload(plainImages.png)).status).toBe(200);
});

test("all images of a user can use at most 200 MB", async () => {
  await insertUploads(40, 5 * MB, NOW - 10 * DAY_MS);
  const response = await browser.postForm("/api/images/", formOf(plainImages.png));
  expect(response.headers.get("Retry-After")).toBe("86400");
  expect(await readResponse(response)).toEqual(errorResponse(429, IMAGE_MESSAGES.userQuotaReached));
  await env.DB.prepare("UPDATE uploads SET bytes = bytes - 1000 WHERE key LIKE 'users/1/7-%'").run();
  expect((await upload(plainImages.png)).status).toBe(200);
  await insertUploads(20, 2 * MB, NOW - DAY_MS, "more");
  expect((await upload(plainImages.png)).status).toBe(429);
  await env.DB.exec("UPDATE uploads SET removed_at = 1 WHERE key LIKE 'more/%'");
  expect((await upload(plainImages.png)).status, "removed images do not count").toBe(200);
});

test("upload limits apply to each user, and not to staff", async () => {
  await insertUploads(100, 5 * MB);
  expect((await upload(plainImages.png, {}, await logInNew({ email: BERT }))).status).toBe(200);
  await env.DB.prepare("UPDATE users SET is_staff = 1 WHERE email = ?").bind(ANNA).run();
  expect((await upload(plainImages.png)).status).toBe(200);
});

test("an image that R2 stored despite an error is deleted by the cron", async () => {
  const MEDIA = {
    async put(...args: Parameters<R2Bucket["put"]>) {
      await env.MEDIA.put(...args);
      throw new Error("The connection was lost.");
    },
  } as unknown as R2Bucket;
  expect((await upload(plainImages.png, { env: { MEDIA } })).status).toBe(503);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await stored()).toHaveLength(1);
  await runCron();
  expect(await stored()).toEqual([]);
});

test("nothing is stored if D1 fails", async () => {
  const failing = new FailingD1("insert into uploads", { message: "D1_ERROR: no such table" });
  expect((await upload(plainImages.png, failing)).status).toBe(503);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await stored()).toEqual([]);
});
