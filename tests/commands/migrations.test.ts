import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { splitAsD1 } from "./support/split-as-d1.ts";

const FOLDER = path.join(import.meta.dirname, "../../migrations");

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .map((name) => ({ name, sql: readFileSync(path.join(FOLDER, name), "utf8") }));

/** Applies migrations as D1's API does: it splits each file itself and prepares each piece alone. */
function applyAll(files: { name: string; sql: string }[]): void {
  const db = new DatabaseSync(":memory:");
  for (const { name, sql } of files) {
    for (const piece of splitAsD1(sql)) {
      try {
        db.exec(piece);
      } catch (error) {
        throw new Error(`${name}: ${String(error)}: ${piece}`, { cause: error });
      }
    }
  }
  db.close();
}

describe("migrations, as D1's API splits them", () => {
  test("all apply to an empty database", () => {
    expect(migrations.length).toBeGreaterThan(16);
    expect(() => applyAll(migrations)).not.toThrow();
  });

  const trigger = (body: string) => [
    { name: "0000.sql", sql: `CREATE TABLE t (n INTEGER);\nCREATE TRIGGER grow AFTER INSERT ON t\n${body};\n` },
  ];
  const bare = "UPDATE t SET n = n + CASE WHEN new.n > 0 THEN 1 ELSE -1 END";
  const inParentheses = "UPDATE t SET n = n + (CASE WHEN new.n > 0 THEN 1 ELSE -1 END)";

  test.each([
    ["a bare CASE in a trigger", `BEGIN ${bare}; END`],
    ["a bare CASE after one in parentheses", `BEGIN ${inParentheses}; ${bare}; END`],
    ["a lower-case begin", `begin ${inParentheses}; END`],
    ["lines that end as on Windows", `BEGIN\r\n  ${inParentheses};\r\nEND`],
  ])("%s is refused", (_, body) => {
    expect(() => applyAll(trigger(body))).toThrow("incomplete input");
  });

  test.each([
    ["a CASE in parentheses", `BEGIN ${inParentheses}; END`],
    ["END in a text, a name and a comment", `BEGIN -- END; a comment\n DELETE FROM t WHERE 'END; END' = "n"; END`],
  ])("%s passes", (_, body) => {
    expect(() => applyAll(trigger(body))).not.toThrow();
  });
});
