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
  const hasDecoderModel = hasTiming && bits.flag();
  const bufferDelayBits = hasDecoderModel ? bits.take(5) + 1 : 0;
  // num_units_in_decoding_tick and the lengths of two times
  if (hasDecoderModel) bits.skip(32 + 5 + 5);
  const hasDisplayDelays = bits.flag();
  const points = bits.take(5) + 1;
  for (let point = 0; point < points; point++) {
    // operating_point_idc
    bits.take(12);
    const level = bits.take(5);
    const hasTier = level > 7;
    if (hasTier) bits.take(1);
    if (hasDecoderModel && bits.flag()) bits.skip(2 * bufferDelayBits + 1);
    if (hasDisplayDelays && bits.flag()) bits.take(4);
  }
}

function skipTiming(bits: BitReader): void {
  // num_units_in_display_tick and time_scale
  bits.skip(32 + 32);
  if (!bits.flag()) return;
  // num_ticks_per_picture_minus_1, section 4.10.3: after n zero bits and a 1 bit, the number has n bits.
  let zeros = 0;
  while (!bits.flag()) zeros += 1;
  if (zeros < 32) bits.skip(zeros);
}

class BitReader {
  readonly #bytes: Uint8Array;
  #bitOffset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  flag = () => this.take(1) === 1;

  /** @throws DamagedImage at the end of the bytes. */
  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      const byte = this.#bytes[this.#bitOffset >> 3];
      if (byte === undefined) throw new DamagedImage();
      value = value * 2 + ((byte >> (7 - (this.#bitOffset & 7))) & 1);
      this.#bitOffset += 1;
    }
    return value;
  }

  skip(count: number) {
    this.#bitOffset += count;
  }
}
