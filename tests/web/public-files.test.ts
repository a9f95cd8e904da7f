// @module-tag long
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CATEGORIES } from "#schema/sites/sites.ts";
import { manifest } from "#worker/pages/manifest.ts";

const PUBLIC = path.join(import.meta.dirname, "../../web/public");

/** A PNG's header begins with width and height (PNG specification, IHDR). */
function sizeOf(file: string): string {
  const bytes = readFileSync(path.join(PUBLIC, file));
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test("the manifest names the site and existing icons in their sizes, one of them maskable", () => {
  const { name, short_name, start_url, icons } = manifest({
    name: "Directory",
    origin: "https://directory.example",
    supportEmail: "",
  });
  expect([name, short_name, start_url]).toEqual(["Directory", "Directory", "/"]);
  const pngs = icons.filter(({ type }) => type === "image/png");
  for (const { src, sizes } of pngs) expect(sizeOf(src), src).toBe(sizes);
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
});

test.each([
  ["apple-touch-icon.png", "180x180", 10_000],
  ["og-image.png", "1200x630", 60_000],
  ["icon-512.png", "512x512", 10_000],
])("%s is %s and small", (file, size, most) => {
  expect(sizeOf(file)).toBe(size);
  expect(readFileSync(path.join(PUBLIC, file)).length).toBeLessThan(most);
});

const idsOf = (file: string) =>
  Array.from(readFileSync(path.join(PUBLIC, file), "utf8").matchAll(/id="([^"]*)"/g), ([, id]) => id);

test("the file of symbols has one for each category, and the file of drawings the four that are not in the script", () => {
  expect(idsOf("category-icons.svg")).toEqual([...CATEGORIES]);
  expect(idsOf("drawings.svg")).toEqual(["not-found", "nothing-found", "done", "empty"]);
});
