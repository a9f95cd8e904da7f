import { expect, test } from "vitest";
import { editorImageUrl, storedImageUrl } from "#web/features/documents/image-urls.ts";

test.each(["https://a.example/b(1).png?c=d&e=%20#f", "https://a.example/ü.png"])(
  "an image at %s is shown through this origin and stored unchanged",
  (url) => {
    const shown = editorImageUrl(url);
    expect(shown).toMatch(/^\/api\/preview\/picture\?url=[\w%.+-]+$/);
    expect(storedImageUrl(shown)).toBe(url);
  },
);

test("an upload has the same URL in the editor and in the document", () => {
  expect(editorImageUrl("/media/a.webp")).toBe("/media/a.webp");
  expect(storedImageUrl("/media/a.webp")).toBe("/media/a.webp");
});
