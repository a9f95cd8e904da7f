import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { cleanImage } from "#worker/features/media/formats/clean-image.ts";
import { readOrientation } from "#worker/features/media/formats/exif.ts";
import { photoAvif, photoGif, photoJpeg, photoPng, photoWebp, plainImages, pngOfSize } from "../support/image-files.ts";
import { svgImage } from "../support/image-responses.ts";

const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

function clean(bytes: Uint8Array) {
  const image = cleanImage(bytes);
  if (typeof image === "string") throw new Error(image);
  return image;
}

test.each(Object.entries(plainImages))("%s without metadata stays unchanged", (_name, bytes) => {
  const image = clean(bytes);
  expect(new Uint8Array(image.bytes)).toEqual(bytes);
  expect(image).toMatchObject({ width: 3, height: 2 });
});

test.each([
  ["JPEG", photoJpeg(1), plainImages.jpeg.length],
  ["PNG", photoPng(1), plainImages.png.length],
  ["WebP", photoWebp(1), plainImages.webp.length],
  ["GIF", photoGif(), plainImages.animatedGif.length],
  ["AVIF", photoAvif, photoAvif.length],
])("%s loses its metadata and trailing bytes, and keeps its colour profile", (name, bytes, length) => {
  expect(asText(bytes)).toContain("SECRET");
  const image = clean(bytes);
  expect(asText(image.bytes)).not.toMatch(/SECRET|xmpmeta|script/);
  expect(image.bytes.length).toBeGreaterThanOrEqual(length);
  if (name === "AVIF") expect(asText(image.bytes)).toContain("colrrICC");
  else if (name !== "GIF") expect(asText(image.bytes)).toContain("COLOURS");
  expect(clean(image.bytes).bytes, "cleaning twice changes nothing").toEqual(image.bytes);
});

test.each([
  ["JPEG", photoJpeg, "Exif\0\0"],
  ["PNG", photoPng, "eXIf"],
])("a %s keeps its orientation, and its size is the size on the screen", (_name, photo, mark) => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const image = clean(photo(orientation));
    expect(image).toMatchObject(orientation >= 5 ? { width: 2, height: 3 } : { width: 3, height: 2 });
    const at = asText(image.bytes).indexOf(mark);
    if (orientation === 1) expect(at).toBe(-1);
    else {
      const kept = image.bytes.subarray(asText(image.bytes).indexOf("MM\0*", at));
      expect(readOrientation(kept)).toBe(orientation);
    }
  }
});

test("the orientation of a WebP is dropped, because Chromium ignores it", () => {
  const image = clean(photoWebp(6));
  expect(image).toMatchObject({ width: 3, height: 2 });
  expect(asText(image.bytes)).not.toMatch(/EXIF|XMP/);
  // The flags of VP8X: only that of the colour profile is set.
  expect(image.bytes[20]).toBe(0x20);
});

test("the size of a rotated AVIF is the size on the screen", () => {
  expect(clean(photoAvif)).toMatchObject({ type: "image/avif", width: 2, height: 3 });
});

test("an invalid orientation is ignored", () => {
  for (const orientation of [0, 9, 65_535]) {
    expect(clean(photoJpeg(orientation))).toMatchObject({ width: 3, height: 2 });
  }
  for (const bytes of ["", "Exif\0\0", "MM\0*", "II*\0\xff\xff\xff\xff", "nonsense, and more of it"]) {
    expect(readOrientation(Buffer.from(bytes, "latin1"))).toBe(1);
  }
});

test("the size of a GIF includes its first frame, as in browsers", () => {
  const gif = plainImages.gif.slice();
  const frame = asText(gif).indexOf(",", 19);
  new DataView(gif.buffer).setUint16(frame + 5, 20_000, true);
  new DataView(gif.buffer).setUint16(frame + 7, 30_000, true);
  expect(clean(gif)).toMatchObject({ width: 20_000, height: 30_000 });
});

test("animations keep their frames and the number of loops", () => {
  const gif = asText(clean(photoGif()).bytes);
  expect(gif).toContain("NETSCAPE2.0");
  expect(gif.split("!\xf9\x04")).toHaveLength(3);
  expect(asText(clean(plainImages.animatedWebp).bytes).split("ANMF")).toHaveLength(3);
});

test.each(Object.entries({ ...plainImages, avif: photoAvif }))("a truncated %s is refused", (_name, bytes) => {
  for (let length = 0; length < bytes.length; length++) {
    expect(cleanImage(bytes.subarray(0, length)), `${length} bytes`).toBeTypeOf("string");
  }
});

test("a file with any changed byte is either cleaned or refused", () => {
  const photos = [photoJpeg(6), photoPng(6), photoWebp(6), photoGif(), photoAvif, plainImages.animatedWebp];
  for (const photo of photos) {
    for (let at = 0; at < photo.length; at++) {
      for (const value of [0x00, 0x01, 0x7f, 0xff]) {
        const changed = photo.slice();
        changed[at] = value;
        const image = cleanImage(changed);
        if (typeof image !== "string") expect(image.width * image.height).toBeGreaterThan(0);
      }
    }
  }
});

test("a PNG whose checksum is wrong is damaged", () => {
  const bytes = plainImages.png.slice();
  bytes[45]! ^= 1;
  expect(cleanImage(bytes)).toBe("damaged");
});

test("an image without a size is damaged", () => {
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
])("%s is not an image", (_name, text, expected) => {
  expect(cleanImage(Buffer.from(text, "latin1"))).toBe(expected);
});

test("very long and very many parts are handled", () => {
  const long = Buffer.concat([photoWebp(1).subarray(0, 12), Buffer.from("VP8X\0\0\x40\0"), Buffer.alloc(0x400000)]);
  long.writeUInt32LE(long.length - 8, 4);
  expect(cleanImage(long)).toBe("damaged");
  const tiny = Buffer.concat([photoAvif, ...Array.from({ length: 100_000 }, () => Buffer.from("\0\0\0\x08free"))]);
  expect(cleanImage(tiny)).toMatchObject({ width: 2, height: 3 });
});

test("an AVIF with overlapping extents is refused", () => {
  const extents = (count: number) =>
    avifWithExif(Array.from({ length: count }, () => [0, 0, 0, 28, 0, 0, 0, 100]).flat());
  expect(cleanImage(extents(1))).toMatchObject({ width: 3, height: 2 });
  expect(cleanImage(extents(1000))).toBe("damaged");
});

/** Returns an AVIF with one item, of type Exif, at these extents. It is also the primary item, 3 by 2 pixels. */
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
