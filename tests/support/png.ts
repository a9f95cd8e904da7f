import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

/** A PNG that can be decoded: grey, or of deterministic noise, which no format compresses well. */
export function drawnPng(width: number, height: number, { isNoise = false } = {}): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array((width * 3 + 1) * height).fill(isNoise ? 0 : 0x99);
  let state = 1;
  for (let y = 0; y < height; y++) {
    const start = y * (width * 3 + 1);
    pixels[start] = 0;
    if (!isNoise) continue;
    for (let at = start + 1; at <= start + width * 3; at++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      pixels[at] = state >>> 24;
    }
  }
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
  return new Uint8Array(
    Buffer.concat([
      SIGNATURE,
      pngChunk("IHDR", header),
      pngChunk("IDAT", deflateSync(pixels, { level: 1 })),
      pngChunk("IEND", Buffer.alloc(0)),
    ]),
  );
}
