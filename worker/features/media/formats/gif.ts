import { ByteReader, DamagedPicture, textOf } from "./byte-reader.ts";
import type { CleanPicture } from "./clean-picture.ts";

const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
/** How often an animation runs, and the colour profile. Others hold XMP and the like. */
const KEPT_APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Keeps frames, their timing and colours; comments and other texts go, as does what follows the end (GIF89a). */
export function cleanGif(bytes: Uint8Array): CleanPicture {
  const reader = new ByteReader(bytes, "little-endian");
  reader.take(6);
  const [width, height, flags] = [reader.uint16(), reader.uint16(), reader.uint8()];
  reader.take(2 + coloursLength(flags));
  const parts = [bytes.subarray(0, reader.offset)];
  let hasFrame = false;
  for (let start = reader.offset, kind = reader.uint8(); kind !== TRAILER; kind = reader.uint8()) {
    if (kind === IMAGE) takeFrame(reader);
    else if (kind !== EXTENSION) throw new DamagedPicture();
    const isKept = kind === IMAGE || isKeptExtension(reader.uint8(), bytes.subarray(reader.offset));
    takeSubBlocks(reader);
    if (isKept) parts.push(bytes.subarray(start, reader.offset));
    hasFrame ||= kind === IMAGE;
    start = reader.offset;
  }
  if (!hasFrame) throw new DamagedPicture();
  return { parts: [...parts, Uint8Array.of(TRAILER)], width, height };
}

/** Bytes of the table of colours that the flags announce. */
const coloursLength = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

function takeFrame(reader: ByteReader): void {
  // Place and size.
  reader.take(8);
  reader.take(coloursLength(reader.uint8()));
  // How the pixels are coded.
  reader.take(1);
}

const isKeptExtension = (label: number, data: Uint8Array) =>
  label === GRAPHIC_CONTROL || (label === APPLICATION && KEPT_APPLICATIONS.has(textOf(data.subarray(1, 12))));

function takeSubBlocks(reader: ByteReader): void {
  for (let length = reader.uint8(); length > 0; length = reader.uint8()) reader.take(length);
}
