import type { Article } from "#schema/articles/document.ts";
import { CONTENT_REQUIRED } from "#schema/sites/site-form.ts";
import { AppError } from "../../errors.ts";
import { toArticle } from "./article.ts";
import { cleanDocument, findEmptyTable } from "./clean.ts";

/** `content` is the JSON of the cleaned document. The article is unsigned. */
export type CheckedDocument = { content: string; article: Article };

/** Do not show this article, only read its text: the URLs of its remote images are not signed. */
export const toUnsignedArticle = (content: unknown) => toArticle(content ?? "", { imageUrl: (url) => url });

/** @throws AppError 400 for `field` if the document exceeds a limit, has a table without cells or shows nothing. */
export function requireDocument(content: unknown, field: string): CheckedDocument {
  const cleaned = cleanDocument(content);
  if (!cleaned.ok) throw new AppError("bad_input", cleaned.message, { fields: { [field]: cleaned.message } });
  const article = toUnsignedArticle(cleaned.document);
  const problem = findEmptyTable(cleaned.document) ?? (article.blocks.length === 0 ? CONTENT_REQUIRED : undefined);
  if (problem) throw new AppError("bad_input", problem, { fields: { [field]: problem } });
  return { content: JSON.stringify(cleaned.document), article };
}
