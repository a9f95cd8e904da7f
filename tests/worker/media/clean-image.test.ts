import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { cleanImage } from "#worker/features/media/formats/clean-image.ts";
import { readOrientation } from "#worker/features/media/formats/exif.ts";
import { photoAvif, photoGif, photoJpeg, photoPng, photoWebp, plainImages, pngOfSize } from "../support/image-files.ts";
import { svgImage } from "../support/image-responses.ts";

const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function clean(bytes: Uint8Array) {
  const picture = cleanImage(bytes);
  if (typeof picture === "string") throw new Error(picture);
  return picture;
}

test.each(Object.entries(plainImages))("%s without metadata stays byte for byte", (_name, bytes) => {
  const picture = clean(bytes);
  expect(new Uint8Array(picture.bytes)).toEqual(bytes);
  expect(picture).toMatchObject({ width: 3, height: 2 });
});

test.each([
  ["JPEG", photoJpeg(1), plainImages.jpeg.length],
  ["PNG", photoPng(1), plainImages.png.length],
  ["WebP", photoWebp(1), plainImages.webp.length],
  ["GIF", photoGif(), plainImages.animatedGif.length],
  ["AVIF", photoAvif, photoAvif.length],
])("%s loses names, places, previews and what follows its end, and keeps its colours", (name, bytes, length) => {
  expect(asText(bytes)).toContain("SECRET");
  const picture = clean(bytes);
  expect(asText(picture.bytes)).not.toMatch(/SECRET|xmpmeta|script/);
  expect(picture.bytes.length).toBeGreaterThanOrEqual(length);
  if (name === "AVIF") expect(asText(picture.bytes)).toContain("colrrICC");
  else if (name !== "GIF") expect(asText(picture.bytes)).toContain("COLOURS");
  expect(clean(picture.bytes).bytes, "cleaning twice changes nothing").toEqual(picture.bytes);
});

test.each([
  ["JPEG", photoJpeg, "Exif\0\0"],
  ["PNG", photoPng, "eXIf"],
])("a %s that is to be turned is still turned, and its size is the one that is shown", (_name, photo, mark) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const picture = clean(photo(orientation));
    expect(picture).toMatchObject(orientation >= 5 ? { width: 2, height: 3 } : { width: 3, height: 2 });
    const at = asText(picture.bytes).indexOf(mark);
    if (orientation === 1) expect(at).toBe(-1);
    else {
      const kept = picture.bytes.subarray(asText(picture.bytes).indexOf("MM\0*", at));
      expect(readOrientation(kept)).toBe(orientation);
    }
  }
});

test("a WebP is not turned, as Chromium does not turn it", () => {
  const picture = clean(photoWebp(6));
  expect(picture).toMatchObject({ width: 3, height: 2 });
  expect(asText(picture.bytes)).not.toMatch(/EXIF|XMP/);
  // Of its flags only that of the colour profile.
  expect(picture.bytes[20]).toBe(0x20);
});

test("an AVIF that is turned by a property says the size that is shown", () => {
  expect(clean(photoAvif)).toMatchObject({ type: "image/avif", width: 2, height: 3 });
});

test("orientation that makes no sense turns nothing", () => {
  for (const orientation of [0, 9, 65_535]) {
    expect(clean(photoJpeg(orientation))).toMatchObject({ width: 3, height: 2 });
  }
  for (const bytes of ["", "Exif\0\0", "MM\0*", "II*\0\xff\xff\xff\xff", "nonsense, and more of it"]) {
    expect(readOrientation(Buffer.from(bytes, "latin1"))).toBe(1);
  }
});

test("a GIF whose first frame is larger than it says itself is as large as browsers show it", () => {
  const gif = plainImages.gif.slice();
  const frame = asText(gif).indexOf(",", 19);
  new DataView(gif.buffer).setUint16(frame + 5, 20_000, true);
  new DataView(gif.buffer).setUint16(frame + 7, 30_000, true);
  expect(clean(gif)).toMatchObject({ width: 20_000, height: 30_000 });
});

test("animations keep their frames and how often they run", () => {
  const gif = asText(clean(photoGif()).bytes);
  expect(gif).toContain("NETSCAPE2.0");
  expect(gif.split("!\xf9\x04")).toHaveLength(3);
  expect(asText(clean(plainImages.animatedWebp).bytes).split("ANMF")).toHaveLength(3);
});

test.each(Object.entries({ ...plainImages, avif: photoAvif }))(
  "no part of a %s passes for a whole one",
  (_name, bytes) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(cleanImage(bytes.subarray(0, length)), `${length} bytes`).toBeTypeOf("string");
    }
  },
);

test("whatever a byte is changed to, cleaning ends with a picture or a refusal", () => {
  const photos = [photoJpeg(6), photoPng(6), photoWebp(6), photoGif(), photoAvif, plainImages.animatedWebp];
  for (const photo of photos) {
    for (let at = 0; at < photo.length; at++) {
      for (const value of [0x00, 0x01, 0x7f, 0xff]) {
        const changed = photo.slice();
        changed[at] = value;
        const picture = cleanImage(changed);
        if (typeof picture !== "string") expect(picture.width * picture.height).toBeGreaterThan(0);
      }
    }
  }
});

test("a PNG whose checksum is wrong is damaged", () => {
  const bytes = plainImages.png.slice();
  bytes[45]! ^= 1;
  expect(cleanImage(bytes)).toBe("damaged");
});

test("a picture without any size is damaged", () => {
  expect(cleanImage(pngOfSize(0, 5))).toBe("damaged");
});

test.each([
  ["a document", svgImage, "unknown"],
  ["HTML", "<!doctype html><script>alert(1)</script>", "unknown"],
  ["a script that begins like a GIF", "GIF89a=1;alert(1)//", "damaged"],
  ["HTML that begins like a JPEG", "\xff\xd8\xff\xe0<script>alert(1)</script>", "damaged"],
  ["HTML that begins like a PNG", "\x89PNG\r\n\x1a\n<script>alert(1)</script>", "damaged"],
  ["HTML that begins like a WebP", "RIFF\x20\0\0\0WEBP<script>alert(1)</script>", "damaged"],
  ["HTML that begins like an AVIF", "\0\0\0\x14ftypavif\0\0\0\0avif<script>alert(1)</script>", "damaged"],
])("%s is no picture", (_name, text, expected) => {
  expect(cleanImage(Buffer.from(text, "latin1"))).toBe(expected);
});

test("parts of any length are no trouble", () => {
  const long = Buffer.concat([photoWebp(1).subarray(0, 12), Buffer.from("VP8X\0\0\x40\0"), Buffer.alloc(0x400000)]);
  long.writeUInt32LE(long.length - 8, 4);
  expect(cleanImage(long)).toBe("damaged");
  const tiny = Buffer.concat([photoAvif, ...Array.from({ length: 100_000 }, () => Buffer.from("\0\0\0\x08free"))]);
  expect(cleanImage(tiny)).toMatchObject({ width: 2, height: 3 });
});

test("an AVIF that has the same bytes cleared again and again is refused", () => {
  const extents = (count: number) =>
    avifWithExif(Array.from({ length: count }, () => [0, 0, 0, 28, 0, 0, 0, 100]).flat());
  expect(cleanImage(extents(1))).toMatchObject({ width: 3, height: 2 });
  expect(cleanImage(extents(1000))).toBe("damaged");
});

/** One item, Exif, which lies at these extents; it is also said to be the picture, 3 by 2. */
function avifWithExif(extents: number[]): Uint8Array {
  const box = (type: string, ...parts: Uint8Array[]): Uint8Array => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
    return Buffer.concat([length, Buffer.from(type), ...parts]);
  };
  const full = (...bytes: number[]) => Buffer.from([0, 0, 0, 0, ...bytes]);
  const count = extents.length / 8;
  return Buffer.concat([
    box("ftyp", Buffer.from("avif\0\0\0\0avif")),
    box("mdat", Buffer.alloc(100)),
    box(
      "meta",
      full(),
      box("pitm", full(0, 1)),
      box("iinf", full(0, 1), box("infe", Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from("Exif\0"))),
      box("iloc", full(0x44, 0, 0, 1, 0, 1, 0, 0, count >> 8, count & 255, ...extents)),
      box("iprp", box("ipco", box("ispe", full(0, 0, 0, 3, 0, 0, 0, 2))), box("ipma", full(0, 0, 0, 1, 0, 1, 1, 1))),
    ),
  ]);
}
