import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";

type Import = { from: string; to: string };

const IMPORTS: Import[] = globSync("{schema,web,worker}/**/*.{ts,tsx}", { cwd: ROOT }).flatMap((from) =>
  Array.from(
    readFileSync(path.join(ROOT, from), "utf8").matchAll(/\b(?:from|import)[\s(]+"([.#][^"]+)"/g),
    ([, name]) => ({
      from,
      to: name!.startsWith("#") ? name!.slice(1) : path.join(path.dirname(from), name!),
    }),
  ),
);

/** From the general to the special. A room imports only from itself and from rooms above it in this list. */
const ROOMS = [
  "schema/",
  "web/browser/",
  "web/data/",
  "web/ui/",
  "web/forms/",
  "web/layout/",
  "web/features/",
  "web/shell/",
  "web/private-screens/",
  "web/",
  "worker/db/",
  "worker/log.ts",
  "worker/ports.ts",
  "worker/signed-in.ts",
  "worker/env.ts",
  "worker/errors.ts",
  "worker/config/",
  "worker/http/",
  "worker/names/",
  "worker/mail/",
  "worker/adapters/",
  "worker/share/",
  "worker/features/",
  "worker/pages/",
  "worker/jobs/",
  "worker/app.ts",
  "worker/index.ts",
  "worker/dev/",
  "worker/local.ts",
  "worker/commands/",
];
const placeOf = (file: string) => ROOMS.findIndex((room) => file.startsWith(room));

test("a room imports from itself and from more general rooms", () => {
  expect(IMPORTS.filter(({ from, to }) => placeOf(to) > placeOf(from))).toEqual([]);
});

test("only the browser's entry imports private screens", () => {
  const importer = /^web\/(entry[.]tsx|private-screens\/modules[.]ts)$/;
  const screens = /^web\/private-screens\/(modules|pages)[.]ts$/;
  expect(IMPORTS.filter(({ from, to }) => screens.test(to) && !importer.test(from))).toEqual([]);
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

test.each([
  ["folders of features of the app", /^web\/features\/.*(?=\/)/],
  ["features of the Worker", /^worker\/features\/[^/]+/],
])("%s import each other in one direction", (_, folder) => {
  const folderOf = (file: string) => folder.exec(file)?.[0] ?? "";
  const between = IMPORTS.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }));
  expect(cycles(between.filter(({ from, to }) => from && to && from !== to))).toEqual([]);
});
