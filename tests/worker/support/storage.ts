import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** `rows`: of the tables that the migrations fill, by table. */
type State = { schema: string; filled: string[]; rows: Record<string, unknown[][]> };

let migrated: (State & { tables: string[] }) | undefined;

/** D1 as after the migrations, KV and R2 empty. To delete rows is much faster than to migrate again. */
export async function resetStorage(): Promise<void> {
  const state = migrated && (await stateOf(migrated.tables).catch(() => undefined));
  if (!migrated || state?.schema !== migrated.schema) return migrateAgain();
  const isChanged = state.filled.length > 0 || JSON.stringify(state.rows) !== JSON.stringify(migrated.rows);
  await Promise.all([isChanged && deleteRows(state.filled, migrated.rows), emptySessions(), emptyMedia()]);
}

async function migrateAgain(): Promise<void> {
  // It empties only what is awake, and these fall asleep where a test has not asked them for some seconds.
  await Promise.all([env.DB.prepare("SELECT 1").run(), env.SESSIONS.get("awake"), env.MEDIA.head("awake")]);
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const { results } = await env.DB.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
     AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'`,
  ).all<{ name: string }>();
  const tables = results.map(({ name }) => name);
  migrated = { tables, ...(await stateOf(tables)) };
}

const isSearch = (table: string) => table.endsWith("_search");
/** A search index without rows may keep words of those that it had. */
const contentOf = (table: string) => (isSearch(table) ? `${table}_idx` : table);

const SCHEMA = `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY rowid)`;
/** Of the tables that the migrations fill. */
const ROWS = {
  sqlite_sequence: "SELECT json_group_array(json_array(name, seq)) FROM sqlite_sequence",
  counters: "SELECT json_group_array(json_array(name, value)) FROM (SELECT * FROM counters ORDER BY name)",
  directory: "SELECT json_group_array(json_array(id)) FROM directory",
};

async function stateOf(tables: string[]): Promise<State> {
  const rows = Object.entries(ROWS).map(([table, query]) => `'${table}', json((${query}))`);
  const filled = tables
    .filter((table) => !(table in ROWS))
    .map((table) => `iif(EXISTS (SELECT 1 FROM ${contentOf(table)}), '${table} ', '')`);
  const state = await env.DB.prepare(
    `SELECT (${SCHEMA}) AS schema, ${filled.join(" || ")} AS filled, json_object(${rows.join(", ")}) AS rows`,
  ).first<Record<keyof State, string>>();
  const { schema, filled: names, rows: json } = state!;
  return { schema, filled: names.split(" ").filter(Boolean), rows: JSON.parse(json) as State["rows"] };
}

async function deleteRows(filled: string[], rows: State["rows"]): Promise<void> {
  const statements = [
    "PRAGMA defer_foreign_keys = on",
    // Puts off the search index of each site that goes.
    "INSERT INTO reindex_later VALUES (0) ON CONFLICT DO NOTHING",
    ...filled.filter((table) => !isSearch(table) && table !== "reindex_later").map((table) => `DELETE FROM ${table}`),
    // What triggers filled.
    "DELETE FROM deleted_slugs",
    "DELETE FROM reindex_later WHERE site_id <> 0",
    "DELETE FROM reindex_later",
    ...filled.filter(isSearch).map((table) => `INSERT INTO ${table} (${table}) VALUES ('delete-all')`),
    ...Object.keys(rows).map((table) => `DELETE FROM ${table}`),
  ];
  const kept = Object.entries(rows).map(([table, values]) =>
    env.DB.prepare(
      `INSERT INTO ${table} VALUES ${values.map((row) => `(${row.map(() => "?").join(", ")})`).join(", ")}`,
    ).bind(...values.flat()),
  );
  await env.DB.batch([...statements.map((statement) => env.DB.prepare(statement)), ...kept]);
}

async function emptySessions(): Promise<void> {
  const { keys } = await env.SESSIONS.list();
  await Promise.all(keys.map(({ name }) => env.SESSIONS.delete(name)));
}

async function emptyMedia(): Promise<void> {
  const { objects } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
}
