/**
 * Splits SQL as D1's API does: a semicolon outside strings and comments ends a statement, but within the body of a
 * trigger only after the first END outside parentheses. So an END of a bare CASE ends the trigger too early
 * (github.com/cloudflare/workers-sdk/issues/4727 and 15690).
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let isInBody = false;
  // Strings, quoted names, comments, words, and single characters.
  const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|[\s\S]/g;
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    const isOutside = depth === 0;
    if (token === "(") depth += 1;
    else if (token === ")") depth = Math.max(0, depth - 1);
    else if (/^BEGIN$/i.test(token) && isOutside) isInBody = isTrigger(sql.slice(start, index));
    else if (/^END$/i.test(token) && isOutside) isInBody = false;
    else if (token === ";" && isOutside && !isInBody) {
      statements.push(sql.slice(start, index + 1));
      start = index + 1;
    }
  }
  statements.push(sql.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => withoutComments(statement) !== "");
}

const withoutComments = (sql: string) =>
  sql
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .replaceAll(";", "")
    .trim();

const isTrigger = (sql: string) => /^\s*CREATE\s+(?:TEMP\s+|TEMPORARY\s+)?TRIGGER\b/i.test(withoutComments(sql));
