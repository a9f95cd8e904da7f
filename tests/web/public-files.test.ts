// @module-tag long
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CATEGORIES } from "#schema/sites/sites.ts";
import { ROOT } from "#worker/commands/bindings.ts";

const publicFile = (name: string) => readFileSync(path.join(ROOT, "web/public", name), "utf8");
const idsOf = (svg: string) => Array.from(svg.matchAll(/id="([^"]*)"/g), ([, id]) => id);

test("each category has a symbol, and the file has no others", () => {
  expect(idsOf(publicFile("category-icons.svg"))).toEqual([...CATEGORIES]);
});

test("the file of drawings has the four that are not in the script, and is smaller than 3 kB", () => {
  const drawings = publicFile("drawings.svg");
  expect(idsOf(drawings)).toEqual(["not-found", "nothing-found", "done", "empty"]);
  expect(drawings.length).toBeLessThan(3000);
});
