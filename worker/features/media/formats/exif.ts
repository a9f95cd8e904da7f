import { Buffer } from "node:buffer";
import { ByteReader, DamagedImage, decodeLatin1 } from "./byte-reader.ts";

// Exif data are a TIFF file: CIPA DC-008 (Exif) and TIFF 6.0.

const ORIENTATION_TAG = 0x0112;
/** The image is shown as it is stored. */
const UPRIGHT = 1;

/** Returns the orientation tag: 1 (upright) to 8, or 1 if it is missing or unreadable. */
export function readOrientation(exif: Uint8Array): number {
  try {
    return findOrientation(exif);
  } catch (error) {
    if (error instanceof DamagedImage) return UPRIGHT;
    throw error;
  }
}

function findOrientation(exif: Uint8Array): number {
  // JPEG has this prefix of six bytes. Some programs write it in other formats, too.
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

/** Contains the orientation tag and nothing else. */
export function createExif(orientation: number): Uint8Array {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1"); // Big-endian.
  tiff.writeUInt32BE(8, 4); // Offset of the first directory.
  tiff.writeUInt16BE(1, 8); // Its number of entries.
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(3, 12); // Type SHORT.
  tiff.writeUInt32BE(1, 14); // One value.
  tiff.writeUInt16BE(orientation, 18);
  return tiff; // Zeros at the end: no directory follows.
}

/** Orientations 5 to 8 turn the image by 90 degrees. */
export const toOrientedSize = ({ width, height }: { width: number; height: number }, orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

export const isTransformed = (orientation: number) => orientation !== UPRIGHT;
