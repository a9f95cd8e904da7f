import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { request } from "../support/app.ts";
import { plainImages } from "../../support/image-files.ts";

const put = (key: string, contentType: string, body: Uint8Array | string = plainImages.png) =>
  env.MEDIA.put(key, body, { httpMetadata: { contentType } });

test("an upload is served with its image type and cached for a year", async () => {
  await put("demo/a-picture.webp", "image/webp", plainImages.webp);
  const response = await request("/media/demo/a-picture.webp");
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(plainImages.webp);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "cloudflare-cdn-cache-control": "public, max-age=86400, stale-if-error=86400",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(response.headers.has("content-disposition")).toBe(false);
  expect(response.headers.has("set-cookie")).toBe(false);
});

test("a browser with the current ETag gets 304", async () => {
  await put("demo/a.png", "image/png");
  const etag = (await request("/media/demo/a.png")).headers.get("ETag")!;
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const response = await request("/media/demo/a.png", { headers: { "If-None-Match": held } });
    expect(response.status, held).toBe(304);
    expect(await response.text()).toBe("");
    expect(response.headers.get("Cache-Control")).toContain("immutable");
  }
  const changed = await request("/media/demo/a.png", { headers: { "If-None-Match": `"other"` } });
  expect(changed.status).toBe(200);
});

test("HEAD answers without a body", async () => {
  await put("demo/a.png", "image/png");
  const response = await request("/media/demo/a.png", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/png");
  expect(await response.text()).toBe("");
});

test("a file of another type is served as a download", async () => {
  for (const contentType of ["text/html", "image/svg+xml", "application/pdf", "IMAGE/PNG; x", ""]) {
    await put("demo/notes.txt", contentType, "<script>alert(1)</script>");
    const { headers } = await request("/media/demo/notes.txt");
    expect(headers.get("Content-Type"), contentType).toBe("application/octet-stream");
    expect(headers.get("Content-Disposition"), contentType).toBe("attachment");
  }
});

test("what is no upload is not found, also icons, remote images and backups in the bucket, and the response is not cached", async () => {
  for (const key of ["a.png", "favicons/example.com", "remote/0123", "backups/2026-11-20/data-0000.jsonl.gz"])
    await put(key, "image/png");
  for (const path of [
    "/media/none.png",
    "/media/",
    "/media",
    "/media/demo%2F..%2Fa.png",
    "/media//a.png",
    "/media/%00",
    "/media/%zz",
    `/media/${"a".repeat(2000)}`,
    "/media/favicons/example.com",
    "/media/favicons%2Fexample.com",
    "/media/remote%2f0123",
    "/media/./remote/0123",
    "/media/backups/2026-11-20/data-0000.jsonl.gz",
    "/media/demo/%2e%2e/backups/2026-11-20/data-0000.jsonl.gz",
    "/media/demo%2F..%2Fbackups%2F2026-11-20%2Fdata-0000.jsonl.gz",
  ]) {
    const response = await request(path);
    expect([path, response.status, response.headers.get("Cache-Control")]).toEqual([path, 404, "private, no-store"]);
  }
});
