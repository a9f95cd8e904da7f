/** Tables of an OpenType font, as its specification names them: https://learn.microsoft.com/typography/opentype/spec */
function tableAt(font: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    if (font.toString("latin1", entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no table ${tag}.`);
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Glyph by code point, from `cmap` in format 4. */
export function glyphsOf(font: Buffer): Map<number, number> {
  const cmap = tableAt(font, "cmap");
  const glyphs = new Map<number, number>();
  for (const record of indexes(font.readUInt16BE(cmap + 2))) {
    const table = cmap + font.readUInt32BE(cmap + 8 + 8 * record);
    if (font.readUInt16BE(table) !== 4) continue;
    const column = font.readUInt16BE(table + 6);
    for (const segment of indexes(column / 2)) {
      const end = table + 14 + 2 * segment;
      const start = end + column + 2;
      const delta = start + column;
      const offset = delta + column;
      const first = font.readUInt16BE(start);
      const distance = font.readUInt16BE(offset);
      for (let point = first; point <= font.readUInt16BE(end) && point < 0xffff; point += 1) {
        const found = distance ? font.readUInt16BE(offset + distance + 2 * (point - first)) : point;
        const glyph = found && (found + font.readUInt16BE(delta)) & 0xffff;
        if (glyph) glyphs.set(point, glyph);
      }
    }
  }
  return glyphs;
}

/** Sizes relative to the font size: the two that make a line, and the average width of the text's letters. */
export function metricsOf(font: Buffer, text: string) {
  const em = font.readUInt16BE(tableAt(font, "head") + 18);
  const hhea = tableAt(font, "hhea");
  const lastWidth = font.readUInt16BE(hhea + 34) - 1;
  const glyphs = glyphsOf(font);
  const widths = Array.from(text, (letter) => {
    const glyph = glyphs.get(letter.codePointAt(0)!) ?? 0;
    return font.readUInt16BE(tableAt(font, "hmtx") + 4 * Math.min(glyph, lastWidth));
  });
  return {
    ascent: font.readInt16BE(hhea + 4) / em,
    descent: -font.readInt16BE(hhea + 6) / em,
    width: widths.reduce((sum, width) => sum + width, 0) / widths.length / em,
  };
}

const PAIRS = 2;
const EXTENSION = 9;
/** A value record has one field for each bit. From this bit on, a field points to how a value varies. */
const FIRST_VARIATION = 0x10;
const BITS = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80];

/** Kerning keeps the values of the default cut in all cuts: how it varies takes as many bytes as half of the letters. */
export function stopKerningVariation(font: Buffer): void {
  const gpos = tableAt(font, "GPOS");
  const lookups = gpos + font.readUInt16BE(gpos + 8);
  for (const lookupIndex of indexes(font.readUInt16BE(lookups))) {
    const lookup = lookups + font.readUInt16BE(lookups + 2 + 2 * lookupIndex);
    for (const subtableIndex of indexes(font.readUInt16BE(lookup + 4))) {
      let type = font.readUInt16BE(lookup);
      let subtable = lookup + font.readUInt16BE(lookup + 6 + 2 * subtableIndex);
      if (type === EXTENSION) {
        type = font.readUInt16BE(subtable + 2);
        subtable += font.readUInt32BE(subtable + 4);
      }
      if (type === PAIRS) stopPairVariation(font, subtable);
    }
  }
}

function stopPairVariation(font: Buffer, subtable: number): void {
  const formats = [font.readUInt16BE(subtable + 4), font.readUInt16BE(subtable + 6)];
  const fields = formats.flatMap((format) => BITS.filter((bit) => format & bit));
  const stop = (record: number) =>
    fields.forEach((bit, field) => bit >= FIRST_VARIATION && font.writeUInt16BE(0, record + 2 * field));
  const size = 2 * fields.length;
  if (font.readUInt16BE(subtable) === 1) {
    for (const setIndex of indexes(font.readUInt16BE(subtable + 8))) {
      const set = subtable + font.readUInt16BE(subtable + 10 + 2 * setIndex);
      // Each record begins with the second glyph of the pair.
      for (const pair of indexes(font.readUInt16BE(set))) stop(set + 4 + pair * (2 + size));
    }
  } else {
    const pairs = font.readUInt16BE(subtable + 12) * font.readUInt16BE(subtable + 14);
    for (const pair of indexes(pairs)) stop(subtable + 16 + pair * size);
  }
}
