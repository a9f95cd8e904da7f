import { DamagedPicture } from "./formats/byte-reader.ts";
import { cleanPicture } from "./formats/clean-picture.ts";
import { iconPixels } from "./formats/ico.ts";
import { ICON_TYPE, iconType } from "./image-type.ts";

/** The content type of a picture from elsewhere, if it is whole and a browser draws no more pixels than these for it. */
export function drawableType(bytes: Uint8Array, maxPixels: number): string | undefined {
  const type = iconType(bytes);
  const pixels = type === ICON_TYPE ? pixelsOfIcon(bytes) : pixelsOf(bytes);
  return pixels !== undefined && pixels <= maxPixels ? type : undefined;
}

function pixelsOf(bytes: Uint8Array): number | undefined {
  const picture = cleanPicture(bytes);
  return typeof picture === "object" ? picture.pixels : undefined;
}

function pixelsOfIcon(bytes: Uint8Array): number | undefined {
  try {
    return iconPixels(bytes);
  } catch (error) {
    if (error instanceof DamagedPicture) return undefined;
    throw error;
  }
}
