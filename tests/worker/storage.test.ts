import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";

const query = async <Row>(sql: string) => (await env.DB.prepare(sql).all<Row>()).results;

type Column = { table: string; name: string; type: string; required: number };

/** Optional columns that are filled too: for a CHECK constraint, and for the search index of featured sites. */
const OPTIONAL_COLUMNS = new Set(["site_id", "featured_until"]);

/** Inserts a row into each table, and so into each search index. */
async function fillEveryTable() {
  const columns = await query<Column>(
    `SELECT t.name AS "table", c.name, c.type, c.dflt_value IS NULL AND c."notnull" OR c.pk AS required
     FROM (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'
       AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations' LIMIT -1) t, pragma_table_info(t.name) c`,
  );
  const tables = Map.groupBy(
    columns.filter(({ name, required }) => required || OPTIONAL_COLUMNS.has(name)),
    ({ table }) => table,
  );
  await env.DB.batch(
    [
      "PRAGMA defer_foreign_keys = on",
      ...[...tables].map(
        ([table, own]) => `INSERT INTO ${table} (${own.map(({ name }) => name).join(", ")})
          VALUES (${own.map(({ type }) => (type.toLowerCase() === "text" ? "'active'" : 1)).join(", ")})`,
      ),
    ].map((statement) => env.DB.prepare(statement)),
  );
  return [...tables.keys()];
}

/** Reads D1, with the tables behind the search index, KV and R2. */
async function readEverything() {
  const tables = await query<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
     AND name NOT GLOB '_cf_*' AND name NOT IN ('sqlite_schema', 'd1_migrations') ORDER BY name`,
  );
  const rows = await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name} ORDER BY 1`)));
  return {
    schema: await query("SELECT name, sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY rowid"),
    rows: Object.fromEntries(tables.map(({ name }, index) => [name, rows[index]!.results])),
    sessions: (await env.SESSIONS.list()).keys,
    media: (await env.MEDIA.list()).objects,
  };
}

const SEARCHES = ["site_search", "site_name_search", "site_stem_search", "featured_search", "product_search"];

describe.each([
  [
    "rows in every table",
    async () => {
      const tables = await fillEveryTable();
      for (const table of [...tables, ...SEARCHES.map((search) => `${search}_idx`)])
        expect(await query(`SELECT 1 AS present FROM ${table}`), table).not.toEqual([]);
      await Promise.all([env.SESSIONS.put("key", "value"), env.MEDIA.put("key", "value")]);
    },
  ],
  [
    "words of rows that a search index no longer has",
    async () => {
      await env.DB.exec("INSERT INTO site_search (rowid, name) VALUES (1, 'word')");
      await env.DB.exec("DELETE FROM site_search");
    },
  ],
  ["a wrong counter", async () => void (await env.DB.exec("UPDATE counters SET value = 7"))],
  ["ids that were given out", async () => void (await env.DB.exec("INSERT INTO sqlite_sequence VALUES ('sites', 7)"))],
  ["a missing table", async () => void (await env.DB.exec("DROP TABLE counters"))],
  ["a missing trigger", async () => void (await env.DB.exec("DROP TRIGGER sites_like_insert"))],
  ["an additional table", async () => void (await env.DB.exec("CREATE TABLE more (id INTEGER)"))],
  ["nothing at all", reset],
])("after a test that leaves %s behind", (_, leave) => {
  test("the test leaves it behind", leave);

  test("the next test begins with freshly migrated D1, and with empty KV and R2", async () => {
    const found = await readEverything();
    await reset();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    expect(found).toEqual(await readEverything());
  });
});
