import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { calls } from "./calls.ts";
import { constants } from "./constants.ts";
import { contract } from "./contract.ts";
import { errors } from "./errors.ts";
import { screens } from "./screens.ts";
import { validation } from "./validation.ts";

const TESTS = path.join(import.meta.dirname, "..");

test("each row names an existing test", () => {
  const rows = Object.entries({ screens, calls, errors, validation, constants, contract }).flatMap(([table, all]) =>
    all.map(([row, file, title]) => ({ row: `${table}: ${row}`, file, title })),
  );
  const sources = new Map(rows.map(({ file }) => [file, readFileSync(path.join(TESTS, file), "utf8")]));
  // Only a test that starts at the beginning of a line counts. A skipped test does not count.
  const hasTest = (source: string, title: string) =>
    source
      .split(/^(?=test(?:\.each|\.for)?[(<])/m)
      .slice(1)
      .some((part) => part.includes(`(${JSON.stringify(title)},`) || part.includes(`  ${JSON.stringify(title)},`));
  expect(rows.filter(({ file, title }) => !hasTest(sources.get(file)!, title))).toEqual([]);
});
