import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { calls } from "./calls.ts";
import { constants } from "./constants.ts";
import { contract } from "./contract.ts";
import { errors } from "./errors.ts";
import { screens } from "./screens.ts";
import { validation } from "./validation.ts";

const TESTS = path.join(import.meta.dirname, "..");

const tables = { screens, calls, errors, validation, constants, contract };
/** How many rows each table has, so that none gets lost unseen. */
const ROWS = { screens: 81, calls: 110, errors: 67, validation: 34, constants: 61, contract: 44 };

const rows = Object.entries(tables).flatMap(([table, all]) => all.map((row) => [table, ...row] as const));

test.each(rows)("%s: %s", async (_, row, file, title) => {
  const covering = findTest(await readFile(path.join(TESTS, file), "utf8"), title);
  expect(covering, `${file} has no test “${title}”`).toBeDefined();
  for (const [, words] of row.matchAll(/“(.+?)”/g))
    expect(covering!.includes(words!), `${file}: “${title}” does not say “${words}”`).toBe(true);
});

test.each(Object.entries(tables))("no row of the %s is missing or stands twice", (table, all) => {
  expect(new Set(all.map(([row]) => row)).size).toBe(ROWS[table as keyof typeof ROWS]);
  expect(all).toHaveLength(ROWS[table as keyof typeof ROWS]);
});

/** The source of the test below its title. Tests stand at the left edge; one that is skipped is none. */
const findTest = (source: string, title: string): string | undefined =>
  source
    .split(/^(?=test\b)/m)
    .filter((part) => /^test(\.each)?[(<]/.test(part))
    .map((part) => part.split(/^\}?\);$/m)[0]!.replaceAll(/\(\s+/g, "("))
    .find((part) => part.includes(`(${JSON.stringify(title)},`))
    ?.replace(JSON.stringify(title), "")
    // Regular expressions write some letters with a backslash.
    .replaceAll("\\", "");
