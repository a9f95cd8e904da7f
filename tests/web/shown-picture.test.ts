import { expect, test } from "vitest";
import { shownPicture, storedPicture } from "#web/features/documents/editor/shown-picture.ts";

test.each(["https://a.example/b(1).png?c=d&e=%20#f", "https://a.example/ü.png"])(
  "a picture at %s is shown from this origin and stored as it was",
  (url) => {
    const shown = shownPicture(url);
    expect(shown).toMatch(/^\/api\/preview\/picture\?url=[\w%.+-]+$/);
    expect(storedPicture(shown)).toBe(url);
  },
);

test("an upload has one address for both", () => {
  expect(shownPicture("/media/a.webp")).toBe("/media/a.webp");
  expect(storedPicture("/media/a.webp")).toBe("/media/a.webp");
});
