import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { filesByWidth } from "#schema/images/site-image-files.ts";
import { connect } from "#worker/db/connection.ts";
import { putImage } from "#worker/features/media/uploads.ts";
import { fakes } from "./app.ts";
import type { Browser } from "./browser.ts";
import { plainImages } from "../../support/image-files.ts";
import { drawnPng } from "../../support/png.ts";
import { readResponse } from "./people.ts";

export const sendImage = (by: Browser, kind: string, file: Uint8Array<ArrayBuffer>) => {
  const form = new FormData();
  form.append("image", new File([file], "a.png"));
  return by.postForm(`/api/images/?kind=${kind}`, form);
};

/** Returns the path of the widest file. */
export async function uploadImage(by: Browser, kind: string, width: number, height: number): Promise<string> {
  const { status, body } = await readResponse(await sendImage(by, kind, drawnPng(width, height)));
  expect(status, JSON.stringify(body)).toBe(200);
  return (body["file"] as { url: string }).url;
}

/**
 * Stores an image as an upload does, without drawing it, which is slow: its files have a few bytes. Returns the path of the
 * widest file.
 */
export async function storeImage(userId: number, kind: "logo" | "screenshot", width: number, height: number) {
  const files = filesByWidth(`-${width}x${height}.webp`).map(([, each]) => ({ width: each, bytes: plainImages.webp }));
  const image = { type: "image/webp", kind, width, height, files, listWidth: files.at(-1)!.width } as const;
  const stores = { db: connect(env.DB), bucket: env.MEDIA };
  return `/media/${await putImage(stores, image, { userId, isExempt: true, now: fakes.now })}`;
}

/** The paths of all files in R2, without backups. */
export const storedFiles = async () =>
  (await env.MEDIA.list()).objects
    .filter(({ key }) => !key.startsWith("backups/"))
    .map(({ key }) => `/media/${key}`)
    .toSorted();
