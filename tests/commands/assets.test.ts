import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CATEGORIES } from "#schema/sites.ts";
import { ROOT } from "#worker/commands/bindings.ts";
import { assets } from "#worker/commands/assets/all.ts";
import { uncompressed } from "#worker/commands/assets/font.ts";
import { glyphsOf } from "#worker/commands/assets/open-type.ts";

const committed = (file: string) => readFileSync(path.join(ROOT, "web", file));

test("the files of `npm run assets` are those in the repository", async () => {
  for (const [file, content] of Object.entries(await assets()))
    expect(Buffer.from(content).equals(committed(file)), file).toBe(true);
});

test("the font's two files have all letters of Latin languages, and at most 45,000 bytes", async () => {
  const files = ["fonts/instrument-sans.woff2", "fonts/instrument-sans-ext.woff2"].map(committed);
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(45_000);
  const [first, second] = await Promise.all(files.map(async (file) => glyphsOf(await uncompressed(file))));
  const inFirst = "What do you want to leave? “Café – naïve” ‘10 €’ – £5, §3 ©™ … « ÄÖÜäöüß » ÅÆØåæø ÇÑçñ ı Œœ ↑↓ −1";
  const inSecond = "ĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĽŁŃŅŇŌŐŔŘŚŞŠŤŪŮŰŲŴŶŸŹŻŽȘȚẞ āăąćčďđēėęěğģīįķĺľłńņňōőŕřśşšťūůűųŵŷźżžșț";
  const missing = (text: string, glyphs: Map<number, number>) =>
    Array.from(text).filter((letter) => letter !== " " && !glyphs.has(letter.codePointAt(0)!));
  expect(missing(inFirst, first!)).toEqual([]);
  // The package's first file has one of these.
  expect(missing(inSecond, second!)).toEqual(["Ă"]);
  expect(missing("Ă", first!)).toEqual([]);
});

test("each category has a symbol, and the file has no others", () => {
  const ids = [
    ...committed("public/category-icons.svg")
      .toString()
      .matchAll(/id="([^"]*)"/g),
  ].map(([, id]) => id);
  expect(ids).toEqual([...CATEGORIES]);
});

test("the file of drawings has the four that are not in the script, and is smaller than 3 kB", () => {
  const drawings = committed("public/drawings.svg").toString();
  const ids = [...drawings.matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(["not-found", "nothing-found", "done", "empty"]);
  expect(drawings.length).toBeLessThan(3000);
});
