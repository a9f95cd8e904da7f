import { getTableName } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

export type Db = DrizzleD1Database & { $client: D1Database };

/** Part of a batch. */
export type Statement = BatchItem<"sqlite">;
/** One that answers `T`. */
export type Query<T> = RunnableQuery<T, "sqlite">;

/** Runs all in one batch, and answers what the last statement does. */
export async function batchReturningLast<T>(db: Db, statements: readonly Statement[], last: Query<T>): Promise<T> {
  const [first, ...others] = [...statements, last];
  const results: unknown[] = await db.batch([first!, ...others]);
  return results.at(-1) as T;
}

/** What decides over rights or is about to be changed is read from the primary, never from a replica. */
export const PRIMARY = "first-primary";

/** D1 does not answer. Queries are constants and their values are checked, so nothing else makes one fail. */
export class DatabaseError extends Error {
  constructor(cause: unknown) {
    super("D1 did not answer a query.", { cause });
    this.name = "DatabaseError";
  }
}

/**
 * Whether a batch failed, and so wrote nothing, because a rule of such a column refused it: another request was there
 * first. "FOREIGN KEY" is the rule that names no column.
 */
export function violatesConstraint(error: unknown, ...rules: (SQLiteColumn | "FOREIGN KEY")[]): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const message = String(error.cause);
  return message.includes("constraint failed") && rules.some((rule) => message.includes(inMessage(rule)));
}

const inMessage = (rule: SQLiteColumn | "FOREIGN KEY") =>
  rule === "FOREIGN KEY" ? rule : `${getTableName(rule.table)}.${rule.name}`;

/** Drizzle over a D1 or one of its sessions, failures of batches told apart from other errors. */
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
  // Drizzle's type asks for a whole D1Database; it calls these two methods only.
  return drizzle(client as D1Database);
}
