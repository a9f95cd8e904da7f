import type { EditorDocument } from "#schema/document.ts";
import { parseSiteSlug } from "#schema/urls.ts";
import { metaDescription } from "../documents/article.ts";
import { requireDocument, toUnsignedArticle } from "../documents/require-document.ts";

/** As many sites as one article shows with their cards; links to others stay plain. */
const SITE_CARDS_MAX = 50;

/**
 * An article as it is stored, and the sites that its link cards lead to.
 * @throws AppError 400 where it is over a limit or shows nothing.
 */
export function requireContent(sent: string, origin: string): { content: string; siteSlugs: string[] } {
  const { content } = requireDocument(sent, "content");
  return { content, siteSlugs: siteSlugsIn(JSON.parse(content) as EditorDocument, origin) };
}

/** Slugs of the sites that a cleaned document's cards lead to. */
export function siteSlugsIn({ blocks }: EditorDocument, origin: string): string[] {
  const links = blocks.flatMap(({ type, data }) =>
    type === "linkTool" ? [data["link"]] : type === "embed" ? [data["source"]] : [],
  );
  const slugs = new Set(links.flatMap((link) => parseSiteSlug(link, origin) ?? []));
  return [...slugs].slice(0, SITE_CARDS_MAX);
}

/** What a post without an excerpt of its own is announced with. */
export const firstParagraph = (content: string) => metaDescription(toUnsignedArticle(content));
