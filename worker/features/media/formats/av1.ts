import { ByteReader, DamagedImage } from "./byte-reader.ts";

// AV1 Bitstream & Decoding Process Specification, sections 5.3 (open bitstream unit, OBU) and 5.5 (sequence header).

/** Value of `obu_type`, section 6.2.2. */
const SEQUENCE_HEADER = 1;

/**
 * Returns the largest frame size (width × height) in the sequence headers of these OBUs. 0 if there is none.
 * @throws DamagedImage
 */
export function codedArea(data: Uint8Array): number {
  const reader = new ByteReader(data);
  let largest = 0;
  while (reader.left > 0) {
    const header = reader.uint8();
    const [hasExtension, hasSize] = [header & 0x04, header & 0x02];
    if (hasExtension) reader.take(1);
    const unit = reader.take(hasSize ? readLeb128(reader) : reader.left);
    if (((header >> 3) & 15) === SEQUENCE_HEADER) largest = Math.max(largest, areaOfSequence(new BitReader(unit)));
  }
  return largest;
}

/** Section 4.10.5: each byte has seven bits of the number, lowest first. The eighth is set if a byte follows. */
function readLeb128(reader: ByteReader): number {
  for (let [value, place] = [0, 1]; place < 2 ** 56; place *= 128) {
    const byte = reader.uint8();
    value += (byte & 0x7f) * place;
    if (byte < 0x80) return value;
  }
  throw new DamagedImage();
}

function areaOfSequence(bits: BitReader): number {
  // seq_profile and still_picture
  bits.take(4);
  const isReduced = bits.flag();
  // A reduced header has only seq_level_idx here.
  if (isReduced) bits.take(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1];
  return (bits.take(widthBits) + 1) * (bits.take(heightBits) + 1);
}

/** Skips the fields between `reduced_still_picture_header` and the frame size. */
function skipOperatingPoints(bits: BitReader): void {
  const hasTiming = bits.flag();
  if (hasTiming) skipTiming(bits);
  const hasModel = hasTiming && bits.flag();
  const delayLength = hasModel ? bits.take(5) + 1 : 0;
  if (hasModel) bits.skip(32 + 5 + 5);
  const hasDelays = bits.flag();
  for (let left = bits.take(5); left >= 0; left--) {
    bits.take(12);
    const level = bits.take(5);
    if (level > 7) bits.take(1);
    if (hasModel && bits.flag()) bits.skip(2 * delayLength + 1);
    if (hasDelays && bits.flag()) bits.take(4);
  }
}

function skipTiming(bits: BitReader): void {
  bits.skip(64);
  if (!bits.flag()) return;
  // num_ticks_per_picture_minus_1, section 4.10.3: the number of zeros is the number of bits after the first one bit.
  let zeros = 0;
  while (!bits.flag()) zeros += 1;
  if (zeros < 32) bits.skip(zeros);
}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  flag = () => this.take(1) === 1;

  /** @throws DamagedImage at the end of the bytes. */
  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new DamagedImage();
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(count: number) {
    this.#at += count;
  }
}
