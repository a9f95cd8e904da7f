import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MAX_ALT_LENGTH, MAX_CAPTION_LENGTH, MAX_LIST_IMAGE_BYTES, MAX_SCREENSHOTS } from "#schema/site-images.ts";
import { filesOf } from "#schema/site-image-files.ts";
import { IMAGES, drawnFiles } from "#worker/commands/demo/draw/draw.ts";
import { demoListings, drawings } from "#worker/commands/demo/draw/drawings.ts";

const listings = demoListings();

test("the folder of demo images has exactly the files of the drawings, and weighs at most 1.5 MB", () => {
  const files = readdirSync(IMAGES);
  expect(files.toSorted()).toEqual(Object.keys(drawings()).flatMap(filesOf).toSorted());
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(IMAGES, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(1_500_000);
});

test("the drawings are those that `npm run demo:images` made last", () => {
  const hash = createHash("sha256").update(JSON.stringify(drawings())).digest("hex");
  expect(readFileSync(path.join(IMAGES, "../images.sha256"), "utf8").trim()).toBe(hash);
});

test("`npm run demo:images` makes the bytes of the repository", async () => {
  const wanted = /^(anki|lichess)-(256|flashcard)/;
  const files = Object.entries(await drawnFiles((file) => wanted.test(file)));
  expect(files).toHaveLength(7);
  for (const [file, content] of files) expect(content.equals(readFileSync(path.join(IMAGES, file))), file).toBe(true);
});

test("no image of a list has more than 25,000 bytes", () => {
  for (const file of readdirSync(IMAGES).filter((name) => !name.endsWith("-1600x1000.webp")))
    expect(statSync(path.join(IMAGES, file)).size, file).toBeLessThanOrEqual(MAX_LIST_IMAGE_BYTES);
});

test("each demo screenshot has an alternative text and a caption, and some listings have no images", () => {
  for (const { name, demoScreenshots = [] } of listings) {
    expect(demoScreenshots.length, name).toBeLessThanOrEqual(MAX_SCREENSHOTS);
    for (const { file, alt, caption } of demoScreenshots) {
      expect(alt, file).toMatch(/^Drawing of .{20}/);
      expect(alt.length, file).toBeLessThanOrEqual(MAX_ALT_LENGTH);
      expect(caption, file).toMatch(/./);
      expect(caption.length, file).toBeLessThanOrEqual(MAX_CAPTION_LENGTH);
    }
  }
  expect(listings.filter(({ demoLogo }) => !demoLogo)).toHaveLength(5);
  expect(listings.filter(({ demoScreenshots }) => !demoScreenshots)).toHaveLength(5);
});
