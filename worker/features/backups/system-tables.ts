import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What SQLite, D1 and a restore keep about the database itself.

/** Every table, index and trigger with the statement that made it. */
export const sqliteMaster = sqliteTable("sqlite_master", {
  type: text().notNull(),
  name: text().notNull(),
  tableName: text("tbl_name").notNull(),
  sql: text().notNull(),
});

/** The last id that each table has given. */
export const sqliteSequence = sqliteTable("sqlite_sequence", { name: text().notNull(), seq: integer().notNull() });

/** Migrations that were applied. */
export const d1Migrations = sqliteTable("d1_migrations", { id: integer().primaryKey(), name: text().notNull() });

/** Triggers that are away. There from the first thing that a restore deletes to its end. */
export const restoreTriggers = sqliteTable("restore_triggers", { name: text().primaryKey(), sql: text().notNull() });
