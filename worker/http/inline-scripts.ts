import { createHash } from "node:crypto";

/** Returns the sources of a Content-Security-Policy that admit exactly the inline scripts in this document. */
export const inlineScripts = (html: string): string[] =>
  Array.from(html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs))
    .filter(([, text]) => text)
    .map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`);
