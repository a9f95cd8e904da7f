// @module-tag long
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MAX_LIST_IMAGE_BYTES } from "#schema/images/site-images.ts";
import { filesOf } from "#schema/images/site-image-files.ts";
import { ROOT } from "#worker/commands/bindings.ts";

const DEMO = path.join(ROOT, "worker/commands/demo");
const files = readdirSync(path.join(DEMO, "images"));
const sizeOf = (file: string) => statSync(path.join(DEMO, "images", file)).size;

test("the folder of demo images has exactly the files that sites.jsonl names, and weighs at most 1.5 MB", () => {
  const lines = readFileSync(path.join(DEMO, "sites.jsonl"), "utf8");
  const named = Array.from(lines.matchAll(/"([\w-]+\.webp)"/g), ([, file]) => file!);
  expect(files.toSorted()).toEqual(named.flatMap(filesOf).toSorted());
  expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(1_500_000);
});

test("no image of a list has more than 25,000 bytes", () => {
  for (const file of files.filter((name) => !name.endsWith("-1600x1000.webp")))
    expect(sizeOf(file), file).toBeLessThanOrEqual(MAX_LIST_IMAGE_BYTES);
});
