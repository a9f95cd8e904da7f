import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ScratchDatabase } from "../features/backups/restore.ts";

/** Tables of SQLite's own in a file without a name, which is gone once it is closed: a backup may not fit into memory. */
export function openScratchDatabase(rules: string[]): ScratchDatabase {
  const database = new DatabaseSync("");
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  for (const rule of rules) database.exec(rule);
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
