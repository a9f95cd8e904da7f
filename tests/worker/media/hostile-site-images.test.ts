import { Buffer } from "node:buffer";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { filesOf } from "#schema/images/site-image-files.ts";
import { SITE_IMAGE_KINDS, SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { uploads } from "#schema/tables/media.ts";
import { Browser } from "../support/browser.ts";
import { pngOfSize, pngWithText } from "../../support/image-files.ts";
import { drawnPng } from "../../support/png.ts";
import { svgImage } from "../support/image-responses.ts";
import { errorResponse, insertUser, logIn, readResponse } from "../support/people.ts";
import { sendImage } from "../support/uploads.ts";
import { request } from "../support/app.ts";

const db = drizzle(env.DB);
let anna: Browser;

beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

const upload = async (kind: string, file: Uint8Array<ArrayBuffer>) => readResponse(await sendImage(anna, kind, file));
const refused = (status: number, message: string) => errorResponse(status, message, { image: message });
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

test.each(SITE_IMAGE_KINDS)("a %s that is no image, is broken or has too many pixels is refused", async (kind) => {
  expect(await upload(kind, bytesOf(svgImage))).toEqual(errorResponse(415, IMAGE_MESSAGES.wrongType));
  expect(await upload(kind, pngOfSize(8000, 8000))).toEqual(refused(400, IMAGE_MESSAGES.tooManyPixels));
  const [width, height] = kind === "logo" ? [256, 256] : [800, 600];
  expect(await upload(kind, pngOfSize(width, height))).toEqual(refused(400, IMAGE_MESSAGES.damaged));
  expect((await env.MEDIA.list()).objects).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
});

test("scripts and metadata in a file do not reach the stored files", async () => {
  const hidden = "<script>alert('SECRET')</script>";
  const file = pngWithText(drawnPng(800, 600), hidden);
  expect(Buffer.from(file).toString("latin1")).toContain(hidden);
  const { body } = await upload("screenshot", file);
  const { url } = body["file"] as { url: string };
  for (const path of filesOf(url)) {
    const served = await request(path);
    expect(served.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await served.arrayBuffer()).toString("latin1")).not.toContain("SECRET");
  }
});

test("an unknown kind is refused", async () => {
  expect(await upload("avatar", drawnPng(256, 256))).toEqual(
    errorResponse(400, SITE_IMAGE_MESSAGES.unknownKind, { kind: SITE_IMAGE_MESSAGES.unknownKind }),
  );
});
