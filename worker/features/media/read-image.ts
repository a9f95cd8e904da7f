import { imageSize } from "image-size";
import { type ImageType, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX } from "#schema/media.ts";
import { detectImageType } from "./image-type.ts";

/** The size stands near the beginning, after metadata. The rest is not searched, so that no file costs much time. */
const HEAD_BYTES = 256 * 1024;

export type ReadImage = {
  type: ImageType;
  bytes: Uint8Array<ArrayBuffer>;
  /** In pixels, after the orientation of a JPEG is applied. */
  width: number;
  height: number;
  /** Only of GIF and WebP. */
  isAnimated: boolean;
};

/** Returns the image, or the name of the message in `IMAGE_MESSAGES` that says why it is refused. Decodes nothing. */
export function readImage(bytes: Uint8Array<ArrayBuffer>) {
  const image = readSize(bytes);
  if (!image) return detectImageType(bytes) ? "damaged" : "wrongType";
  if (Math.max(image.width, image.height) > MAX_IMAGE_SIDE_PX) return "sideTooLong";
  return image.width * image.height > MAX_IMAGE_PIXELS ? "tooManyPixels" : image;
}

/** Returns undefined for another format, or if there is no size in the first 256 kB. */
export function readSize(bytes: Uint8Array<ArrayBuffer>): ReadImage | undefined {
  const type = detectImageType(bytes);
  if (!type) return undefined;
  try {
    const { width, height, orientation = 1 } = imageSize(bytes.subarray(0, HEAD_BYTES));
    if (!(width > 0 && height > 0)) return undefined;
    // From 5 on, the orientation turns the image by 90 degrees (Exif 3.0, tag 0x0112).
    const size = orientation >= 5 ? { width: height, height: width } : { width, height };
    return { type, bytes, ...size, isAnimated: isAnimated(type, bytes) };
  } catch {
    return undefined;
  }
}

function isAnimated(type: ImageType, bytes: Uint8Array): boolean {
  if (type === "image/gif") return hasTwoFrames(bytes);
  // The flag "animation" of the chunk VP8X (RFC 9649, section 2.7).
  return type === "image/webp" && String.fromCharCode(...bytes.subarray(12, 16)) === "VP8X" && (bytes[20]! & 2) !== 0;
}

/** Looks for the extension of four bytes that stands before each frame (GIF89a, section 23). */
function hasTwoFrames(gif: Uint8Array): boolean {
  let frames = 0;
  for (let at = 0; at < gif.length && frames < 2; at++)
    if (gif[at] === 0x21 && gif[at + 1] === 0xf9 && gif[at + 2] === 4 && gif[at + 7] === 0) frames += 1;
  return frames === 2;
}
