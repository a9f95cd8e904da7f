import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { faults } from "./all.ts";

const root = path.join(import.meta.dirname, "../..");

test("the text that each fault replaces exists exactly once", () => {
  const stale = faults.filter(({ file, find, put }) => {
    const parts = readFileSync(path.join(root, file), "utf8").split(find);
    return parts.length !== 2 || find === put;
  });
  expect(stale.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});

test("each fault names tests, and each test file or folder exists", () => {
  expect(faults.filter(({ tests }) => tests.length === 0).map(({ name }) => name)).toEqual([]);
  const missing = faults.flatMap(({ name, tests }) =>
    tests.filter((file) => !existsSync(path.join(root, file))).map((file) => `${name} (${file})`),
  );
  expect(missing).toEqual([]);
});
