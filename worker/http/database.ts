import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";
import { readCookie, writeCookie } from "./cookies.ts";

export type Db = DrizzleD1Database & { $client: D1Database };

/** Part of a batch. */
export type Statement = BatchItem<"sqlite">;

const BOOKMARK_COOKIE = "bookmark";
const BOOKMARK_SECONDS = 600;

/** D1 does not answer. Queries are constants and their values are checked, so nothing else makes one fail. */
export class DatabaseError extends Error {
  constructor(cause: unknown) {
    super("D1 did not answer a query.", { cause });
    this.name = "DatabaseError";
  }
}

/**
 * Whether a batch failed, and so wrote nothing, because the table's rule for that column (`sites.slug`) refused it:
 * another request was there first. "FOREIGN KEY" is the rule that names no column.
 */
export function isRefusedBy(error: unknown, ...rules: (`${string}.${string}` | "FOREIGN KEY")[]): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const message = String(error.cause);
  return message.includes("constraint failed") && rules.some((rule) => message.includes(rule));
}

/** What decides over rights or is about to be changed is read from where it is written, never from a replica. */
export const PRIMARY = "first-primary";

const isRead = ({ req }: Context<AppEnv>) => req.method === "GET" || req.method === "HEAD";

/** Opens a D1 session: reads of a GET may come from a near replica, however old. */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  const session = c.env.DB.withSession(isRead(c) ? "first-unconstrained" : PRIMARY);
  c.set("db", connect(session));
  await next();
  if (isRead(c)) return;
  const written = session.getBookmark();
  if (written) writeCookie(c, BOOKMARK_COOKIE, written, BOOKMARK_SECONDS);
});

/**
 * For who is signed in: from here on nothing is read from a replica that is older than this visitor's own last write,
 * whose bookmark travels in a cookie. What all share must not depend on it, because no cookie is part of the cache's key.
 */
export function readOwnWrites(c: Context<AppEnv>): void {
  const bookmark = readCookie(c, BOOKMARK_COOKIE);
  if (isRead(c) && bookmark && /^[\w-]{1,200}$/.test(bookmark)) c.set("db", connect(c.env.DB.withSession(bookmark)));
}

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

/** A query in SQL, alone or in a batch; `T` states the columns that it selects. */
export const all = <T>(db: Db, query: SQL) => batchable(db, db.all<T>(query));

/** The same for a query whose rows do not matter. */
export const run = (db: Db, query: SQL) => batchable(db, db.run(query));

/** Drizzle 0.45 looks for `stmt` on each query of a batch that has parameters, and its raw queries have none. */
function batchable<Q extends { getQuery(): { sql: string } }>(db: Db, query: Q): Q {
  return Object.assign(query, { stmt: db.$client.prepare(query.getQuery().sql) });
}
