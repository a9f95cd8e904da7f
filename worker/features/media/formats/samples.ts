import { ByteReader, DamagedImage } from "./byte-reader.ts";

/** The boxes of a sample table (`stbl` in ISO/IEC 14496-12), by type. */
export type SampleTable = ReadonlyMap<string, Uint8Array>;

/** About ten minutes at 16 frames a second. To read millions of samples of one byte would take too long. */
const MAX_SAMPLES = 10_000;

/** @throws DamagedImage if there are too many samples, or if they do not fit in the file. */
export function* samplesOf(file: Uint8Array, table: SampleTable): Generator<Uint8Array> {
  if (countSamples(table) > MAX_SAMPLES) throw new DamagedImage();
  const sizes = sampleSizes(table);
  const runs = sampleRuns(table);
  let left = file.length;
  let chunk = 0;
  let perChunk = 0;
  for (let offset of chunkOffsets(table)) {
    chunk += 1;
    perChunk = runs.get(chunk) ?? perChunk;
    for (let index = 0; index < perChunk; index++) {
      const size = sizes.next();
      if (size.done) return;
      // All samples together must fit in the file. Otherwise thousands of samples could repeat the same bytes.
      left -= size.value;
      if (left < 0 || offset + size.value > file.length) throw new DamagedImage();
      yield file.subarray(offset, offset + size.value);
      offset += size.value;
    }
  }
}

export function countSamples(table: SampleTable): number {
  const body = table.get("stsz") ?? table.get("stz2");
  if (!body) return 0;
  const reader = new ByteReader(body);
  reader.take(8);
  return reader.uint32();
}

function* sampleSizes(table: SampleTable): Generator<number> {
  // stz2, the compact form, is used for audio and text, not for images.
  if (table.has("stz2")) throw new DamagedImage();
  const reader = new ByteReader(table.get("stsz") ?? new Uint8Array(12));
  reader.take(4);
  const [common, count] = [reader.uint32(), reader.uint32()];
  for (let left = count; left > 0; left--) yield common || reader.uint32();
}

/** Reads `stsc`: maps the first chunk of each run, counted from 1, to the samples per chunk of the run. */
function sampleRuns(table: SampleTable): Map<number, number> {
  const runs = new Map<number, number>();
  const reader = new ByteReader(table.get("stsc") ?? new Uint8Array(8));
  reader.take(4);
  for (let left = reader.uint32(); left > 0; left--) {
    runs.set(reader.uint32(), reader.uint32());
    reader.take(4);
  }
  return runs;
}

function* chunkOffsets(table: SampleTable): Generator<number> {
  const short = table.get("stco");
  const reader = new ByteReader(short ?? table.get("co64") ?? new Uint8Array(8));
  reader.take(4);
  for (let left = reader.uint32(); left > 0; left--) yield reader.uint(short ? 4 : 8);
}
