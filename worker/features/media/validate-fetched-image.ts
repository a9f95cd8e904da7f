import { DamagedImage } from "./formats/byte-reader.ts";
import { cleanImage } from "./formats/clean-image.ts";
import { iconPixels } from "./formats/ico.ts";
import { ICON_TYPE, detectIconType } from "./image-type.ts";

/** The content type of a picture from elsewhere, if it is whole and a browser draws no more pixels than these for it. */
export function validateFetchedImage(bytes: Uint8Array, maxPixels: number): string | undefined {
  const type = detectIconType(bytes);
  const pixels = type === ICON_TYPE ? pixelsOfIcon(bytes) : pixelsOf(bytes);
  return pixels !== undefined && pixels <= maxPixels ? type : undefined;
}

function pixelsOf(bytes: Uint8Array): number | undefined {
  const image = cleanImage(bytes);
  return typeof image === "object" ? image.pixels : undefined;
}

function pixelsOfIcon(bytes: Uint8Array): number | undefined {
  try {
    return iconPixels(bytes);
  } catch (error) {
    if (error instanceof DamagedImage) return undefined;
    throw error;
  }
}
