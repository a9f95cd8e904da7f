import { expect, test } from "vitest";
import { iconType, pictureType } from "#worker/features/media/image-type.ts";
import { pictures, svgPicture } from "../support/pictures.ts";

test("a picture is known by its first bytes", () => {
  expect(pictureType(pictures.png)).toBe("image/png");
  expect(pictureType(pictures.jpeg)).toBe("image/jpeg");
  expect(pictureType(pictures.gif)).toBe("image/gif");
  expect(pictureType(pictures.webp)).toBe("image/webp");
  expect(pictureType(pictures.avif)).toBe("image/avif");
});

test("the icon format counts as a picture for favicons only", () => {
  expect(iconType(pictures.ico)).toBe("image/x-icon");
  expect(iconType(pictures.png)).toBe("image/png");
  expect(pictureType(pictures.ico)).toBeUndefined();
});

test("documents, empty files and videos are no pictures", () => {
  const texts = [
    svgPicture,
    `<?xml version="1.0"?>${svgPicture}`,
    "<!doctype html>",
    "",
    "RIFF....WAVE",
    "....ftypisom",
  ];
  for (const text of texts) expect(iconType(new TextEncoder().encode(text)), text).toBeUndefined();
});
