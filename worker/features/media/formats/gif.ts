import { ByteReader, DamagedImage, decodeLatin1 } from "./byte-reader.ts";
import type { CleanedImage } from "./cleaned-image.ts";

// GIF89a specification, appendix A.

const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
/** The number of loops of an animation, and the colour profile. Other extensions contain for example XMP. */
const KEPT_APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Keeps frames, their timing and their colours. Drops comments, other texts and all bytes after the trailer. */
export function cleanGif(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes, "little-endian");
  reader.take(6);
  const screen = [reader.uint16(), reader.uint16()] as const;
  const flags = reader.uint8();
  reader.take(2 + colourTableLength(flags));
  const parts = [bytes.subarray(0, reader.offset)];
  // Browsers enlarge the canvas if the first frame reaches beyond the logical screen.
  let size: { width: number; height: number } | undefined;
  let pixels = 0;
  for (let start = reader.offset, kind = reader.uint8(); kind !== TRAILER; kind = reader.uint8()) {
    if (kind === IMAGE) {
      const [right, bottom] = readFrameEdges(reader);
      size ??= { width: Math.max(screen[0], right), height: Math.max(screen[1], bottom) };
      pixels += Math.max(size.width * size.height, right * bottom);
    }
    if (kind !== IMAGE && kind !== EXTENSION) throw new DamagedImage();
    const isKept = kind === IMAGE || isKeptExtension(reader.uint8(), bytes.subarray(reader.offset));
    takeSubBlocks(reader);
    if (isKept) parts.push(bytes.subarray(start, reader.offset));
    start = reader.offset;
  }
  if (!size) throw new DamagedImage();
  return { parts: [...parts, Uint8Array.of(TRAILER)], ...size, pixels };
}

/** In bytes. `flags` are the packed fields of a screen or image descriptor. */
const colourTableLength = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Reads an image descriptor and its colour table. The edges are in pixels. */
function readFrameEdges(reader: ByteReader): [right: number, bottom: number] {
  const [left, top, width, height] = [reader.uint16(), reader.uint16(), reader.uint16(), reader.uint16()];
  reader.take(colourTableLength(reader.uint8()));
  // The minimum code size of the LZW data.
  reader.take(1);
  return [left + width, top + height];
}

const isKeptExtension = (label: number, data: Uint8Array) =>
  label === GRAPHIC_CONTROL || (label === APPLICATION && KEPT_APPLICATIONS.has(decodeLatin1(data.subarray(1, 12))));

function takeSubBlocks(reader: ByteReader): void {
  for (let length = reader.uint8(); length > 0; length = reader.uint8()) reader.take(length);
}
