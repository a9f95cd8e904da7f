/** Comments and white space, literals and quoted names, words, and any other character. A doubled quote is two literals. */
const TOKEN =
  /(?:[ \t\n\f\r\ufeff]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|./gu;

/** `END` ends a trigger only after a semicolon, and there no CASE can end. SQLite's own `sqlite3_complete` uses this rule. */
const isComplete = (statement: string) =>
  !/^CREATE (?:TEMP |TEMPORARY )?TRIGGER\b/i.test(statement) || /; ?END;$/i.test(statement);

/**
 * Returns the same statements without comments, each on one line that a semicolon ends. A literal stays as it is, also if it
 * has a line break.
 *
 * D1's API splits SQL into statements by rules that are not documented. Reports say that these break it: an apostrophe in a
 * comment (github.com/cloudflare/workers-sdk/issues/4713), and a trigger on several lines (issues/4998, issues/15690).
 */
export function plainSql(sql: string): string {
  const statements: string[] = [];
  let statement = "";
  for (const token of sql.match(TOKEN) ?? []) {
    if (/^(?:[ \t\n\f\r\ufeff]|--|\/\*)/.test(token)) statement += statement === "" ? "" : " ";
    else if (token !== ";") statement += token;
    else if (statement.trimEnd() !== "") {
      statement = `${statement.trimEnd()};`;
      if (!isComplete(statement)) continue;
      statements.push(statement);
      statement = "";
    }
  }
  if (statement.trimEnd() !== "") statements.push(`${statement.trimEnd()};`);
  return statements.join("\n");
}
