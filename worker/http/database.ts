import type { SQL } from "drizzle-orm";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../env.ts";

export type Db = DrizzleD1Database & { $client: D1Database };

const BOOKMARK_COOKIE = "bookmark";
const BOOKMARK_SECONDS = 600;

/**
 * Opens a D1 session: reads may come from a near replica, but never from one that is older than this visitor's own
 * last write, whose bookmark travels in a cookie.
 */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  const bookmark = getCookie(c, BOOKMARK_COOKIE);
  const session = c.env.DB.withSession(bookmark && /^[\w-]{1,200}$/.test(bookmark) ? bookmark : "first-unconstrained");
  // Drizzle's type asks for a D1Database; it only calls prepare() and batch(), which a session has too.
  c.set("db", drizzle(session as unknown as D1Database));
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD") return;
  const written = session.getBookmark();
  if (written)
    setCookie(c, BOOKMARK_COOKIE, written, { path: "/", maxAge: BOOKMARK_SECONDS, httpOnly: true, sameSite: "Lax" });
});

/** A query in SQL, alone or in a batch; `T` states the columns that it selects. */
export const all = <T>(db: Db, query: SQL) => batchable(db, db.all<T>(query));

/** The same for a query whose rows do not matter. */
export const run = (db: Db, query: SQL) => batchable(db, db.run(query));

/** Drizzle 0.45 looks for `stmt` on each query of a batch that has parameters, and its raw queries have none. */
function batchable<Q extends { getQuery(): { sql: string } }>(db: Db, query: Q): Q {
  return Object.assign(query, { stmt: db.$client.prepare(query.getQuery().sql) });
}
