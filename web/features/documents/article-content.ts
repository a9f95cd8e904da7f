import { readDocument, asObject } from "#schema/read-document.ts";
import { isBlank } from "#schema/text.ts";

/** The editor gives each saving a time and each block an id; neither is anything that an author has written. */
export const isSameArticle = (one: string, other: string) => one === other || withoutIds(one) === withoutIds(other);

const withoutIds = (content: string) =>
  JSON.stringify(readDocument(content).blocks.map((block) => ({ ...asObject(block), id: undefined })));

/** Empty, or a single blank paragraph. What else the Worker takes for empty, it says itself. */
export function isEmptyArticle(content: string): boolean {
  const [first, ...others] = readDocument(content).blocks.map(asObject);
  if (!first) return true;
  const text = String(asObject(first["data"])["text"] ?? "").replaceAll(/<[^>]*>|&nbsp;/g, "");
  return others.length === 0 && first["type"] === "paragraph" && isBlank(text);
}
