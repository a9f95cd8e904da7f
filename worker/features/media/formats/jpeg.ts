import { Buffer } from "node:buffer";
import { ByteReader, encodeLatin1, DamagedImage, decodeLatin1 } from "./byte-reader.ts";
import { toOrientedSize, createExif, isTransformed, readOrientation } from "./exif.ts";
import type { CleanedImage } from "./cleaned-image.ts";

// ITU-T T.81 (JPEG), table B.1.
const [SOI, EOI, SOS, APP0, APP1, APP2, APP14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** SOF0 to SOF15, frame headers with the size. C4 (DHT), C8 (JPG) and CC (DAC) are other markers of the same range. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Tables, frames and scans. Higher markers are application data (APPn), comments (COM) and extensions. */
const isImageData = (marker: number) => marker >= 0xc0 && marker <= 0xdf;

/** Keeps the image data, the colour profile and the orientation. Drops all bytes after the end marker (EOI). */
export function cleanJpeg(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes);
  const kept: Uint8Array[] = [];
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  reader.take(2);
  for (let marker = nextMarker(reader); marker !== EOI; marker = nextMarker(reader)) {
    if (marker < 0xc0 || isRestart(marker) || marker === SOI) throw new DamagedImage();
    const data = reader.take(Math.max(0, reader.uint16() - 2));
    if (isFrameHeader(marker)) {
      // With two frame headers the size would be ambiguous.
      if (size) throw new DamagedImage();
      size = frameSize(data);
    }
    if (marker === APP1 && startsWith(data, "Exif\0")) orientation = readOrientation(data);
    const needed = neededPart(marker, data);
    if (needed) kept.push(segment(marker, needed));
    if (marker === SOS) kept.push(reader.take(scanLength(bytes, reader.offset)));
  }
  if (!size) throw new DamagedImage();
  return {
    parts: [
      Uint8Array.of(0xff, SOI),
      ...(isTransformed(orientation)
        ? [segment(APP1, Buffer.concat([encodeLatin1("Exif\0\0"), createExif(orientation)]))]
        : []),
      ...kept,
      Uint8Array.of(0xff, EOI),
    ],
    ...toOrientedSize(size, orientation),
    pixels: size.width * size.height,
  };
}

function nextMarker(reader: ByteReader): number {
  if (reader.uint8() !== 0xff) throw new DamagedImage();
  let marker = reader.uint8();
  // Fill bytes (FF) can precede a marker.
  while (marker === 0xff) marker = reader.uint8();
  return marker;
}

/** Returns undefined if the segment is dropped. */
function neededPart(marker: number, data: Uint8Array): Uint8Array | undefined {
  if (isImageData(marker)) return data;
  if (marker === APP2 && startsWith(data, "ICC_PROFILE\0")) return data;
  // The colour transform of the Adobe segment.
  if (marker === APP14 && startsWith(data, "Adobe")) return data;
  // JFIF without its thumbnail: the thumbnail size is set to 0 × 0.
  if (marker === APP0 && startsWith(data, "JFIF\0")) return Uint8Array.of(...data.subarray(0, 12), 0, 0);
  return undefined;
}

function frameSize(data: Uint8Array) {
  const reader = new ByteReader(data);
  reader.take(1);
  const [height, width] = [reader.uint16(), reader.uint16()];
  return { width, height };
}

/** In bytes. A scan ends at a marker that is neither an escaped FF, a fill byte nor a restart. */
function scanLength(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at - start;
  }
  throw new DamagedImage();
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data]);
}

const startsWith = (data: Uint8Array, text: string) => decodeLatin1(data.subarray(0, text.length)) === text;
