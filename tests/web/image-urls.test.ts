import { expect, test } from "vitest";
import { editorImageUrl, storedImageUrl } from "#web/features/documents/editor/image-urls.ts";

test.each(["https://a.example/b(1).png?c=d&e=%20#f", "https://a.example/ü.png"])(
  "a picture at %s is shown from this origin and stored as it was",
  (url) => {
    const shown = editorImageUrl(url);
    expect(shown).toMatch(/^\/api\/preview\/picture\?url=[\w%.+-]+$/);
    expect(storedImageUrl(shown)).toBe(url);
  },
);

test("an upload has one address for both", () => {
  expect(editorImageUrl("/media/a.webp")).toBe("/media/a.webp");
  expect(storedImageUrl("/media/a.webp")).toBe("/media/a.webp");
});
