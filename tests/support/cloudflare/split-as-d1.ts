/** Comments, strings and quoted names. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/y;
const WORD = /\w+/y;

/**
 * Splits SQL into statements as D1's API does. `wrangler d1 migrations apply --remote` sends each file whole to `/query`.
 *
 * `BEGIN` in capitals opens the body of a trigger. The first `END` outside parentheses closes it, even if it is the end of
 * a CASE. Wrangler splits for local databases and counts CASE, so local tests do not show the problem.
 *
 * The source of the API is not public. The rules come from issues of cloudflare/workers-sdk: #4727 (CASE), #15314 (lower
 * case), #14991 (CRLF).
 */
export function splitAsD1(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let isInBody = false;
  const match = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(sql)?.[0];
  };
  for (let index = 0; index < sql.length;) {
    const opaque = match(OPAQUE, index);
    const word = opaque === undefined ? match(WORD, index) : undefined;
    const token = opaque ?? word ?? sql[index]!;
    index += token.length;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (word === "BEGIN" && /\s/.test(sql[index] ?? "") && sql[index] !== "\r") isInBody = true;
    if (word?.toUpperCase() === "END" && depth === 0) isInBody = false;
    if (token === ";" && !isInBody) {
      statements.push(sql.slice(start, index));
      start = index;
    }
  }
  statements.push(sql.slice(start));
  return statements.filter(
    (statement) => statement.replaceAll(new RegExp(OPAQUE, "g"), "").replace(";", "").trim() !== "",
  );
}
