import { expect, test } from "vitest";
import type { Article, Inline } from "#schema/articles/document.ts";
import { markArticle, markText } from "#web/features/admin/pending/mark-found.ts";

const mark = (child: Inline): Inline => ({ tag: "mark", children: [child] });
const link = (href: string, text: string): Inline => ({ tag: "a", attributes: { href }, children: [text] });

test("found texts are marked wherever they stand, and nothing else changes", () => {
  expect(markText("At www.a.example and www.a.example", ["www.a.example", ""])).toEqual([
    "At ",
    mark("www.a.example"),
    " and ",
    mark("www.a.example"),
  ]);
  expect(markText("<b>b</b>", ["i"])).toEqual(["<b>b</b>"]);
  expect(markText("", ["a"])).toEqual([]);
});

test("in every kind of block, links are marked by their address and texts by their words", () => {
  const bad = "https://bit.ly/1";
  const article: Article = {
    blocks: [
      { type: "paragraph", content: ["See ", link(bad, "here"), link("https://good.example/", "there")] },
      { type: "list", style: "unordered", items: [{ content: [`At ${bad}!`], items: [] }] },
      { type: "table", withHeadings: false, stretched: false, rows: [[["x"], [link(bad, "cell")]]] },
      { type: "linkCard", url: bad, title: "A card", description: bad },
      { type: "image", src: bad, alt: bad, caption: [], withBorder: false, withBackground: false, stretched: false },
    ],
  };
  expect(markArticle(article, [bad])).toEqual({
    blocks: [
      { type: "paragraph", content: ["See ", mark(link(bad, "here")), link("https://good.example/", "there")] },
      { type: "list", style: "unordered", items: [{ content: ["At ", mark(bad), "!"], items: [] }] },
      { type: "table", withHeadings: false, stretched: false, rows: [[["x"], [mark(link(bad, "cell"))]]] },
      { type: "paragraph", content: [mark(bad)] },
      article.blocks[3],
      article.blocks[4],
    ],
  });
});
