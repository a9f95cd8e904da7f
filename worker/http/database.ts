import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { connect, PRIMARY } from "../db/connection.ts";
import type { AppEnv } from "../env.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const BOOKMARK_COOKIE = "bookmark";
const BOOKMARK_SECONDS = 600;

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
