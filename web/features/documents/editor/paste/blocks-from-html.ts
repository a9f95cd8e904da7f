import { Conversion, type Pasted } from "./conversion.ts";

/**
 * Converts HTML of another program or page to blocks of the editor. Nothing is loaded. Recursion is safe: browsers nest
 * parsed elements at most 512 levels deep.
 * @throws TooLong
 */
export function blocksFromHtml(html: string): Pasted {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const conversion = new Conversion({ characters: 0, lines: 0 });
  // Notion writes its line breaks as line feeds.
  return conversion.convert(body, { marks: [], keepsLines: html.includes("<!-- notionvc") });
}
