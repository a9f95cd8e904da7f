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
 * Removes metadata: place, time, camera, texts and thumbnails. The parts that browsers need to draw the image stay
 * unchanged, so the image loses no quality.
 * @returns "unknown" for another format, "damaged", or the image with its size in pixels.
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
