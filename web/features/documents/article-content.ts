import { readDocument, asObject } from "#schema/read-document.ts";
import { isBlank } from "#schema/text.ts";

/** Compares two documents without the time and the block ids, which the editor changes by itself. */
export const isSameArticle = (one: string, other: string) =>
  one === other || withoutMetadata(one) === withoutMetadata(other);

const withoutMetadata = (content: string) =>
  JSON.stringify(readDocument(content).blocks.map((block) => ({ ...asObject(block), id: undefined })));

/** Whether a document has no blocks, or only one blank paragraph. The Worker checks all other cases. */
export function isEmptyArticle(content: string): boolean {
  const [first, ...others] = readDocument(content).blocks.map(asObject);
  if (!first) return true;
  const text = String(asObject(first["data"])["text"] ?? "").replaceAll(/<[^>]*>|&nbsp;/g, "");
  return others.length === 0 && first["type"] === "paragraph" && isBlank(text);
}
