import { ByteReader, DamagedImage } from "./byte-reader.ts";
import { cleanPng } from "./png.ts";

// ICO has no standard. It has an ICONDIR, an ICONDIRENTRY for each image, and the images: PNG files, or bitmaps with a
// header of [MS-WMF] section 2.2.2.2 (BitmapCoreHeader) or 2.2.2.3 (BitmapInfoHeader).

const HEADER = 6;
const ENTRY = 16;
const PNG = 0x89504e47;
/** Size of a BITMAPCOREHEADER, the older bitmap header, which has 16-bit sides. */
const CORE_HEADER = 12;

/**
 * Returns the pixels of all images together. An image counts with its own size or its size in the directory of the icon,
 * the larger of both.
 * @throws DamagedImage
 */
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
    // All images together must fit in the file. Otherwise thousands of entries could repeat the same bytes.
    left -= length;
    if (left < 0 || offset + length > bytes.length) throw new DamagedImage();
    pixels += Math.max(width * height, codedPixels(bytes.subarray(offset, offset + length)));
  }
  return pixels;
}

function codedPixels(bytes: Uint8Array): number {
  if (new ByteReader(bytes).uint32() === PNG) return cleanPng(bytes).pixels;
  const reader = new ByteReader(bytes, "little-endian");
  const hasCoreHeader = reader.uint32() === CORE_HEADER;
  // BITMAPINFOHEADER has signed sides: a negative height means that the rows are stored from top to bottom.
  const side = () => Math.abs(hasCoreHeader ? reader.uint16() : reader.uint32() | 0);
  const [width, height] = [side(), side()];
  if (width === 0 || height === 0) throw new DamagedImage();
  // The height includes the transparency mask, which is as high as the image.
  return (width * height) / 2;
}
