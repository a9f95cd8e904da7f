import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Tables of SQLite, of D1 and of a restore.

export const sqliteMaster = sqliteTable("sqlite_master", {
  type: text().notNull(),
  name: text().notNull(),
  tableName: text("tbl_name").notNull(),
  sql: text().notNull(),
});

/** The last assigned id of each table. */
export const sqliteSequence = sqliteTable("sqlite_sequence", { name: text().notNull(), seq: integer().notNull() });

export const d1Migrations = sqliteTable("d1_migrations", { id: integer().primaryKey(), name: text().notNull() });

/** Triggers that a restore has dropped. The table exists only while a restore is unfinished. */
export const restoreTriggers = sqliteTable("restore_triggers", { name: text().primaryKey(), sql: text().notNull() });
