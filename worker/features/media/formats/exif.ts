import { ByteReader, DamagedImage, decodeLatin1 } from "./byte-reader.ts";

const ORIENTATION_TAG = 0x0112;
const UPRIGHT = 1;

/** How a picture is to be turned, 1 (not at all) to 8, by Exif data. What cannot be read turns nothing. */
export function readOrientation(exif: Uint8Array): number {
  try {
    return findOrientation(exif);
  } catch (error) {
    if (error instanceof DamagedImage) return UPRIGHT;
    throw error;
  }
}

function findOrientation(exif: Uint8Array): number {
  // JPEG puts six bytes in front; some programs do so in other formats, too.
  const tiff = decodeLatin1(exif.subarray(0, 6)) === "Exif\0\0" ? exif.subarray(6) : exif;
  const reader = new ByteReader(tiff, decodeLatin1(tiff.subarray(0, 2)) === "II" ? "little-endian" : "big-endian");
  reader.take(4);
  reader.offset = reader.uint32();
  for (let left = reader.uint16(); left > 0; left--) {
    const [tag, , value] = [reader.uint16(), reader.take(6), reader.uint16()];
    if (tag === ORIENTATION_TAG) return value >= 1 && value <= 8 ? value : UPRIGHT;
    reader.take(2);
  }
  return UPRIGHT;
}

/** Exif data that say this and nothing else. */
export const createExif = (orientation: number) =>
  Uint8Array.of(
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8, // TIFF, big-endian; the first directory follows
    0,
    1, // with one entry
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0, // one 16-bit number
    0,
    0,
    0,
    0, // and no further directory
  );

/** From 5 on a picture is turned by a quarter, so its sides change places. */
export const toOrientedSize = ({ width, height }: { width: number; height: number }, orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

export const isTransformed = (orientation: number) => orientation !== UPRIGHT;
