import { readDocument, asObject } from "#schema/articles/read-document.ts";
import { isBlank } from "#schema/values/text.ts";

/** Ignores the time and the block ids, which the editor changes by itself. */
export const isSameArticle = (one: string, other: string) =>
  one === other || withoutMetadata(one) === withoutMetadata(other);

const withoutMetadata = (content: string) =>
  JSON.stringify(readDocument(content).blocks.map((block) => ({ ...asObject(block), id: undefined })));

/** Finds only the usual cases: no blocks, or one blank paragraph. The Worker checks all others. */
export function isEmptyArticle(content: string): boolean {
  const [first, ...others] = readDocument(content).blocks.map(asObject);
  return !first || (others.length === 0 && isBlankParagraph(first));
}

export const isBlankParagraph = ({ type, data }: { type?: unknown; data?: unknown }) =>
  type === "paragraph" && isBlankHtml(String(asObject(data)["text"] ?? ""));

export const isBlankHtml = (html: string) => isBlank(html.replaceAll(/<[^>]*>|&nbsp;/g, ""));
