/** What the splitter steps over whole: comments, texts and quoted names. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/y;
const WORD = /\w+/y;

/**
 * Splits SQL as D1's API does with the whole file that `wrangler d1 migrations apply --remote` sends to `/query`: `BEGIN`
 * in capitals opens a trigger's body, and the first `END` outside parentheses closes it, also where that is the end of a
 * CASE. Wrangler's own splitter, which local runs use, counts CASE and so hides it. As reported on remote databases in
 * cloudflare/workers-sdk: #4727 and #15690 (CASE), #15314 and #10998 (lower case), #14991 (CRLF). Nobody outside has
 * the API's source.
 */
export function splitAsD1(sql: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  let isInBody = false;
  const take = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(sql)?.[0];
  };
  for (let index = 0; index < sql.length;) {
    const opaque = take(OPAQUE, index);
    const word = opaque === undefined ? take(WORD, index) : undefined;
    const token = opaque ?? word ?? sql[index]!;
    index += token.length;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (word === "BEGIN" && /\s/.test(sql[index] ?? "") && sql[index] !== "\r") isInBody = true;
    if (word?.toUpperCase() === "END" && depth === 0) isInBody = false;
    if (token === ";" && !isInBody) {
      pieces.push(sql.slice(start, index));
      start = index;
    }
  }
  pieces.push(sql.slice(start));
  return pieces.filter((piece) => piece.replaceAll(new RegExp(OPAQUE, "g"), "").trim() !== "");
}
