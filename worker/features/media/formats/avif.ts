import { Buffer } from "node:buffer";
import { codedArea } from "./av1.ts";
import { ByteReader, DamagedImage } from "./byte-reader.ts";
import type { CleanedImage } from "./cleaned-image.ts";
import { countSamples, samplesOf, type SampleTable } from "./samples.ts";

// Boxes of ISO/IEC 14496-12 (base media file format) and ISO/IEC 23008-12 (HEIF). Their offsets count from the start of
// the file, so nothing may move: dropped data are overwritten with zeros in place.

/** The boxes that are kept in each box. All others are metadata or unknown, such as `udta` and `uuid` (XMP). */
const KEPT_IN: Record<string, ReadonlySet<string>> = {
  file: new Set(["ftyp", "meta", "mdat", "moov"]),
  meta: new Set(["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "grpl"]),
  moov: new Set(["mvhd", "mvex", "trak"]),
  trak: new Set(["tkhd", "tref", "edts", "mdia"]),
};
const CODED_ITEM = "av01";
/** Other items, such as Exif and XMP, are dropped. */
const IMAGE_ITEMS: ReadonlySet<string> = new Set([CODED_ITEM, "grid", "iovl", "iden", "tmap"]);

type Box = { type: string; start: number; body: Uint8Array; bodyStart: number };
type Extent = { offset: number; length: number };

/** Keeps the image data. Its colour profile and orientation are properties of the item, not Exif data, so they stay. */
export function cleanAvif(original: Uint8Array): CleanedImage {
  const bytes = original.slice();
  const top = clearUnknown(bytes, { type: "file", start: 0, body: bytes, bodyStart: 0 });
  let frames = 1;
  let frameArea = 0;
  for (const moov of top.filter(({ type }) => type === "moov")) {
    for (const track of clearUnknown(bytes, moov).filter(({ type }) => type === "trak")) {
      for (const table of sampleTables(clearUnknown(bytes, track))) {
        frames = Math.max(frames, countSamples(table));
        for (const sample of samplesOf(bytes, table)) frameArea = Math.max(frameArea, codedArea(sample));
      }
    }
  }
  // `meta` is a full box: version and flags, four bytes, come before its boxes.
  const meta = clearUnknown(bytes, find(top, "meta"), 4);
  const dataStart = meta.find(({ type }) => type === "idat")?.bodyStart ?? 0;
  const extents = readExtents(find(meta, "iloc").body, dataStart);
  const properties = boxesIn(find(meta, "iprp"));
  let clearable = bytes.length;
  let readable = bytes.length;
  for (const [id, type] of readItemTypes(find(meta, "iinf").body)) {
    const places = extents.get(id) ?? [];
    for (const { offset, length } of places) {
      if (offset + length > bytes.length) throw new DamagedImage();
      if (IMAGE_ITEMS.has(type)) continue;
      // All extents together must fit in the file. Otherwise a small file could repeat the same bytes many times.
      clearable -= length;
      if (clearable < 0) throw new DamagedImage();
      bytes.fill(0, offset, offset + length);
    }
    if (type === CODED_ITEM) {
      readable -= places.reduce((sum, { length }) => sum + length, 0);
      if (readable < 0) throw new DamagedImage();
      const area = codedArea(
        Buffer.concat(places.map((place) => bytes.subarray(place.offset, place.offset + place.length))),
      );
      // The size inside the coded data must not exceed `ispe`: a browser decodes the coded data.
      if (area === 0 || area > areaOfItem(id, properties)) throw new DamagedImage();
    }
  }
  const size = primarySize(find(meta, "pitm").body, properties);
  return { parts: [bytes], ...size, pixels: Math.max(largestArea(properties), frameArea) * frames };
}

function sampleTables(track: Box[]): SampleTable[] {
  const inside = (boxes: Box[], type: string) =>
    boxes.filter((box) => box.type === type).flatMap((box) => boxesIn(box));
  return inside(inside(track, "mdia"), "minf")
    .filter(({ type }) => type === "stbl")
    .map((stbl) => new Map(boxesIn(stbl).map(({ type, body }) => [type, body])));
}

/** Returns the largest `ispe` in pixels: of the image, or of an image that it is derived from. */
function largestArea(iprp: Box[]): number {
  return boxesIn(find(iprp, "ipco")).reduce((most, box) => {
    if (box.type !== "ispe") return most;
    const { width, height } = readSize(box);
    return Math.max(most, width * height);
  }, 0);
}

function readSize({ body }: Box) {
  const reader = new ByteReader(body);
  reader.take(4);
  return { width: reader.uint32(), height: reader.uint32() };
}

function boxesIn({ body, bodyStart }: Pick<Box, "body" | "bodyStart">, skipped = 0): Box[] {
  const reader = new ByteReader(body);
  const boxes: Box[] = [];
  reader.take(skipped);
  while (reader.left > 0) {
    const start = reader.offset;
    const size = reader.uint32();
    const type = reader.text(4);
    // Size 1: the real size follows, in eight bytes. Size 0: the box extends to the end.
    const length = size === 1 ? reader.uint(8) : size || body.length - start;
    const header = reader.offset - start;
    if (length < header) throw new DamagedImage();
    const inside = { bodyStart: bodyStart + reader.offset, body: reader.take(length - header) };
    boxes.push({ type, start: bodyStart + start, ...inside });
  }
  return boxes;
}

/** Overwrites boxes that `KEPT_IN` does not list with boxes of type `free`, which readers skip. Returns the others. */
function clearUnknown(bytes: Uint8Array, parent: Box, skipped = 0): Box[] {
  return boxesIn(parent, skipped).filter((box) => {
    if (KEPT_IN[parent.type]?.has(box.type)) return true;
    bytes.set([0x66, 0x72, 0x65, 0x65], box.start + 4); // "free"
    box.body.fill(0);
    return false;
  });
}

function find(boxes: Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type);
  if (!found) throw new DamagedImage();
  return found;
}

/** Reads `iinf`: maps the id of each item to its type. */
function readItemTypes(body: Uint8Array): Map<number, string> {
  const isLong = (body[0] ?? 0) > 0;
  return new Map(
    boxesIn({ body, bodyStart: 0 }, isLong ? 8 : 6).map((entry) => {
      const reader = new ByteReader(entry.body);
      const version = reader.uint(4) >>> 24;
      if (version < 2) throw new DamagedImage();
      const id = reader.uint(version === 2 ? 2 : 4);
      reader.take(2);
      return [id, reader.text(4)];
    }),
  );
}

/** Reads `iloc`: maps the id of each item to its byte ranges in the file. */
function readExtents(body: Uint8Array, dataStart: number): Map<number, Extent[]> {
  const reader = new ByteReader(body);
  const version = reader.uint(4) >>> 24;
  const [sizes, moreSizes] = [reader.uint8(), reader.uint8()];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version > 0 ? moreSizes & 15 : 0;
  // Extents without a length cover the whole file, so a few bytes could declare any number of them.
  if (lengthSize === 0) throw new DamagedImage();
  const items = new Map<number, Extent[]>();
  for (let left = reader.uint(version < 2 ? 2 : 4); left > 0; left--) {
    const id = reader.uint(version < 2 ? 2 : 4);
    const method = version > 0 ? reader.uint16() & 15 : 0;
    // Construction method 2 (offsets inside another item) and references to other files are not needed for images.
    if (method > 1 || reader.uint16() !== 0) throw new DamagedImage();
    const base = reader.uint(baseSize) + (method === 1 ? dataStart : 0);
    const extents: Extent[] = [];
    for (let count = reader.uint16(); count > 0; count--) {
      reader.take(indexSize);
      extents.push({ offset: base + reader.uint(offsetSize), length: reader.uint(lengthSize) });
    }
    items.set(id, extents);
  }
  return items;
}

/** Returns the size of the primary item: its property `ispe`, turned by `irot` in steps of 90 degrees. */
function primarySize(pitm: Uint8Array, iprp: Box[]) {
  const reader = new ByteReader(pitm);
  const id = reader.uint(4) >>> 24 === 0 ? reader.uint16() : reader.uint32();
  const properties = propertiesOf(id, iprp);
  const { width, height } = readSize(find(properties, "ispe"));
  const turns = properties.find((box) => box.type === "irot")?.body[0] ?? 0;
  return turns & 1 ? { width: height, height: width } : { width, height };
}

function areaOfItem(id: number, iprp: Box[]): number {
  const { width, height } = readSize(find(propertiesOf(id, iprp), "ispe"));
  return width * height;
}

function propertiesOf(id: number, iprp: Box[]): Box[] {
  const all = boxesIn(find(iprp, "ipco"));
  return readAssociations(find(iprp, "ipma").body, id).flatMap((index) => all[index - 1] ?? []);
}

/** Reads `ipma`: returns the indices of an item's properties, which count from 1. */
function readAssociations(body: Uint8Array, wanted: number): number[] {
  const reader = new ByteReader(body);
  const header = reader.uint(4);
  const isLong = header & 1;
  for (let left = reader.uint32(); left > 0; left--) {
    const id = header >>> 24 === 0 ? reader.uint16() : reader.uint32();
    const indices = Array.from({ length: reader.uint8() }, () =>
      isLong ? reader.uint16() & 0x7fff : reader.uint8() & 0x7f,
    );
    if (id === wanted) return indices;
  }
  throw new DamagedImage();
}
