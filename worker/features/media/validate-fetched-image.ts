import { DamagedImage } from "./formats/byte-reader.ts";
import { cleanImage } from "./formats/clean-image.ts";
import { iconPixels } from "./formats/ico.ts";
import { ICON_TYPE, detectIconType } from "./image-type.ts";

/**
 * Returns the content type. Undefined if the format is unknown, if the file is damaged, or if all its frames or icon
 * images together have more than `maxPixels` pixels.
 */
export function validateFetchedImage(bytes: Uint8Array, maxPixels: number): string | undefined {
  const type = detectIconType(bytes);
  const pixels = type === ICON_TYPE ? countIconPixels(bytes) : countPixels(bytes);
  return pixels !== undefined && pixels <= maxPixels ? type : undefined;
}

function countPixels(bytes: Uint8Array): number | undefined {
  const image = cleanImage(bytes);
  return typeof image === "object" ? image.pixels : undefined;
}

function countIconPixels(bytes: Uint8Array): number | undefined {
  try {
    return iconPixels(bytes);
  } catch (error) {
    if (error instanceof DamagedImage) return undefined;
    throw error;
  }
}
