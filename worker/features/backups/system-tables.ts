import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Tables in which SQLite, D1 and a restore describe the database itself.

/** Every table, index and trigger with its CREATE statement. */
export const sqliteMaster = sqliteTable("sqlite_master", {
  type: text().notNull(),
  name: text().notNull(),
  tableName: text("tbl_name").notNull(),
  sql: text().notNull(),
});

/** The last id that each table has assigned. */
export const sqliteSequence = sqliteTable("sqlite_sequence", { name: text().notNull(), seq: integer().notNull() });

export const d1Migrations = sqliteTable("d1_migrations", { id: integer().primaryKey(), name: text().notNull() });

/** Triggers that a restore has dropped. The table exists only while a restore is unfinished. */
export const restoreTriggers = sqliteTable("restore_triggers", { name: text().primaryKey(), sql: text().notNull() });
