import { type Article, type Block, MAX_BLOCKS } from "#schema/articles/document.ts";
import { ArticleReader, type ArticleContext } from "./article-reader.ts";
import { CONVERTERS } from "./blocks.ts";
import { OverLimit } from "./limits.ts";
import { readDocument, asObject, type JsonObject } from "#schema/articles/read-document.ts";
import { normalizeLine } from "#schema/values/text.ts";
import { textOf } from "./text.ts";

const META_DESCRIPTION_MAX = 160;
const META_DESCRIPTION_CUT = 157;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Accepts content of any shape. Leaves out blocks that are invalid, empty or over a limit. */
export function toArticle(content: unknown, surroundings: ArticleContext): Article {
  const reader = new ArticleReader(surroundings);
  const blocks = readDocument(content).blocks.slice(0, MAX_BLOCKS);
  return { blocks: blocks.flatMap((block) => toBlock(asObject(block), reader) ?? []) };
}

function toBlock({ type, data }: JsonObject, reader: ArticleReader): Block | undefined {
  if (typeof type !== "string") return undefined;
  const convert = CONVERTERS.get(type);
  if (!convert) return { type: "unsupported", name: normalizeLine(type.slice(0, 64)) };
  try {
    return convert(asObject(data), reader);
  } catch (error) {
    if (error instanceof OverLimit) return undefined;
    throw error;
  }
}

/** Returns the text of the first paragraph, or "". Text over 160 characters is cut to at most 157 and an ellipsis. */
export function metaDescription(article: Article): string {
  const paragraph = article.blocks.find((block) => block.type === "paragraph");
  const text = normalizeLine(textOf(paragraph?.content ?? []));
  if (text.length <= META_DESCRIPTION_MAX) return text;
  // Cut between graphemes: an emoji or an accented letter can consist of several UTF-16 code units.
  const cut = graphemes.segment(text.slice(0, 2 * META_DESCRIPTION_MAX)).containing(META_DESCRIPTION_CUT)?.index;
  return `${text
    .slice(0, cut || META_DESCRIPTION_CUT)
    .toWellFormed()
    .trimEnd()}…`;
}
