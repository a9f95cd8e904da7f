import { MAX_ANIMATION_PIXELS } from "#schema/images/media.ts";
import { readSize } from "./read-image.ts";

const ICON_TYPE = "image/x-icon";
/** Other formats in an icon are not read: many entries could name one large GIF. */
const PNG_START = 0x89;

/**
 * Returns the content type of an image of another website. Undefined if it is damaged, has another format, or has more
 * than `maxPixels` pixels, which would use up the memory of visitors.
 */
export function fetchedImageType(bytes: Uint8Array<ArrayBuffer>, maxPixels: number): string | undefined {
  if (isIcon(bytes)) return iconPixels(bytes) <= maxPixels ? ICON_TYPE : undefined;
  const image = readSize(bytes);
  if (!image) return undefined;
  const max = image.isAnimated ? Math.min(maxPixels, MAX_ANIMATION_PIXELS) : maxPixels;
  return image.width * image.height <= max ? image.type : undefined;
}

function isIcon([reserved0, reserved1, kind0, kind1, images = 0, manyImages]: Uint8Array): boolean {
  return reserved0 === 0 && reserved1 === 0 && kind0 === 1 && kind1 === 0 && images > 0 && manyImages === 0;
}

/**
 * Returns the pixels of all images of an .ico file together, or Infinity if it is damaged. The sizes in its directory can be
 * wrong, so each image is read: a PNG, or a bitmap with a BITMAPINFOHEADER.
 */
function iconPixels(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let pixels = 0;
  try {
    for (let entry = 6; entry < 6 + 16 * bytes[4]!; entry += 16) {
      const [length, start] = [view.getUint32(entry + 8, true), view.getUint32(entry + 12, true)];
      const image = bytes.subarray(start, start + length);
      pixels += (image[0] === PNG_START ? pngPixels(image) : bitmapPixels(image)) || Infinity;
    }
  } catch {
    return Infinity;
  }
  return pixels;
}

function pngPixels(bytes: Uint8Array<ArrayBuffer>): number {
  const { type, width, height } = readSize(bytes) ?? {};
  return type === "image/png" ? width! * height! : 0;
}

/** The height of a bitmap includes its transparency mask. It is negative if the first row is on top. */
function bitmapPixels(bytes: Uint8Array<ArrayBuffer>): number {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Math.abs(header.getInt32(4, true) * header.getInt32(8, true)) / 2;
}
