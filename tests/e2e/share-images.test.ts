// @module-tag long
import { expect, test } from "vitest";
import { baseUrl } from "./support/base-url.ts";
import { loadSharedImage } from "./support/shared-image.ts";

test.each([
  ["/penpot", "/share/site/penpot/"],
  ["/alternatives/slack", "/share/product/slack/"],
  ["/categories/security", "/share/category/security/"],
])("the second Worker draws the image of links to %s", async (page, prefix) => {
  const image = await loadSharedImage(new URL(page, baseUrl()));
  expect(image).toMatchObject({ status: 200, type: "image/png", width: 1200, height: 630 });
  expect(image.path.startsWith(prefix)).toBe(true);
});

test("other websites can show the drawn default", async () => {
  const { headers } = await fetch(new URL("/og-image.png", baseUrl()));
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
});
