import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { splitAsD1 } from "../support/cloudflare/split-as-d1.ts";

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

test("all migrations apply to an empty database, split into statements as D1's API does", () => {
  const numbers = migrations.map((_, at) => String(at).padStart(4, "0"));
  expect(migrations.map(({ name }) => name.slice(0, 4))).toEqual(numbers);
  const db = new DatabaseSync(":memory:");
  for (const { name, sql } of migrations)
    for (const piece of splitAsD1(sql)) expect(() => db.exec(piece), `${name}: ${piece}`).not.toThrow();
});

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
