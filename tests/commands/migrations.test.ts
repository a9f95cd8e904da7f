import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
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

test("0013: entries name the person whom they are about, and those about people who are gone lose their values", () => {
  const db = new DatabaseSync(":memory:");
  for (const { name, sql } of migrations) if (name < "0013") db.exec(sql);
  db.exec(`INSERT INTO users (id, email, first_name, last_name, created_at, updated_at) VALUES (1, 'anna@example.com', 'A', 'L', 0, 0);
    INSERT INTO contact_messages (id, email, message, created_at) VALUES (1, 'bert@example.com', 'Hello', 0)`);
  const entry = db.prepare(
    `INSERT INTO audit_log (user_email, action, model, record_id, before, after, created_at)
      VALUES ('staff@example.com', 'change', ?, ?, ?, '{"a":1}', 0)`,
  );
  entry.run("accounts.user", "1", '{"first_name":"Anna"}');
  entry.run("accounts.user", "99", '{"first_name":"Gone"}');
  entry.run("contact.message", "1", '{"answer":""}');
  entry.run("contact.message", "99", '{"answer":"Dear Gone"}');
  entry.run("sites.site", "99", '{"owner":"anna@example.com"}');
  entry.run("sites.site", "98", '{"owner":"gone@example.com"}');
  entry.run("search.synonym", "7", '{"word":"chat"}');
  db.exec(migrations.find(({ name }) => name.startsWith("0013"))!.sql);
  const rows = db.prepare("SELECT person, before <> '{}' AS is_kept FROM audit_log ORDER BY id").all();
  expect(rows.map(({ person, is_kept }) => [person, is_kept])).toEqual([
    ["anna@example.com", 1],
    [null, 0],
    ["bert@example.com", 1],
    [null, 0],
    ["anna@example.com", 1],
    [null, 0],
    [null, 1],
  ]);
});

test("0016: codes that are under way do not stop the migration", () => {
  const db = new DatabaseSync(":memory:");
  for (const { name, sql } of migrations) if (name < "0016") db.exec(sql);
  db.exec(`INSERT INTO users (id, email, created_at, updated_at) VALUES (1, 'anna@example.com', 0, 0);
    INSERT INTO codes (id, purpose, user_id, recent, expires_at, created_at) VALUES ('a', 'login', 1, '{}', 1, 0)`);
  db.exec(migrations.find(({ name }) => name.startsWith("0016"))!.sql);
  expect(db.prepare("SELECT * FROM codes").all()).toEqual([]);
});

test("0017: products keep their rows, their search and their counters, and no name of before is left", () => {
  const db = new DatabaseSync(":memory:");
  for (const { name, sql } of migrations) if (name < "0017") db.exec(sql);
  db.exec(`INSERT INTO sites (id, slug, name, name_key, link, link_key, host, category, created_at, updated_at)
      VALUES (1, 'zulip', 'Zulip', 'zulip', 'https://zulip.com/', 'zulip.com', 'zulip.com', 'communication', 0, 0);
    INSERT INTO targets (id, slug, name, name_key, link, link_key, domain, created_at)
      VALUES (7, 'slack', 'Slack', 'slack', 'https://slack.com/', 'slack.com', 'slack.com', 0);
    INSERT INTO target_aliases (name_key, target_id) VALUES ('slackhq', 7);
    INSERT INTO target_moves (slug, target_id) VALUES ('slack-hq', 7);
    INSERT INTO alternatives (site_id, target_id, name, link, position) VALUES (1, 7, 'Slack', '', 0);
    INSERT INTO audit_log (user_email, action, model, record_id, before, after, created_at)
      VALUES ('staff@example.com', 'change', 'sites.target', '7', '{}', '{}', 0)`);
  db.exec(migrations.find(({ name }) => name.startsWith("0017"))!.sql);
  const all = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  const counters = "SELECT name, value FROM counters WHERE name IN ('products', 'rows.products') ORDER BY name";
  expect(all("SELECT name_key, product_id FROM named_products ORDER BY name_key")).toEqual([
    ["slack", 7],
    ["slackhq", 7],
  ]);
  expect(all("SELECT slug, product_id FROM product_moves")).toEqual([["slack-hq", 7]]);
  expect(all("SELECT rowid FROM product_search WHERE product_search MATCH 'lack'")).toEqual([[7]]);
  expect(all("SELECT model FROM audit_log")).toEqual([["sites.product"]]);
  expect(all(counters)).toEqual([
    ["products", 1],
    ["rows.products", 1],
  ]);

  db.exec("UPDATE products SET name = 'Huddle' WHERE id = 7");
  expect(all("SELECT rowid FROM site_search WHERE site_search MATCH 'huddle'")).toEqual([[1]]);
  expect(() => db.exec("DELETE FROM products")).toThrow("FOREIGN KEY");
  db.exec("DELETE FROM sites; DELETE FROM products");
  expect(all(counters)).toEqual([
    ["products", 0],
    ["rows.products", 0],
  ]);
  expect(all("SELECT * FROM named_products UNION ALL SELECT * FROM product_moves")).toEqual([]);
  expect(all("SELECT seq FROM sqlite_sequence WHERE name = 'products'")).toEqual([[7]]);
  expect(all("SELECT name FROM sqlite_schema WHERE name LIKE '%target%' OR sql LIKE '%target%'")).toEqual([]);
});

/** Applies migrations as D1's API does: it splits each file into statements and runs each statement alone. */
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

describe("migrations, split into statements as D1's API does", () => {
  test("all migrations apply to an empty database", () => {
    const numbers = migrations.map((_, at) => String(at).padStart(4, "0"));
    expect(migrations.map(({ name }) => name.slice(0, 4))).toEqual(numbers);
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
