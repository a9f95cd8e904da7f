import { imageSize } from "image-size";
import { type ImageType, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX } from "#schema/images/media.ts";

/** The size stands near the beginning, after metadata. The rest is not searched, so that no file costs much time. */
const HEAD_BYTES = 256 * 1024;

type Size = { width: number; height: number };

export type ReadImage = Size & {
  type: ImageType;
  bytes: Uint8Array<ArrayBuffer>;
  /** Only of GIF and WebP. */
  isAnimated: boolean;
};

/**
 * Returns the image, or the name of the message in `IMAGE_MESSAGES` that says why it is refused. Its size is that before
 * the orientation of a JPEG is applied. Decodes nothing.
 */
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
    const image = { type, bytes, isAnimated: false, ...READERS[type](bytes) };
    return image.width > 0 && image.height > 0 ? image : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the type from the first bytes, because a file name and a `Content-Type` header can lie. */
function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  return head.startsWith("RIFF") && head.startsWith("WEBP", 8) ? "image/webp" : undefined;
}

const headOf = (bytes: Uint8Array<ArrayBuffer>) => bytes.subarray(0, HEAD_BYTES);

const READERS: Record<ImageType, (bytes: Uint8Array<ArrayBuffer>) => Size & { isAnimated?: boolean }> = {
  "image/png": (bytes) => sizeBy("png", headOf(bytes)),
  "image/webp": (bytes) => ({ ...sizeBy("webp", headOf(bytes)), isAnimated: isAnimatedWebp(bytes) }),
  "image/jpeg": (bytes) => jpegSize(headOf(bytes)),
  "image/gif": readGif,
};

/** @throws an error if the library takes the file for another format. */
function sizeBy(type: string, head: Uint8Array): Size {
  const { width, height, type: found } = imageSize(head);
  if (found !== type) throw new TypeError(`It is no ${type}.`);
  return { width, height };
}

/**
 * Finds the first frame as libjpeg does, which skips fill bytes (ITU T.81, section B.1.1.2). `image-size` does not: it can
 * be made to read a small size from a comment of a large image.
 * @throws RangeError if the data ends before.
 */
function jpegSize(head: Uint8Array): Size {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let at = 2;
  for (;;) {
    while (view.getUint8(at) !== 0xff) at += 1;
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    if (FRAMES.has(marker)) return { height: view.getUint16(at + 4), width: view.getUint16(at + 6) };
    if (marker === END || marker === SCAN) throw new RangeError("It has no frame.");
    at += 1;
    if (marker >= 0xc0 && !isAlone(marker)) at += view.getUint16(at);
  }
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const END = 0xd9;
const SCAN = 0xda;
const isAlone = (marker: number) => marker >= 0xd0 && marker <= END;

/** Of an animation, the chunk VP8X has a flag (RFC 9649, section 2.7). */
function isAnimatedWebp(webp: Uint8Array): boolean {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.length);
  if (view.getUint32(4, true) + 8 > webp.length) throw new RangeError("It is cut.");
  return String.fromCharCode(...webp.subarray(12, 16)) === "VP8X" && (view.getUint8(20) & 2) !== 0;
}

const EXTENSION = 0x21;
const FRAME = 0x2c;

/**
 * Walks the blocks of a GIF (GIF89a, appendix B). The size is that of the screen and of all frames on it: browsers enlarge
 * the screen for the first frame.
 * @throws RangeError if there is no frame.
 */
function readGif(gif: Uint8Array): { width: number; height: number; isAnimated: boolean } {
  const uint16 = (at: number) => (gif[at] ?? 0) + 256 * (gif[at + 1] ?? 0);
  let [width, height, frames] = [uint16(6), uint16(8), 0];
  let at = 13 + coloursLength(gif[10]);
  while (gif[at] === EXTENSION || gif[at] === FRAME) {
    if (gif[at] === FRAME) {
      frames += 1;
      width = Math.max(width, uint16(at + 1) + uint16(at + 5));
      height = Math.max(height, uint16(at + 3) + uint16(at + 7));
      at += 11 + coloursLength(gif[at + 9]);
    } else at += 2;
    // Parts of up to 255 bytes, until an empty one.
    for (let length = gif[at]; length; length = gif[at]) at += 1 + length;
    at += 1;
  }
  if (frames === 0) throw new RangeError("It has no frame.");
  return { width, height, isAnimated: frames > 1 };
}

/** `flags` have a bit for a table of colours, and the logarithm of its length. */
const coloursLength = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
