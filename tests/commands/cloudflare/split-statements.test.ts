import { expect, test } from "vitest";
import { splitStatements } from "../../support/cloudflare/split-statements.ts";

test("statements end at semicolons outside strings, names and comments", () => {
  expect(
    splitStatements(`-- one; two
      INSERT INTO a VALUES ('x;''y'); /* ; */ INSERT INTO "b;" VALUES (1);
      ;`),
  ).toEqual([
    `-- one; two
      INSERT INTO a VALUES ('x;''y');`,
    `/* ; */ INSERT INTO "b;" VALUES (1);`,
  ]);
});

test("the body of a trigger stays whole, with a CASE in parentheses", () => {
  const trigger = `CREATE TRIGGER t AFTER INSERT ON a BEGIN
    UPDATE a SET x = (CASE WHEN y THEN 1 ELSE 2 END);
    DELETE FROM b;
  END;`;
  expect(splitStatements(`${trigger} SELECT 1`)).toEqual([trigger, "SELECT 1"]);
});

test("a bare CASE ends the trigger at its own END", () => {
  expect(
    splitStatements("CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = CASE WHEN y THEN 1 END; END; SELECT 1;"),
  ).toEqual(["CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET x = CASE WHEN y THEN 1 END;", "END;", "SELECT 1;"]);
});

test("BEGIN of a transaction is a statement of its own", () => {
  expect(splitStatements("BEGIN; SELECT 1; END;")).toEqual(["BEGIN;", "SELECT 1;", "END;"]);
});
