import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { writePlainMigrations } from "#worker/commands/plain-migrations.ts";

const FOLDER = path.join(import.meta.dirname, "../../migrations");

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .map((name) => ({ name, sql: readFileSync(path.join(FOLDER, name), "utf8") }));

/** Returns a new database with all migrations. */
function migrated(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  for (const { sql } of migrations) db.exec(sql);
  return db;
}

test("the numbers of migrations are without gaps", () => {
  const numbers = migrations.map((_, at) => String(at).padStart(4, "0"));
  expect(migrations.map(({ name }) => name.slice(0, 4))).toEqual(numbers);
});

/** Removes literals and quoted names, and then all between parentheses. */
function withoutInside(statement: string): string {
  let rest = statement.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, "");
  for (let before = ""; before !== rest;) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, "")];
  return rest;
}

/**
 * The strictest rules that reports name. The source of D1's API is not public:
 * github.com/cloudflare/workers-sdk/issues/4713 (apostrophes in comments), 4727 (END of a CASE outside of parentheses),
 * 4998 and 15690 (a trigger on several lines), 14991 (CRLF), 15314 (BEGIN in lower case).
 */
test("no statement of a migration breaks when D1's API splits it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "9999_of_another_version.sql"), "SELECT 1;");
  writePlainMigrations(folder);
  expect(readdirSync(folder).toSorted()).toEqual(migrations.map(({ name }) => name));
  const db = new DatabaseSync(":memory:");
  for (const { name } of migrations) {
    const sql = readFileSync(path.join(folder, name), "utf8");
    const statements = sql.trimEnd().split("\n");
    expect(sql.split(";\n").slice(0, -1), name).toEqual(statements.map((one) => one.slice(0, -1)));
    if (statements.length > 1)
      expect(
        unstable_splitSqlQuery(sql).map((one) => `${one};`),
        name,
      ).toEqual(statements);
    for (const one of statements) {
      expect(one).not.toMatch(/--|\/\*|\r|[^;]$/);
      const outside = withoutInside(one);
      const isTrigger = one.startsWith("CREATE TRIGGER ");
      expect(outside).not.toMatch(/['"`]/);
      expect(outside.match(/\b(?:BEGIN|CASE|END)\b/gi) ?? []).toEqual(isTrigger ? ["BEGIN", "END"] : []);
      expect(outside).toMatch(isTrigger ? / BEGIN .*; END;$/ : /^[^;]+;$/);
      expect(() => db.exec(one), `${name}: ${one}`).not.toThrow();
    }
  }
  expect(contentOf(db)).toEqual(contentOf(migrated()));
});

/** The schema without white space and comments, and all rows. */
function contentOf(db: DatabaseSync) {
  const schema = db.prepare("SELECT name, sql FROM sqlite_schema ORDER BY rowid").all();
  const tables = schema.filter(({ sql }) => String(sql).startsWith("CREATE TABLE ")).map(({ name }) => String(name));
  return {
    schema: schema.map(({ name, sql }) => [name, String(sql).replaceAll(/--.*|\s/g, "")]),
    rows: tables.map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()]),
  };
}

/** The version before runs without these. */
const DROPPED: Record<string, string[]> = {
  "0014_drop_observation.sql": ["alerts", "cron_runs", "response_counts", "vitals_days"],
  // Nothing was deployed before.
  "0015_money.sql": ["balance_moves", "directory", "payment_claims"],
  // Renamed before the first deployment.
  "0017_products.sql": ["target_aliases", "target_moves", "target_search", "targets"],
};

test("no migration drops a table that the version which is still deployed needs", () => {
  const db = new DatabaseSync(":memory:");
  const known = new Set<string>();
  const listed = () =>
    db
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')")
      .all()
      .map(({ name }) => String(name));
  for (const { name, sql } of migrations) {
    db.exec(sql);
    const now = listed();
    const gone = [...known].filter((table) => !now.includes(table));
    expect(gone.toSorted(), name).toEqual(DROPPED[name] ?? []);
    for (const table of gone) known.delete(table);
    for (const table of now) known.add(table);
  }
});

test("who cancelled before cancellations were mailed counts as told, and nobody else", () => {
  const db = new DatabaseSync(":memory:");
  const at = migrations.findIndex(({ name }) => name === "0023_cancelled_mails.sql");
  for (const { sql } of migrations.slice(0, at)) db.exec(sql);
  const subscribe =
    db.prepare(`INSERT INTO subscriptions (id, site_name, customer_id, status, period_end, renews, currency,
    card_brand, card_last4, reading, created_at) VALUES (?, '', 'cus_1', ?, 0, ?, 'eur', '', '', 1, 0)`);
  for (const [status, renews] of [
    ["active", 0],
    ["trialing", 0],
    ["past_due", 0],
    ["active", 1],
    ["canceled", 0],
  ] as const)
    subscribe.run(`${status}:${renews}`, status, renews);
  db.exec("INSERT INTO payment_mails VALUES ('cancelled:active:0')");
  db.exec(migrations[at]!.sql);
  expect(
    db
      .prepare("SELECT key FROM payment_mails ORDER BY key")
      .all()
      .map(({ key }) => key),
  ).toEqual(["cancelled:active:0", "cancelled:past_due:0", "cancelled:trialing:0"]);
});

test("no trigger reads the clock, because tests and local runs use another time than SQLite", () => {
  const triggers = migrated().prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')").all();
  expect(triggers.length).toBeGreaterThan(50);
  const clocks = /julianday|unixepoch|strftime|\btime\b|\bdate\b|datetime|'now'|current_/i;
  expect(triggers.filter(({ sql }) => clocks.test(String(sql))).map(({ name }) => name)).toEqual([]);
});

test("each row counter starts at 0 and has a trigger for inserts and one for deletions", () => {
  const db = migrated();
  const counters = db.prepare("SELECT name, value FROM counters WHERE name <> 'published'").all();
  const triggersOf = (table: string) =>
    [
      ["insert", "+"],
      ["delete", "-"],
    ].map(
      ([event, sign]) =>
        `CREATE TRIGGER rows_${table}_${event} AFTER ${event!.toUpperCase()} ON ${table} BEGIN UPDATE counters SET value = value ${sign} 1 WHERE name = 'rows.${table}'; END`,
    );
  const tables = counters.map(({ name }) => String(name).slice("rows.".length));
  expect(counters).toEqual(tables.map((table) => ({ name: `rows.${table}`, value: 0 })));
  const triggers = db
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'rows\\_%' ESCAPE '\\'")
    .all();
  expect(triggers.map(({ sql }) => sql).toSorted()).toEqual(tables.flatMap(triggersOf).toSorted());
});
