import type { Article } from "#schema/document.ts";
import { CONTENT_REQUIRED } from "#schema/site-form.ts";
import { AppError } from "../../errors.ts";
import { toArticle } from "./article.ts";
import { cleanDocument } from "./clean.ts";

/** A document as it may be stored, cleaned and as JSON, and as it will be shown. */
export type CheckedDocument = { content: string; article: Article };

/** What stored content says; its pictures are not for showing. */
export const toUnsignedArticle = (content: unknown) => toArticle(content ?? "", { imageUrl: (url) => url });

/**
 * What an author sent.
 * @throws AppError 400 for that field where it is over a limit or shows nothing.
 */
export function requireDocument(content: unknown, field: string): CheckedDocument {
  const cleaned = cleanDocument(content);
  if (!cleaned.ok) throw new AppError("bad_input", cleaned.message, { [field]: cleaned.message });
  const article = toUnsignedArticle(cleaned.document);
  if (article.blocks.length === 0) throw new AppError("bad_input", CONTENT_REQUIRED, { [field]: CONTENT_REQUIRED });
  return { content: JSON.stringify(cleaned.document), article };
}
