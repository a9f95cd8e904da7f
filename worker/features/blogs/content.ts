import { CONTENT_REQUIRED } from "#schema/site-form.ts";
import { ownSlug } from "#schema/urls.ts";
import { AppError } from "../../errors.ts";
import { metaDescription, toArticle } from "../documents/article.ts";
import { cleanDocument } from "../documents/clean.ts";

/** As many sites as one article shows with their cards; links to others stay plain. */
const SITE_CARDS_MAX = 50;

const toShown = (content: unknown) => toArticle(content, { imageUrl: (url) => url });

/**
 * An article as it is stored, and the sites that its link cards lead to.
 * @throws AppError 400 where it is over a limit or shows nothing.
 */
export function requireContent(content: string, origin: string): { content: string; siteSlugs: string[] } {
  const cleaned = cleanDocument(content);
  if (!cleaned.ok) throw badContent(cleaned.message);
  const { document } = cleaned;
  if (toShown(document).blocks.length === 0) throw badContent(CONTENT_REQUIRED);
  const links = document.blocks.flatMap(({ type, data }) =>
    type === "linkTool" ? [data["link"]] : type === "embed" ? [data["source"]] : [],
  );
  const slugs = new Set(links.flatMap((link) => ownSlug(link, origin) ?? []));
  return { content: JSON.stringify(document), siteSlugs: [...slugs].slice(0, SITE_CARDS_MAX) };
}

const badContent = (message: string) => new AppError("bad_input", message, { content: message });

/** What a post without an excerpt of its own is announced with. */
export const firstParagraph = (content: string) => metaDescription(toShown(content));
