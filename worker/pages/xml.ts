import { html } from "hono/html";

/** Markup whose values are escaped; the five entities that it uses are XML's own. */
export const xml = html;

/** XML 1.0, section 2.2: characters that a document may not hold, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A document as an answer; characters that would break it are left out. */
export async function xmlResponse(markup: ReturnType<typeof xml>, contentType: string): Promise<Response> {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${await markup}\n`.replace(FORBIDDEN, "");
  return new Response(text, { headers: { "Content-Type": `${contentType}; charset=utf-8` } });
}

/** Whole address of a path of this site, letters of other scripts encoded. */
export const absolute = (origin: string, path: string) => new URL(path, origin).href;
