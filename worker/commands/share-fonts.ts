import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { inflateSync } from "node:zlib";
import subsetFont from "subset-font";
import { DISPLAY, TEXT_MEDIUM } from "./assets/font.ts";
import { glyphsOf } from "./assets/open-type.ts";
import { ROOT } from "./bindings.ts";

const packageFile = (...parts: string[]) => path.join(ROOT, "node_modules", ...parts);

/** Characters of the basic plane. */
const POINTS = 0x10000;
const NOTO_PARTS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"];
/** Chinese, Japanese and Korean fonts are in many files, each with letters that often occur together. */
const EAST_ASIAN = ["jp", "kr", "sc"];
const EAST_ASIAN_WEIGHT = 600;

/**
 * The fonts for names that the directory's own font cannot write: the files of the folder from which the Worker of share
 * images reads. `FONT/letters` has one byte for each character: 0, or the number of the file with this character.
 */
export async function shareFonts(): Promise<Record<string, Buffer>> {
  const fonts = [notoFiles(), ...EAST_ASIAN.map(eastAsianFiles)];
  return Object.assign({}, ...(await Promise.all(fonts))) as Record<string, Buffer>;
}

async function notoFiles() {
  const files: Record<string, Buffer> = {};
  const letters = Buffer.alloc(POINTS);
  for (const [index, part] of NOTO_PARTS.entries()) {
    const source = await readFile(
      packageFile(`@fontsource-variable/noto-sans/files/noto-sans-${part}-standard-normal.woff2`),
    );
    for (const [cut, variationAxes] of Object.entries({ headline: DISPLAY, text: TEXT_MEDIUM })) {
      const font = await subsetFont(source, "", {
        targetFormat: "truetype",
        keepAllGlyphs: true,
        noHinting: true,
        variationAxes,
      });
      files[`noto/${index + 1}-${cut}`] = font;
      for (const point of glyphsOf(font).keys()) letters[point] ||= index + 1;
    }
  }
  return { ...files, "noto/letters": letters };
}

async function eastAsianFiles(language: string) {
  const files: Record<string, Buffer> = {};
  const letters = Buffer.alloc(POINTS);
  const folder = packageFile(`@fontsource/noto-sans-${language}/files`);
  for (const name of await readdir(folder)) {
    const [, number] = new RegExp(`^noto-sans-${language}-(\\d+)-${EAST_ASIAN_WEIGHT}-normal\\.woff$`).exec(name) ?? [];
    if (number === undefined) continue;
    const font = await readFile(path.join(folder, name));
    const id = Number(number) + 1;
    files[`${language}/${id}`] = font;
    for (const point of glyphsOf(lettersTable(font)).keys()) letters[point] ||= id;
  }
  return { ...files, [`${language}/letters`]: letters };
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;

/** Of a font in WOFF 1.0, an OpenType font that has the table `cmap` only. */
function lettersTable(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  for (let entry = WOFF_HEADER; entry < WOFF_HEADER + WOFF_ENTRY * count; entry += WOFF_ENTRY) {
    if (woff.toString("latin1", entry, entry + 4) !== "cmap") continue;
    const [offset, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    const font = Buffer.alloc(HEADER + ENTRY);
    font.writeUInt16BE(1, 4);
    font.write("cmap", HEADER, "latin1");
    font.writeUInt32BE(font.length, HEADER + 8);
    return Buffer.concat([font, packedLength < length ? inflateSync(packed) : packed]);
  }
  throw new Error("The font has no table cmap.");
}
