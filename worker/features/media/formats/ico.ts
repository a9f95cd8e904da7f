import { ByteReader, DamagedImage } from "./byte-reader.ts";
import { cleanPng } from "./png.ts";

const HEADER = 6;
const ENTRY = 16;
const PNG = 0x89504e47;
/** The head of a bitmap as Windows 1 wrote it, with numbers of two bytes. */
const OLD_BITMAP = 12;

/** Pixels of all pictures in an icon: each is as large as it is coded, or as the icon says if that is larger. */
export function iconPixels(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes, "little-endian");
  reader.take(HEADER - 2);
  const count = reader.uint16();
  let left = bytes.length - HEADER - ENTRY * count;
  let pixels = 0;
  for (let index = 0; index < count; index++) {
    const [width, height] = [reader.uint8() || 256, reader.uint8() || 256];
    reader.take(6);
    const [length, offset] = [reader.uint32(), reader.uint32()];
    // Many that overlap would be a way to keep the Worker busy.
    left -= length;
    if (left < 0 || offset + length > bytes.length) throw new DamagedImage();
    pixels += Math.max(width * height, codedPixels(bytes.subarray(offset, offset + length)));
  }
  return pixels;
}

function codedPixels(bytes: Uint8Array): number {
  if (new ByteReader(bytes).uint32() === PNG) return cleanPng(bytes).pixels;
  const reader = new ByteReader(bytes, "little-endian");
  const isOld = reader.uint32() === OLD_BITMAP;
  // Signed: from below, a height is negative.
  const side = () => Math.abs(isOld ? reader.uint16() : reader.uint32() | 0);
  const [width, height] = [side(), side()];
  if (width === 0 || height === 0) throw new DamagedImage();
  // The height counts a mask of the same size.
  return (width * height) / 2;
}
