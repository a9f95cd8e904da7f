import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ScratchDatabase } from "../features/backups/restore.ts";

/**
 * Opens a temporary SQLite database in an unnamed file, which SQLite deletes when the database is closed. A backup may be
 * too large for memory.
 */
export function openScratchDatabase(schema: string[]): ScratchDatabase {
  const database = new DatabaseSync("");
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  for (const statement of schema) database.exec(statement);
  const inserts = new Map<string, StatementSync>();

  return {
    insertRow({ name, columns }, row) {
      let insert = inserts.get(name);
      if (!insert) {
        const names = columns.map((column) => `"${column}"`).join(", ");
        insert = database.prepare(`INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`);
        inserts.set(name, insert);
      }
      insert.run(...row);
    },
    close: () => database.close(),
  };
}
