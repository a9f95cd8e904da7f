import { expect, test } from "vitest";
import { detectIconType, detectImageType } from "#worker/features/media/image-type.ts";
import { imageSignatures, svgImage } from "../support/image-responses.ts";

test("the first bytes decide the type of an image", () => {
  expect(detectImageType(imageSignatures.png)).toBe("image/png");
  expect(detectImageType(imageSignatures.jpeg)).toBe("image/jpeg");
  expect(detectImageType(imageSignatures.gif)).toBe("image/gif");
  expect(detectImageType(imageSignatures.webp)).toBe("image/webp");
  expect(detectImageType(imageSignatures.avif)).toBe("image/avif");
});

test("ICO is accepted for favicons only", () => {
  expect(detectIconType(imageSignatures.ico)).toBe("image/x-icon");
  expect(detectIconType(imageSignatures.png)).toBe("image/png");
  expect(detectImageType(imageSignatures.ico)).toBeUndefined();
});

test("documents, empty files and videos are not images", () => {
  const texts = [svgImage, `<?xml version="1.0"?>${svgImage}`, "<!doctype html>", "", "RIFF....WAVE", "....ftypisom"];
  for (const text of texts) expect(detectIconType(new TextEncoder().encode(text)), text).toBeUndefined();
});
