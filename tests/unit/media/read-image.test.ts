import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { fetchedImageType } from "#worker/features/media/fetched-image.ts";
import { readImage } from "#worker/features/media/read-image.ts";
import {
  animations,
  bitmapOf,
  iconOf,
  photoJpeg,
  plainIcon,
  plainImages,
  pngOfSize,
} from "../../support/image-files.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const bytesOfHead = (bytes: Uint8Array, length: number) => Buffer.from(bytes.subarray(0, length)).toString("latin1");

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

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const [SOI, restOfJpeg] = [plainImages.jpeg.subarray(0, 2), plainImages.jpeg.subarray(2)];

test.each([
  ["fill bytes before a segment", joined(SOI, bytesOf("\xff\xff"), restOfJpeg)],
  // A reader that takes the fill byte for a segment reads a size of 1 by 1 from the comment.
  [
    "a size in a comment",
    joined(SOI, bytesOf("\xff\xff\xfe\0\x11\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\0\0\0"), restOfJpeg),
  ],
  ["Exif that is cut", joined(SOI, bytesOf("\xff\xe1\0\x0cExif\0\0II*\0"), restOfJpeg)],
  ["an unknown orientation", photoJpeg(9)],
  ["an orientation", photoJpeg(6)],
])("of a JPEG with %s, the size is read that decoders use", (_name, jpeg) => {
  expect(readImage(jpeg)).toMatchObject({ width: 3, height: 2 });
});

/** Returns a GIF with this screen and frames, each `[left, top, width, height]`. */
function gifOf(screen: [number, number], frames: number[][], control = "") {
  const uint16s = (values: number[]) => String.fromCharCode(...values.flatMap((value) => [value & 255, value >> 8]));
  const frame = (values: number[]) => `${control},${uint16s(values)}\0\x02\x01\x2c\0`;
  return bytesOf(`GIF89a${uint16s(screen)}\x80\0\0\0\0\0\xff\xff\xff${frames.map(frame).join("")};`);
}

test("the size of a GIF includes frames that are larger than the screen", () => {
  const control = "!\xf9\x04\0\x0a\0\0\0";
  expect(readImage(gifOf([1, 1], [[0, 0, 7000, 6000]], control))).toMatchObject({ width: 7000, height: 6000 });
  expect(
    readImage(
      gifOf(
        [9, 1],
        [
          [0, 0, 1, 1],
          [8, 3, 4, 5],
        ],
      ),
    ),
  ).toMatchObject({ width: 12, height: 8 });
  expect(readImage(gifOf([1, 1], [[0, 0, 16_000, 16_000]]))).toBe("sideTooLong");
  expect(fetchedImageType(gifOf([1, 1], [[0, 0, 16_000, 16_000]]), 50_000_000)).toBeUndefined();
});

test("a GIF is animated if it has two frames, with or without control blocks", () => {
  expect(
    readImage(
      gifOf(
        [1, 1],
        [
          [0, 0, 1, 1],
          [0, 0, 1, 1],
        ],
      ),
    ),
  ).toMatchObject({ isAnimated: true });
  expect(readImage(gifOf([1, 1], [[0, 0, 1, 1]], "!\xfe\x02,,\0!\xfe\x02,,\0"))).toMatchObject({ isAnimated: false });
});

test.each([
  ["an SVG", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "wrongType"],
  ["an AVIF", "\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf", "wrongType"],
  ["an icon", Buffer.from(plainIcon).toString("latin1"), "wrongType"],
  ["a script that begins like a GIF", "GIF89a", "damaged"],
  ["HTML that begins like a JPEG", "\xff\xd8\xff\xe0<script>alert(1)</script>", "damaged"],
  ["HTML that begins like a PNG", "\x89PNG\r\n\x1a\n<script>alert(1)</script>", "damaged"],
  [
    "a GIF with control blocks and no frame",
    `GIF89a\x01\0\x01\0\0\0\0${"!\xf9\x04\0\0\0\0\0".repeat(2)}<script>`,
    "damaged",
  ],
  ["an animated WebP that is cut", bytesOfHead(plainImages.animatedWebp, 60), "damaged"],
  ["an SVG that begins like a WebP", `RIFF\0\0\0\0WEBPXXXX<svg width="9" height="9"/>`, "damaged"],
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

test.each([
  ["a PNG", iconOf(pngOfSize(20_000, 20_000))],
  ["a PNG after a small one", iconOf(plainImages.png, pngOfSize(20_000, 20_000))],
  ["a bitmap", iconOf(bitmapOf(20_000, 20_000))],
  ["a top-down bitmap", iconOf(bitmapOf(20_000, -20_000))],
  ["many images", iconOf(...Array.from({ length: 17 }, () => bitmapOf(256, 256)))],
  ["no image", iconOf(new Uint8Array(40))],
  ["nothing after its directory", iconOf(plainImages.png).subarray(0, 22)],
])("an .ico file with too many pixels or damage is refused: %s", (_name, bytes) => {
  expect(fetchedImageType(bytes, 1024 * 1024)).toBeUndefined();
});

test("the pixels of all images in an .ico file count", () => {
  const all = iconOf(...[16, 32, 48, 64, 128, 256].map((side) => bitmapOf(side, side)));
  expect(fetchedImageType(all, 1024 * 1024)).toBe("image/x-icon");
});
