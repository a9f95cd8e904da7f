import { unstable_splitSqlQuery } from "wrangler";
import { expect, test } from "vitest";
import { plainSql } from "#worker/db/plain-sql.ts";

test.each<[what: string, sql: string, plain: string[]]>([
  ["nothing", " \n-- only a comment\n/* and\nanother */ ;; \n", []],
  ["a statement without a semicolon", "SELECT 1", ["SELECT 1;"]],
  ["lines, tabs and CRLF", "SELECT\r\n\t1 ;\r\nSELECT 2;\r\n", ["SELECT 1;", "SELECT 2;"]],
  [
    "byte order marks",
    "\ufeffCREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END;\n\ufeffSELECT 2;",
    ["CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END;", "SELECT 2;"],
  ],
  ["statements on one line", "SELECT 1;SELECT 2", ["SELECT 1;", "SELECT 2;"]],
  ["marks of Drizzle", "SELECT 1;--> statement-breakpoint\nSELECT 2;", ["SELECT 1;", "SELECT 2;"]],
  ["comments with quotes and semicolons", "-- it's; \"\nSELECT /* don't; ` [ */ 1; -- '", ["SELECT 1;"]],
  ["a comment between two words", "SELECT/**/1--\nFROM t", ["SELECT 1 FROM t;"]],
  ["a comment between two minus signs", "SELECT 1 -/* */- 2", ["SELECT 1 - - 2;"]],
  ["a comment without an end", "SELECT 1; /* SELECT 2;", ["SELECT 1;"]],
  ["operators", "SELECT a->>'$.b'||c, 1/2*3-4", ["SELECT a->>'$.b'||c, 1/2*3-4;"]],
  ["marks of comments in a literal", "SELECT '-- a /* b */ ;  c'", ["SELECT '-- a /* b */ ;  c';"]],
  ["quotes in literals", `SELECT 'it''s -- "', "a""';"`, [`SELECT 'it''s -- "', "a""';";`]],
  ["line breaks in a literal", "SELECT 'a\n  b\r\n',\n1", ["SELECT 'a\n  b\r\n', 1;"]],
  ["marks of comments in names", 'SELECT `a--b;`, [c/*d;], "e--f"', ['SELECT `a--b;`, [c/*d;], "e--f";']],
  ["other scripts and symbols", "SELECT ü, '💡--' AS 日本 -- 💡", ["SELECT ü, '💡--' AS 日本;"]],
  [
    "a trigger with nested CASE",
    `CREATE TRIGGER a AFTER INSERT ON t
     BEGIN -- the end;
       UPDATE t SET x = CASE WHEN y THEN CASE z WHEN 1 THEN 2 END ELSE 3 END;
       SELECT CASE WHEN 1 THEN 2 END;
     END ;
     SELECT 1;`,
    [
      "CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE t SET x = CASE WHEN y THEN CASE z WHEN 1 THEN 2 END ELSE 3 END; SELECT CASE WHEN 1 THEN 2 END; END;",
      "SELECT 1;",
    ],
  ],
  [
    "END inside names and literals of a trigger",
    `create temp trigger a after insert on t begin
       select '; END;', weekend, "END" from t; select end_at as "x; END"; select '; END';
     end; select 1;`,
    [
      `create temp trigger a after insert on t begin select '; END;', weekend, "END" from t; select end_at as "x; END"; select '; END'; end;`,
      "select 1;",
    ],
  ],
])("%s", (_, sql, plain) => {
  expect(plainSql(sql)).toBe(plain.join("\n"));
  // The same again, and for Wrangler's local databases, too.
  expect(plainSql(plainSql(sql))).toBe(plain.join("\n"));
  if (plain.length > 1) expect(unstable_splitSqlQuery(plainSql(sql)).map((one) => `${one};`)).toEqual(plain);
});
