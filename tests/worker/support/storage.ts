import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** What the migrations make: the schema as SQL, and the rows of the tables that they fill. */
type Made = { schema: string; tables: string[]; rows: string };

let made: Made | undefined;

/** D1 as after the migrations, KV and R2 empty. To delete rows is much faster than to migrate again. */
export async function emptyStorage(): Promise<void> {
  const state = made && (await stateOf(made.tables).catch(() => undefined));
  if (!made || state?.schema !== made.schema) return migrateAgain();
  await Promise.all([
    (state.isFilled === 1 || state.rows !== made.rows) && deleteRows(made),
    emptySessions(),
    emptyMedia(),
  ]);
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
  made = { tables, ...(await stateOf(tables)) };
}

const isSearch = (table: string) => table.endsWith("_search");
/** A search index without rows may keep words of those that it had. */
const contentOf = (table: string) => (isSearch(table) ? `${table}_idx` : table);
const isFilledByMigrations = (table: string) => table === "counters" || table === "directory";

const SCHEMA = `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY rowid)`;
const SEQUENCES = "SELECT json_group_array(json_array(name, seq)) FROM sqlite_sequence";
const COUNTERS = "SELECT json_group_array(json_array(name, value)) FROM (SELECT * FROM counters ORDER BY name)";
const DIRECTORY = "SELECT json_group_array(json_array(id)) FROM directory";

async function stateOf(tables: string[]): Promise<{ schema: string; isFilled: number; rows: string }> {
  const filled = tables
    .filter((table) => !isFilledByMigrations(table))
    .map((table) => `EXISTS (SELECT 1 FROM ${contentOf(table)})`);
  const state = await env.DB.prepare(
    `SELECT (${SCHEMA}) AS schema, ${filled.join(" OR ")} AS isFilled,
       json_object('sqlite_sequence', json((${SEQUENCES})), 'counters', json((${COUNTERS})), 'directory', json((${DIRECTORY}))) AS rows`,
  ).first<{ schema: string; isFilled: number; rows: string }>();
  return state!;
}

async function deleteRows({ tables, rows }: Made): Promise<void> {
  // Tables that triggers on others fill come last.
  const last = ["deleted_slugs", "reindex_later"];
  const deleted = [...tables.filter((table) => !isSearch(table) && !last.includes(table)), ...last, "sqlite_sequence"];
  const statements = [
    "PRAGMA defer_foreign_keys = on",
    // Puts off the search index of each site that goes.
    "INSERT INTO reindex_later VALUES (0) ON CONFLICT DO NOTHING",
    "DELETE FROM sites",
    "DELETE FROM reindex_later WHERE site_id <> 0",
    ...deleted.map((table) => `DELETE FROM ${table}`),
    ...tables.filter(isSearch).map((table) => `INSERT INTO ${table} (${table}) VALUES ('delete-all')`),
  ];
  const kept = Object.entries(JSON.parse(rows) as Record<string, unknown[][]>).map(([table, values]) =>
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
