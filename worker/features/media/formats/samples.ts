import { ByteReader, DamagedImage } from "./byte-reader.ts";

/** Parts of a sample table (`stbl`, ISO/IEC 14496-12, section 8.5), by their names. */
export type SampleTable = ReadonlyMap<string, Uint8Array>;

/** Ten minutes, at 16 a second. Millions that are a byte long would keep the Worker busy. */
const MAX_SAMPLES = 10_000;

/** What lies in the file for each frame of a sequence: its size by `stsz`, its place by `stco` or `co64` and `stsc`. */
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
      // Many that overlap would be a way to keep the Worker busy.
      left -= size.value;
      if (left < 0 || offset + size.value > file.length) throw new DamagedImage();
      yield file.subarray(offset, offset + size.value);
      offset += size.value;
    }
  }
}

/** Frames of a sequence: as many as its table of sample sizes says. */
export function countSamples(table: SampleTable): number {
  const body = table.get("stsz") ?? table.get("stz2");
  if (!body) return 0;
  const reader = new ByteReader(body);
  reader.take(8);
  return reader.uint32();
}

function* sampleSizes(table: SampleTable): Generator<number> {
  // The short form is for sound and texts.
  if (table.has("stz2")) throw new DamagedImage();
  const reader = new ByteReader(table.get("stsz") ?? new Uint8Array(12));
  reader.take(4);
  const [common, count] = [reader.uint32(), reader.uint32()];
  for (let left = count; left > 0; left--) yield common || reader.uint32();
}

/** From which chunk on, counted from 1, there are how many samples in each. */
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
