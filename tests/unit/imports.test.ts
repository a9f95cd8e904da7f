import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";

type Import = { from: string; to: string };

/** The entries import all parts. */
const ENTRIES = /^worker\/(app|index|local)[.]ts$/;

const IMPORTS: Import[] = globSync("{schema,web,worker}/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !ENTRIES.test(file))
  .flatMap((from) =>
    Array.from(
      readFileSync(path.join(ROOT, from), "utf8").matchAll(/\b(?:from|import)[\s(]+"([.#][^"]+)"/g),
      ([, name]) => ({
        from,
        to: name!.startsWith("#") ? name!.slice(1) : path.join(path.dirname(from), name!),
      }),
    ),
  );

// `tsc` refuses imports against the direction schema ← web ← worker.
test.each([
  ["shared code imports no feature", /^worker\/(http|db)\//, /^worker\/(features|adapters|jobs|pages|dev)\//],
  ["controls import no form", /^web\/ui\//, /^web\/forms\//],
  ["deployed code imports no stand-in", /^(?!worker\/(dev|commands)\/)/, /^worker\/dev\//],
  [
    "only the browser's entry imports private screens",
    /^(?!web\/(entry[.]tsx|private-screens\/modules[.]ts)$)/,
    /^web\/private-screens\/(modules|pages)[.]ts$/,
  ],
])("%s", (_, importer, forbidden) => {
  expect(IMPORTS.filter(({ from, to }) => importer.test(from) && forbidden.test(to))).toEqual([]);
});

/** A file that imports only removed ones is removed, until none is left but cycles. */
function cycles(imports: Import[]): Import[] {
  let left = imports;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const importers = new Set(left.map(({ from }) => from));
    left = left.filter(({ to }) => importers.has(to));
  }
  return left;
}

test("files import each other in one direction, also with import()", () => {
  expect(cycles(IMPORTS)).toEqual([]);
});

test("features of the Worker import each other in one direction", () => {
  const featureOf = (file: string) => /^worker\/features\/[^/]+/.exec(file)?.[0] ?? "";
  const between = IMPORTS.map(({ from, to }) => ({ from: featureOf(from), to: featureOf(to) }));
  expect(cycles(between.filter(({ from, to }) => from && to && from !== to))).toEqual([]);
});
