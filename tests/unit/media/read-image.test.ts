import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { fetchedImageType } from "#worker/features/media/fetched-image.ts";
import { readImage } from "#worker/features/media/read-image.ts";
import { animations, photoJpeg, plainIcon, plainImages, pngOfSize } from "../../support/image-files.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test.each([
  ["png", "image/png", false],
  ["jpeg", "image/jpeg", false],
  ["webp", "image/webp", false],
  ["gif", "image/gif", false],
  ["animatedGif", "image/gif", true],
  ["animatedWebp", "image/webp", true],
] as const)("type, size and motion of %s are read from its bytes", (name, type, isAnimated) => {
  expect(readImage(plainImages[name])).toMatchObject({ type, width: 3, height: 2, isAnimated });
});

test("the size of a JPEG is that after its orientation is applied", () => {
  for (const orientation of [0, 1, 2, 3, 4]) expect(readImage(photoJpeg(orientation))).toMatchObject({ width: 3 });
  for (const orientation of [5, 6, 7, 8]) expect(readImage(photoJpeg(orientation))).toMatchObject({ width: 2 });
});

test.each([
  ["an SVG", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "wrongType"],
  ["HTML", "<!doctype html><script>alert(1)</script>", "wrongType"],
  ["nothing", "", "wrongType"],
  ["a sound", "RIFF....WAVE", "wrongType"],
  ["an AVIF", "\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf", "wrongType"],
  ["an icon", Buffer.from(plainIcon).toString("latin1"), "wrongType"],
  ["a script that begins like a GIF", "GIF89a", "damaged"],
  ["HTML that begins like a JPEG", "\xff\xd8\xff\xe0<script>alert(1)</script>", "damaged"],
  ["HTML that begins like a PNG", "\x89PNG\r\n\x1a\n<script>alert(1)</script>", "damaged"],
  ["HTML that begins like a WebP", "RIFF\x20\0\0\0WEBP<script>alert(1)</script>", "damaged"],
])("%s is not an image", (_name, text, problem) => {
  expect(readImage(bytesOf(text))).toBe(problem);
});

test("a size after the first 256 kB is not searched", () => {
  const empty = (count: number) => bytesOf("\xff\xfe\0\x02".repeat(count));
  const after = (count: number) =>
    new Uint8Array(Buffer.concat([plainImages.jpeg.subarray(0, 2), empty(count), plainImages.jpeg.subarray(2)]));
  expect(readImage(after(60_000))).toMatchObject({ width: 3, height: 2 });
  expect(readImage(after(66_000))).toBe("damaged");
});

test("sides and pixels have limits", () => {
  for (const [width, height] of [
    [8000, 1],
    [1, 8000],
    [8000, 6250],
  ] as const)
    expect(readImage(pngOfSize(width, height))).toMatchObject({ width, height });
  for (const [width, height] of [
    [8001, 1],
    [1, 8001],
    [30_000, 30_000],
  ] as const)
    expect(readImage(pngOfSize(width, height))).toBe("sideTooLong");
  expect(readImage(pngOfSize(8000, 6251))).toBe("tooManyPixels");
  expect(readImage(pngOfSize(0, 5))).toBe("damaged");
});

test("the type of a fetched image is returned if it has few enough pixels", () => {
  expect(fetchedImageType(pngOfSize(10, 10), 100)).toBe("image/png");
  expect(fetchedImageType(pngOfSize(10, 11), 100)).toBeUndefined();
  expect(fetchedImageType(plainIcon, 1000)).toBe("image/x-icon");
  expect(fetchedImageType(plainImages.png.slice(0, 16), 100)).toBeUndefined();
  for (const kind of ["gif", "webp"] as const) {
    expect(fetchedImageType(animations[kind](2000, 2000, 2), Infinity)).toBe(`image/${kind}`);
    expect(fetchedImageType(animations[kind](2000, 2001, 2), Infinity)).toBeUndefined();
    expect(fetchedImageType(animations[kind](2000, 2001, 1), Infinity)).toBe(kind === "gif" ? "image/gif" : undefined);
  }
});
