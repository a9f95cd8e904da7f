import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Browser } from "./browser.ts";
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

/** The paths of all files in R2. */
export const storedFiles = async () => (await env.MEDIA.list()).objects.map(({ key }) => `/media/${key}`).toSorted();
