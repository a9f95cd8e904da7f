import { expect, test } from "vitest";
import { detectIconType, detectImageType } from "#worker/features/media/image-type.ts";
import { pictures, svgImage } from "../support/image-responses.ts";

test("the first bytes decide the type of an image", () => {
  expect(detectImageType(pictures.png)).toBe("image/png");
  expect(detectImageType(pictures.jpeg)).toBe("image/jpeg");
  expect(detectImageType(pictures.gif)).toBe("image/gif");
  expect(detectImageType(pictures.webp)).toBe("image/webp");
  expect(detectImageType(pictures.avif)).toBe("image/avif");
});

test("ICO is accepted for favicons only", () => {
  expect(detectIconType(pictures.ico)).toBe("image/x-icon");
  expect(detectIconType(pictures.png)).toBe("image/png");
  expect(detectImageType(pictures.ico)).toBeUndefined();
});

test("documents, empty files and videos are not images", () => {
  const texts = [svgImage, `<?xml version="1.0"?>${svgImage}`, "<!doctype html>", "", "RIFF....WAVE", "....ftypisom"];
  for (const text of texts) expect(detectIconType(new TextEncoder().encode(text)), text).toBeUndefined();
});
