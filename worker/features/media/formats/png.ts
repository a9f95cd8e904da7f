import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { ByteReader, encodeLatin1, DamagedImage, decodeLatin1 } from "./byte-reader.ts";
import type { CleanedImage } from "./cleaned-image.ts";
import { toOrientedSize, createExif, isTransformed, readOrientation } from "./exif.ts";

/** W3C PNG, third edition, section 11: pixels, colours and animation. Texts, times and Exif data are dropped. */
const KEPT: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM cICP gAMA iCCP mDCV cLLI sBIT sRGB bKGD pHYs acTL fcTL fdAT".split(" "),
);

/** Keeps the image data, the colour profile and the orientation. Drops all bytes after the chunk IEND. */
export function cleanPng(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes);
  const signature = reader.take(8);
  const header = readChunk(reader);
  if (header.type !== "IHDR") throw new DamagedImage();
  const size = new ByteReader(header.data);
  const [width, height] = [size.uint32(), size.uint32()];
  const kept: Uint8Array[] = [];
  let orientation = 1;
  let hasPixels = false;
  let frames = 0;
  for (let type = ""; type !== "IEND";) {
    const chunk = readChunk(reader);
    type = chunk.type;
    hasPixels ||= type === "IDAT";
    if (type === "fcTL") frames += 1;
    if (type === "eXIf") orientation = readOrientation(chunk.data);
    if (KEPT.has(type)) kept.push(chunk.bytes);
    // Section 5.4: a chunk whose name begins with a capital letter is critical. The image cannot be drawn without it.
    else if (/^[A-Z]/.test(type)) throw new DamagedImage();
  }
  if (!hasPixels) throw new DamagedImage();
  return {
    parts: [
      signature,
      header.bytes,
      ...(isTransformed(orientation) ? [toChunk("eXIf", createExif(orientation))] : []),
      ...kept,
    ],
    ...toOrientedSize({ width, height }, orientation),
    pixels: width * height * Math.max(frames, 1),
  };
}

function readChunk(reader: ByteReader) {
  const length = reader.uint32();
  const typed = reader.take(length + 4);
  if (crc32(typed) !== reader.uint32()) throw new DamagedImage();
  reader.offset -= length + 12;
  const bytes = reader.take(length + 12);
  return { type: decodeLatin1(typed.subarray(0, 4)), data: typed.subarray(4), bytes };
}

function toChunk(type: string, data: Uint8Array): Uint8Array {
  const typed = Buffer.concat([encodeLatin1(type), data]);
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
