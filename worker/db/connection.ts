import { getTableName } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

export type Db = DrizzleD1Database & { $client: D1Database };

export type Statement = BatchItem<"sqlite">;
export type Query<T> = RunnableQuery<T, "sqlite">;

/** Runs the statements and then `last` in one transaction. Returns the result of `last`. */
export async function batchReturningLast<T>(db: Db, statements: readonly Statement[], last: Query<T>): Promise<T> {
  const [first, ...others] = [...statements, last];
  const results: unknown[] = await db.batch([first!, ...others]);
  return results.at(-1) as T;
}

/** D1 session constraint: the first query goes to the primary. For permissions, and for rows before a change. */
export const PRIMARY = "first-primary";

/** A batch failed: a constraint was violated (see `violatesConstraint`), or D1 did not answer. */
export class DatabaseError extends Error {
  constructor(cause: unknown) {
    super("A D1 batch failed.", { cause });
    this.name = "DatabaseError";
  }
}

/**
 * Returns true if a batch failed, and so wrote nothing, because of a constraint on one of these columns. "FOREIGN KEY"
 * means any foreign key: SQLite's message does not name the column.
 */
export function violatesConstraint(error: unknown, ...rules: (SQLiteColumn | "FOREIGN KEY")[]): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const message = String(error.cause);
  return message.includes("constraint failed") && rules.some((rule) => message.includes(inMessage(rule)));
}

const inMessage = (rule: SQLiteColumn | "FOREIGN KEY") =>
  rule === "FOREIGN KEY" ? rule : `${getTableName(rule.table)}.${rule.name}`;

/** A failed batch throws a `DatabaseError`. */
export function connect(d1: Pick<D1Database, "prepare" | "batch">): Db {
  const client: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (query) => d1.prepare(query),
    async batch<T>(statements: D1PreparedStatement[]) {
      try {
        return await d1.batch<T>(statements);
      } catch (cause) {
        throw new DatabaseError(cause);
      }
    },
  };
  // Drizzle's type requires a whole D1Database, but Drizzle calls only these two methods.
  return drizzle(client as D1Database);
}
