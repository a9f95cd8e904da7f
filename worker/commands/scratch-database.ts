import { DatabaseSync } from "node:sqlite";
import { getTableName } from "drizzle-orm";
import { subscriptions } from "#schema/tables/payments.ts";
import type { ScratchDatabase } from "../features/backups/restore.ts";

/** Two rows have one value (sqlite.org/rescode.html#constraint_unique). Two primary keys have another code. */
const UNIQUE = 2067;

/**
 * A subscription without a site counts as one of a deleted site, which is cancelled and refunded at Stripe. If its row is
 * missing, reconciling writes it again or alerts the operator. Payments only report what happened, so they may lack a site.
 */
const KEPT_WHOLE = getTableName(subscriptions);

/**
 * Opens a temporary SQLite database in an unnamed file, which SQLite deletes when the database is closed. A backup may be
 * too large for memory.
 */
export function openScratchDatabase(schema: string[]): ScratchDatabase {
  const database = new DatabaseSync("");
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  for (const statement of schema) database.exec(statement);
  const prepared = new Map<string, ReturnType<typeof prepareTable>>();

  return {
    insertRow(table, row) {
      const known = prepared.get(table.name) ?? prepareTable(database, table);
      prepared.set(table.name, known);
      const { insert, references } = known;
      const stored = row.map((value, at) => (value !== null && references[at]?.(value) === false ? null : value));
      const isRepaired = stored.some((value, at) => value !== row[at]);
      if (isRepaired && table.name === KEPT_WHOLE) return undefined;
      try {
        insert.run(...stored);
        return isRepaired ? stored : row;
      } catch (error) {
        // The column takes no NULL, or another row got this value while the backup was made.
        if (isRepaired || (error as { errcode?: number }).errcode === UNIQUE) return undefined;
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/** `references` tell whether the row exists that a column refers to. */
function prepareTable(database: DatabaseSync, { name, columns }: { name: string; columns: string[] }) {
  const names = columns.map((column) => `"${column}"`).join(", ");
  const keys = database.prepare('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').all(name);
  return {
    insert: database.prepare(`INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`),
    references: columns.map((column) => {
      const key = keys.find(({ from }) => from === column);
      const found = key && database.prepare(`SELECT 1 FROM "${key["table"]}" WHERE "${key["to"]}" = ?`);
      return found && ((value: string | number) => found.get(value) !== undefined);
    }),
  };
}
