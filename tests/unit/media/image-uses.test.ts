import { expect, test } from "vitest";
import { uploadKeysIn } from "#worker/features/media/image-uses.ts";

const IMAGE = "users/1/aaaaaaaaaaaaaaaaaaaaaa-3x2.png";
const OTHER = "users/1/bbbbbbbbbbbbbbbbbbbbbb-3x2.png";

test("all uploads in a document are found: in images, raw HTML, files and links", () => {
  const document = {
    blocks: [
      { type: "image", data: { file: { url: `/media/${IMAGE}` } } },
      { type: "raw", data: { html: `<p>Text <img src="/media/${OTHER}"></p>` } },
      { type: "attaches", data: { file: { url: "https://directory.example.com/media/users/2/c-1x1.gif" } } },
      { type: "paragraph", data: { text: `<a href="/media/${IMAGE}">again</a> /media/demo/a.png users/1/none.png` } },
    ],
  };
  const found = uploadKeysIn(JSON.stringify(document), "/media/users/3/d-1x1.webp", null, undefined);
  expect(found).toEqual([IMAGE, OTHER, "users/2/c-1x1.gif", "users/3/d-1x1.webp"]);
  expect(uploadKeysIn("", null)).toEqual([]);
  expect(uploadKeysIn("/media/users/3/e-800x600.w400.webp")).toEqual(["users/3/e-800x600.webp"]);
});
