/** Thrown if an image file is incomplete or contradicts its format. */
export class DamagedImage extends Error {}

export const decodeLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
export const encodeLatin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** @throws DamagedImage from each method if too few bytes are left. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isLittleEndian: boolean;
  offset = 0;

  constructor(bytes: Uint8Array, order: "big-endian" | "little-endian" = "big-endian") {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittleEndian = order === "little-endian";
  }

  get left(): number {
    return this.#bytes.length - this.offset;
  }

  take(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  text(length: number): string {
    return decodeLatin1(this.take(length));
  }

  uint8 = () => this.#view.getUint8(this.#skip(1));
  uint16 = () => this.#view.getUint16(this.#skip(2), this.#isLittleEndian);
  uint32 = () => this.#view.getUint32(this.#skip(4), this.#isLittleEndian);

  /** Always big-endian. A number above 2^53 is inexact, but then larger than any file. */
  uint(length: number): number {
    return this.take(length).reduce((value, byte) => value * 256 + byte, 0);
  }

  #skip(length: number): number {
    if (length > this.left) throw new DamagedImage();
    this.offset += length;
    return this.offset - length;
  }
}
