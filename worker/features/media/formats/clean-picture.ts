import { Buffer } from "node:buffer";
import type { ImageType } from "#schema/media.ts";
import { pictureType } from "../image-type.ts";
import { cleanAvif } from "./avif.ts";
import { DamagedPicture } from "./byte-reader.ts";
import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import type { CleanPicture } from "./picture.ts";
import { cleanWebp } from "./webp.ts";

const CLEANERS: Record<ImageType, (bytes: Uint8Array) => CleanPicture> = {
  "image/png": cleanPng,
  "image/jpeg": cleanJpeg,
  "image/webp": cleanWebp,
  "image/gif": cleanGif,
  "image/avif": cleanAvif,
};

/**
 * The same picture without what its file says about its making: place, time, camera, texts, small previews. Only what is
 * known to draw the picture is kept, byte by byte, so no quality is lost and animations go on.
 */
export function cleanPicture(bytes: Uint8Array) {
  const type = pictureType(bytes);
  if (!type) return "unknown";
  try {
    const { parts, width, height, pixels } = CLEANERS[type](bytes);
    return width > 0 && height > 0 ? { type, bytes: Buffer.concat(parts), width, height, pixels } : "damaged";
  } catch (error) {
    if (error instanceof DamagedPicture) return "damaged";
    throw error;
  }
}
