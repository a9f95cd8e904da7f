import { Buffer } from "node:buffer";
import type { ImageType } from "#schema/media.ts";
import { detectImageType } from "../image-type.ts";
import { cleanAvif } from "./avif.ts";
import { DamagedImage } from "./byte-reader.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import type { CleanedImage } from "./cleaned-image.ts";
import { cleanWebp } from "./webp.ts";

const CLEANERS: Record<ImageType, (bytes: Uint8Array) => CleanedImage> = {
  "image/png": cleanPng,
  "image/jpeg": cleanJpeg,
  "image/webp": cleanWebp,
  "image/gif": cleanGif,
  "image/avif": cleanAvif,
};

/**
 * Removes metadata from an image: place, time, camera, texts and thumbnails. It keeps only the parts of the file that
 * are known to draw the image, byte by byte. The image loses no quality, and animations keep their frames.
 * @returns The image with its type and its size in pixels, "unknown" for another format, or "damaged".
 */
export function cleanImage(bytes: Uint8Array) {
  const type = detectImageType(bytes);
  if (!type) return "unknown";
  try {
    const { parts, width, height, pixels } = CLEANERS[type](bytes);
    return width > 0 && height > 0 ? { type, bytes: Buffer.concat(parts), width, height, pixels } : "damaged";
  } catch (error) {
    if (error instanceof DamagedImage) return "damaged";
    throw error;
  }
}
