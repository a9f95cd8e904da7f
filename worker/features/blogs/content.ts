import type { EditorDocument } from "#schema/articles/document.ts";
import { parseSiteSlug } from "#schema/values/urls.ts";
import { metaDescription } from "../documents/article.ts";
import { requireDocument, toUnsignedArticle } from "../documents/require-document.ts";

/** At most this many sites of an article are shown as site cards. Further link cards stay link cards. */
const SITE_CARDS_MAX = 50;

/**
 * Sanitizes an article. Returns the Editor.js document to store, as JSON, and the slugs of `siteSlugsIn`.
 * @throws AppError 400 if the article exceeds a limit or is empty.
 */
export function requireContent(sent: string, origin: string): { content: string; siteSlugs: string[] } {
  const { content } = requireDocument(sent, "content");
  return { content, siteSlugs: siteSlugsIn(JSON.parse(content) as EditorDocument, origin) };
}

/** Returns the slugs of this directory's sites in the link cards and embeds of a sanitized document. */
export function siteSlugsIn({ blocks }: EditorDocument, origin: string): string[] {
  const links = blocks.flatMap(({ type, data }) =>
    type === "linkTool" ? [data["link"]] : type === "embed" ? [data["source"]] : [],
  );
  const slugs = new Set(links.flatMap((link) => parseSiteSlug(link, origin) ?? []));
  return [...slugs].slice(0, SITE_CARDS_MAX);
}

/** The default excerpt of a post: its first paragraph, shortened. */
export const firstParagraph = (content: string) => metaDescription(toUnsignedArticle(content));
