import { html } from "hono/html";

/** Builds XML and escapes its values. Hono's HTML escapes are valid in XML, too. */
export const xml = html;

/** XML 1.0, section 2.2: characters that a document must not contain, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Removes the characters that XML forbids. */
export async function xmlResponse(markup: ReturnType<typeof xml>, contentType: string): Promise<Response> {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${await markup}\n`.replace(FORBIDDEN, "");
  return new Response(text, { headers: { "Content-Type": `${contentType}; charset=utf-8` } });
}

/** Percent-encodes the path. */
export const absolute = (origin: string, path: string) => new URL(path, origin).href;
