import { createHash } from "node:crypto";

/** Sources of a Content-Security-Policy. */
export type InlineParts = { script: string[]; style: string[] };

/** Returns the sources that admit exactly the scripts and styles in this document. */
export function inlineParts(html: string): InlineParts {
  const parts: InlineParts = { script: [], style: [] };
  for (const [, tag, text] of html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs)) {
    if (text) parts[tag as keyof InlineParts].push(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  }
  return parts;
}
