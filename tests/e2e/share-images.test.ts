// @module-tag long
import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";
import { loadSharedImage } from "./support/shared-image.ts";

test("the second Worker draws the image of links to a page", async () => {
  const image = await loadSharedImage(new URL("/penpot", baseUrl()));
  expect(image).toMatchObject({ status: 200, type: "image/png", width: 1200, height: 630 });
  expect(image.path).toMatch(/^\/share\/site\/penpot\//);
});
