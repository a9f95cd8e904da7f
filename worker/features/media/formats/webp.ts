import { Buffer } from "node:buffer";
import { ByteReader, encodeLatin1, DamagedImage } from "./byte-reader.ts";
import type { CleanedImage } from "./cleaned-image.ts";

// RFC 9649, section 2 (WebP container).
const KEPT: ReadonlySet<string> = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const [HAS_XMP, HAS_EXIF] = [0x04, 0x08];
/** Position, size and duration, before the chunks of a frame (ANMF). */
const FRAME_HEADER_BYTES = 16;

/**
 * Keeps the image data and the colour profile. Drops the orientation, too: Chromium ignores it in WebP, and without it
 * all browsers show the same image. Drops all bytes after the RIFF chunk.
 */
export function cleanWebp(bytes: Uint8Array): CleanedImage {
  const reader = new ByteReader(bytes, "little-endian");
  reader.take(4);
  const chunks = readChunks(new ByteReader(reader.take(reader.uint32()).subarray(4), "little-endian"));
  const [firstChunk] = chunks;
  const images = chunks.flatMap((chunk) => (chunk.type === "ANMF" ? readFrame(chunk) : chunk)).filter(isImageData);
  if (!firstChunk || images.length === 0) throw new DamagedImage();
  const canvas = sizeOf(firstChunk);
  // `pixels` limits the work of decoding: each frame adds its own area, or that of the canvas if it is larger.
  const areas = images.map(sizeOf).map(({ width, height }) => Math.max(canvas.width * canvas.height, width * height));
  const parts = chunks.filter(({ type }) => KEPT.has(type)).flatMap((chunk) => toParts(withoutMetadata(chunk)));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  return {
    parts: [encodeLatin1("RIFF"), uint32(length), encodeLatin1("WEBP"), ...parts],
    ...canvas,
    pixels: areas.reduce((sum, area) => sum + area, 0),
  };
}

type Chunk = { type: string; data: Uint8Array };

const isImageData = ({ type }: Chunk) => type === "VP8 " || type === "VP8L";

const readFrame = ({ data }: Chunk) => readChunks(new ByteReader(data.subarray(FRAME_HEADER_BYTES), "little-endian"));

function readChunks(reader: ByteReader): Chunk[] {
  const chunks: Chunk[] = [];
  while (reader.left > 0) {
    const [type, length] = [reader.text(4), reader.uint32()];
    chunks.push({ type, data: reader.take(length) });
    // Chunks are padded to an even length. Some programs omit the padding at the end of the file.
    reader.take(Math.min(length % 2, reader.left));
  }
  return chunks;
}

function withoutMetadata({ type, data }: Chunk): Chunk {
  if (type === "VP8X") {
    const header = data.slice();
    header[0]! &= ~(HAS_XMP | HAS_EXIF);
    return { type, data: header };
  }
  if (type !== "ANMF") return { type, data };
  const frame = readFrame({ type, data });
  const parts = [
    data.subarray(0, FRAME_HEADER_BYTES),
    ...frame.filter((chunk) => KEPT.has(chunk.type)).flatMap(toParts),
  ];
  return { type, data: Buffer.concat(parts) };
}

/** Size in pixels: RFC 9649 (VP8X and VP8L) and RFC 6386 (VP8). */
function sizeOf({ type, data }: Chunk) {
  const reader = new ByteReader(data, "little-endian");
  if (type === "VP8X") {
    reader.take(4);
    const uint24 = () => reader.uint16() + reader.uint8() * 0x10000;
    return { width: uint24() + 1, height: uint24() + 1 };
  }
  if (type === "VP8L") {
    if (reader.uint8() !== 0x2f) throw new DamagedImage();
    const bits = reader.uint32();
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  reader.take(3);
  if (reader.text(3) !== "\x9d\x01\x2a") throw new DamagedImage();
  // The two highest bits are a scale factor. Browsers ignore it.
  return { width: reader.uint16() & 0x3fff, height: reader.uint16() & 0x3fff };
}

const toParts = ({ type, data }: Chunk) => [
  encodeLatin1(type),
  uint32(data.length),
  data,
  new Uint8Array(data.length % 2),
];

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
