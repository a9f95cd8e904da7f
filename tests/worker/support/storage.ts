import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/**
 * `schema` is all SQL of the schema. `seeds` has the rows of each table that the migrations fill. `filled` names the other
 * tables that have rows.
 */
type State = { schema: string; filled: string[]; seeds: Record<string, unknown[][]> };

let migrated: (State & { tables: string[] }) | undefined;

/**
 * Brings D1 to its state after the migrations, and empties KV and R2. It deletes rows, and migrates again only if the schema
 * has changed, because migrating is slow.
 */
export async function resetStorage(): Promise<void> {
  const state = migrated && (await stateOf(migrated.tables).catch(() => undefined));
  if (!migrated || state?.schema !== migrated.schema) return migrateAgain();
  const isChanged = state.filled.length > 0 || JSON.stringify(state.seeds) !== JSON.stringify(migrated.seeds);
  await Promise.all([isChanged && deleteRows(state.filled, migrated.seeds), emptySessions(), emptyMedia()]);
}

async function migrateAgain(): Promise<void> {
  // `reset` empties only storage that is awake. Without calls, storage falls asleep after some seconds.
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
/** A search index without rows may still have words. */
const contentOf = (table: string) => (isSearch(table) ? `${table}_idx` : table);

const SCHEMA = `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE name NOT GLOB '_cf_*' ORDER BY rowid)`;
/** Read the rows of the tables that the migrations fill, as JSON. */
const SEED_QUERIES = {
  sqlite_sequence: "SELECT json_group_array(json_array(name, seq)) FROM sqlite_sequence",
  counters: "SELECT json_group_array(json_array(name, value)) FROM (SELECT * FROM counters ORDER BY name)",
};

async function stateOf(tables: string[]): Promise<State> {
  const seeds = Object.entries(SEED_QUERIES).map(([table, query]) => `'${table}', json((${query}))`);
  const filled = tables
    .filter((table) => !(table in SEED_QUERIES))
    .map((table) => `iif(EXISTS (SELECT 1 FROM ${contentOf(table)}), '${table} ', '')`);
  const state = await env.DB.prepare(
    `SELECT (${SCHEMA}) AS schema, ${filled.join(" || ")} AS filled, json_object(${seeds.join(", ")}) AS seeds`,
  ).first<Record<keyof State, string>>();
  const { schema, filled: names, seeds: json } = state!;
  return { schema, filled: names.split(" ").filter(Boolean), seeds: JSON.parse(json) as State["seeds"] };
}

async function deleteRows(filled: string[], seeds: State["seeds"]): Promise<void> {
  const statements = [
    "PRAGMA defer_foreign_keys = on",
    // While row 0 exists, deleted sites are queued in this table, and the search index stays as it is.
    "INSERT INTO reindex_later VALUES (0) ON CONFLICT DO NOTHING",
    ...filled.filter((table) => !isSearch(table) && table !== "reindex_later").map((table) => `DELETE FROM ${table}`),
    // Triggers have filled these tables.
    "DELETE FROM deleted_slugs",
    "DELETE FROM facet_counts",
    "DELETE FROM fact_changes",
    "DELETE FROM reindex_later WHERE site_id <> 0",
    "DELETE FROM reindex_later",
    ...filled.filter(isSearch).map((table) => `INSERT INTO ${table} (${table}) VALUES ('delete-all')`),
    ...Object.keys(seeds).map((table) => `DELETE FROM ${table}`),
  ];
  const inserts = Object.entries(seeds).map(([table, values]) =>
    env.DB.prepare(
      `INSERT INTO ${table} VALUES ${values.map((row) => `(${row.map(() => "?").join(", ")})`).join(", ")}`,
    ).bind(...values.flat()),
  );
  await env.DB.batch([...statements.map((statement) => env.DB.prepare(statement)), ...inserts]);
}

async function emptySessions(): Promise<void> {
  const { keys } = await env.SESSIONS.list();
  await Promise.all(keys.map(({ name }) => env.SESSIONS.delete(name)));
}

async function emptyMedia(): Promise<void> {
  const { objects, truncated } = await env.MEDIA.list();
  if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key));
  if (truncated) await emptyMedia();
}
