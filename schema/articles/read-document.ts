export type JsonObject = Record<string, unknown>;

export const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads an Editor.js document, its JSON, or plain text with blank lines between paragraphs. For any other value,
 * `blocks` is empty and `isDocument` is false.
 */
export function readDocument(content: unknown) {
  const { time, version, blocks } = asObject(typeof content === "string" ? fromText(content) : content);
  return { time, version, blocks: asArray(blocks), isDocument: Array.isArray(blocks) };
}

function fromText(content: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === "object") return value;
  } catch {
    // Not JSON, so it is plain text.
  }
  const paragraphs = content.split(/\n\s*\n/).filter((text) => text.trim());
  return { blocks: paragraphs.map((text) => ({ type: "paragraph", data: { text: text.trim() } })) };
}
