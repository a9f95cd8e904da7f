import type { Font } from "satori/standalone";
import headlineFile from "./fonts/headline-latin.bin";
import headlineExtendedFile from "./fonts/headline-latin-ext.bin";
import ownLetters from "./fonts/letters.json";
import textFile from "./fonts/text-latin.bin";
import textExtendedFile from "./fonts/text-latin-ext.bin";

const CUTS = ["headline", "text"] as const;
type Cut = (typeof CUTS)[number];

/** The directory's own font. */
const OWN: Font[] = [
  { name: "headline", data: headlineFile },
  { name: "headline-extended", data: headlineExtendedFile },
  { name: "text", data: textFile },
  { name: "text-extended", data: textExtendedFile },
];
const OWN_RANGES = ownLetters.split(", ").map((range) => {
  const [first = "", last = first] = range.slice("U+".length).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
});
const isOwn = (point: number) => OWN_RANGES.some(([first, last]) => point >= first && point <= last);

/** The files of Noto that have the letters of English. They are in two cuts, and those of East Asia in one. */
const NOTO_LATIN = ["noto/1", "noto/2"];
const isNoto = (file: string | undefined) => file?.startsWith("noto/") ?? false;

/** A mark that is no part of a letter needs shaping, which the library does not do. */
const UNSHAPED = /\p{M}/u;

const pointsOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!);

/** Finds the fonts that write these texts, as far as there are any. `source` has the files of `share-fonts.ts`. */
export async function findFonts(texts: string[], source: Fetcher | undefined) {
  const all = texts.join("");
  /** The file with a character that the own font does not have. */
  const fileOf = new Map<number, string>();
  const missing = new Set(pointsOf(all).filter((point) => !isOwn(point)));
  for (const family of source ? ["noto", ...eastAsianOrder(all)] : []) {
    if (missing.size === 0) break;
    // The next font is needed only for what this one does not have.
    const numbers = new Uint8Array(await readFile(source!, `${family}/letters`));
    for (const point of missing) {
      if (!numbers[point]) continue;
      missing.delete(point);
      fileOf.set(point, `${family}/${numbers[point]}`);
    }
  }
  const files = [...new Set(fileOf.values())];
  const noto = files.some(isNoto) ? [...new Set([...files.filter(isNoto), ...NOTO_LATIN])] : [];
  const eastAsian = files.filter((file) => !isNoto(file));
  const names = [...noto.flatMap((file) => CUTS.map((cut) => `${file}-${cut}`)), ...eastAsian];
  return {
    fonts: names.length > 0 ? await loadFonts(source!, names) : OWN,
    isWritten: (text: string) => !UNSHAPED.test(text) && pointsOf(text).every((point) => !missing.has(point)),
    /** For CSS. A text that needs Noto is written with Noto, so that no word is in two fonts. */
    familiesOf(text: string, cut: Cut): string {
      const own = [cut, `${cut}-extended`];
      const other = noto.map((file) => `${file}-${cut}`);
      const needsNoto = pointsOf(text).some((point) => isNoto(fileOf.get(point)));
      return [...(needsNoto ? [...other, ...own] : [...own, ...other]), ...eastAsian].join(", ");
    },
  };
}

/** East Asian languages write some characters differently. */
function eastAsianOrder(all: string): string[] {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(all)) return ["jp", "sc", "kr"];
  return /\p{sc=Hangul}/u.test(all) ? ["kr", "jp", "sc"] : ["sc", "jp", "kr"];
}

/** An isolate has 128 MB. */
const FILES_MAX = 60;
const loadedFiles = new Map<string, ArrayBuffer>();

async function readFile(source: Fetcher, name: string): Promise<ArrayBuffer> {
  const loaded = loadedFiles.get(name);
  if (loaded) return loaded;
  const response = await source.fetch(`https://fonts/${name}`);
  if (!response.ok) throw new Error(`The font file ${name} is missing: ${response.status}.`);
  const content = await response.arrayBuffer();
  if (loadedFiles.size >= FILES_MAX) loadedFiles.clear();
  loadedFiles.set(name, content);
  return content;
}

const FONTS_MAX = 8;
/** The library parses the fonts of an array once. */
const loadedFonts = new Map<string, Font[]>();

async function loadFonts(source: Fetcher, names: string[]): Promise<Font[]> {
  const key = names.join();
  const loaded = loadedFonts.get(key);
  if (loaded) return loaded;
  const others = await Promise.all(names.map(async (name) => ({ name, data: await readFile(source, name) })));
  const fonts = [...OWN, ...others];
  if (loadedFonts.size >= FONTS_MAX) loadedFonts.clear();
  loadedFonts.set(key, fonts);
  return fonts;
}
