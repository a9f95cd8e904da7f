export type JsonObject = Record<string, unknown>;

/** An object, to be asked for its fields; empty for all else. */
export const asObject = (value: unknown): JsonObject =>
  // An object's fields may be read under any name.
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads stored content: a document, the JSON of one, or plain text, whose paragraphs are parted by blank lines. What is
 * none of them is an empty document, and `isDocument` is false.
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
    // Plain text, then.
  }
  const paragraphs = content.split(/\n\s*\n/).filter((text) => text.trim());
  return { blocks: paragraphs.map((text) => ({ type: "paragraph", data: { text: text.trim() } })) };
}
