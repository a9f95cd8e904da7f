import { sql } from "drizzle-orm";
import { all, type Db, run, type Statement } from "../../http/database.ts";
import { end, head, type Head, rowLine } from "./format.ts";
import { EPHEMERAL, listMigrations, listTables } from "./tables.ts";

/** What one statement takes: a value may have 2 MB. */
const BATCH_ROWS = 500;
const BATCH_CHARS = 400_000;

type Options = {
  /** Throws away what the database holds; without, it must be empty. */
  replace?: boolean;
  onProgress?: (rows: number) => void;
};

/**
 * Fills a database that has the same migrations with the lines of a backup. Each row comes back as it was, counters
 * too, so triggers are away meanwhile; the search index is made anew. One that was broken off is run again with `replace`.
 * @returns how many rows there are.
 * @throws Error with a sentence where backup and database do not fit, or the file was cut off.
 */
export async function restore(db: Db, lines: AsyncIterable<string>, options: Options = {}): Promise<number> {
  const iterator = lines[Symbol.asyncIterator]();
  const begin = parse(
    head,
    (await iterator.next()).value as string | undefined,
    "This is not the beginning of a backup.",
  );
  await requireFit(db, begin, options);
  const triggers = await takeTriggers(db);
  await empty(db);

  let rows = 0;
  for await (const { table, values } of batchesOf(iterator)) {
    await insert(db, begin.tables[table]!, values);
    rows += values.length;
    options.onProgress?.(rows);
  }
  await finish(db, begin, triggers);
  return rows;
}

/** The rows of one table after the other, as many as one statement takes. */
async function* batchesOf(lines: AsyncIterator<string>): AsyncGenerator<{ table: number; values: unknown[][] }> {
  let rows = 0;
  let table = -1;
  let values: unknown[][] = [];
  let chars = 0;
  for await (const line of { [Symbol.asyncIterator]: () => lines }) {
    const isEnd = line.startsWith("{");
    const [next, row] = isEnd ? [-1, []] : parse(rowLine, line, "A line of the backup cannot be read.");
    if (values.length > 0 && (next !== table || values.length >= BATCH_ROWS || chars > BATCH_CHARS)) {
      rows += values.length;
      yield { table, values };
      [values, chars] = [[], 0];
    }
    if (isEnd) {
      if (parse(end, line, "The end of the backup cannot be read.").rows !== rows) throw new Error(CUT_OFF);
      return;
    }
    table = next;
    values.push(row);
    chars += line.length;
  }
  throw new Error(CUT_OFF);
}

const CUT_OFF = "The backup is cut off: its end is missing.";

function parse<T>(rules: { parse(input: unknown): T }, line: string | undefined, problem: string): T {
  try {
    return rules.parse(JSON.parse(line ?? ""));
  } catch (cause) {
    throw new Error(problem, { cause });
  }
}

async function requireFit(db: Db, begin: Head, { replace = false }: Options): Promise<void> {
  const known = await listMigrations(db);
  if (JSON.stringify(known) !== JSON.stringify(begin.migrations))
    throw new Error(
      `The backup was made with the migrations up to ${begin.migrations.at(-1)}, the database has those up to ${known.at(-1)}. Restore with the version that made it, then migrate.`,
    );
  if (replace) return;
  const [filled] = await all(db, sql`SELECT 1 FROM users UNION ALL SELECT 1 FROM sites LIMIT 1`);
  if (filled)
    throw new Error("The database is not empty. Restore into a new one, or throw away what it holds: --replace");
}

type Trigger = { name: string; sql: string };

/** Kept in a table while they are away, so that a restore that was broken off still finds them. */
async function takeTriggers(db: Db): Promise<Trigger[]> {
  await db.batch([
    run(db, sql`CREATE TABLE IF NOT EXISTS restore_triggers (name TEXT PRIMARY KEY, sql TEXT NOT NULL)`),
    run(db, sql`INSERT OR REPLACE INTO restore_triggers SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`),
  ]);
  const triggers = await all<Trigger>(db, sql`SELECT name, sql FROM restore_triggers`);
  const drops = triggers.map(({ name }) => run(db, sql`DROP TRIGGER IF EXISTS ${sql.identifier(name)}`));
  await runAll(db, drops);
  return triggers;
}

async function empty(db: Db): Promise<void> {
  const tables = await listTables(db);
  // Those that refer to others first.
  const names = [...EPHEMERAL, ...tables.toReversed().map(({ name }) => name)];
  await runAll(
    db,
    names.map((name) => run(db, sql`DELETE FROM ${sql.identifier(name)}`)),
  );
}

async function insert(db: Db, { name, columns }: Head["tables"][number], rows: unknown[][]): Promise<void> {
  const names = sql.raw(columns.map((column) => `"${column}"`).join(", "));
  const values = sql.raw(columns.map((_, index) => `value ->> '$[${index}]'`).join(", "));
  await run(
    db,
    sql`INSERT INTO ${sql.identifier(name)} (${names}) SELECT ${values} FROM json_each(${JSON.stringify(rows)})`,
  );
}

const SITE_SEARCHES = ["site_search", "site_name_search", "site_alternative_search", "featured_search"];
const REINDEX_SITES = 1000;

/** Numbers that were given, triggers, and then the search index by them. */
async function finish(db: Db, { sequences }: Head, triggers: Trigger[]): Promise<void> {
  await runAll(db, [
    run(
      db,
      sql`UPDATE counters SET value = 0 WHERE name IN (SELECT 'rows.' || value FROM json_each(${JSON.stringify(EPHEMERAL)}))`,
    ),
    run(db, sql`DELETE FROM sqlite_sequence WHERE name <> 'd1_migrations'`),
    run(
      db,
      sql`INSERT INTO sqlite_sequence (name, seq) SELECT value ->> 'name', value ->> 'seq' FROM json_each(${JSON.stringify(sequences)})`,
    ),
    ...triggers.map((trigger) => run(db, sql.raw(trigger.sql))),
    ...[...SITE_SEARCHES, "target_search"].map((name) =>
      run(db, sql.raw(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`)),
    ),
    run(db, sql`INSERT INTO target_search (rowid, name, link) SELECT id, name, link_key FROM targets`),
    run(db, sql`DROP TABLE restore_triggers`),
  ]);
  const [last] = await all<{ id: number | null }>(db, sql`SELECT max(id) AS id FROM sites`);
  for (let from = 0; from <= (last?.id ?? 0); from += REINDEX_SITES) {
    // oxlint-disable-next-line no-await-in-loop -- One write at a time.
    await run(
      db,
      sql`INSERT INTO reindex_site SELECT id FROM sites WHERE id > ${from} AND id <= ${from + REINDEX_SITES}`,
    );
  }
}

async function runAll(db: Db, [first, ...others]: Statement[]): Promise<void> {
  if (first) await db.batch([first, ...others]);
}
