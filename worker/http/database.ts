import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { connect, PRIMARY } from "../db/connection.ts";
import type { AppEnv } from "../env.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { changedSubjects } from "./edge-scope.ts";
import { hmac, isEqual } from "./signing.ts";

const BOOKMARK_COOKIE = "bookmark";
/** Longer than a replica lags: by then, the second purge of the edge has come (features/purges/consume.ts). */
const BOOKMARK_SECONDS = 120;

const isRead = ({ req }: Context<AppEnv>) => req.method === "GET" || req.method === "HEAD";

/**
 * Reads of a GET may come from a nearby replica that is behind the primary; this suits data that is the same for every
 * visitor. A person who has just changed public data gets a bookmark, and reads from no replica that is behind it:
 * https://developers.cloudflare.com/d1/best-practices/read-replication/
 */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  const session = c.env.DB.withSession(isRead(c) ? (readBookmark(c) ?? "first-unconstrained") : PRIMARY);
  c.set("db", connect(session));
  await next();
  if (isRead(c) || changedSubjects().size === 0) return;
  const bookmark = session.getBookmark();
  if (bookmark) writeCookie(c, BOOKMARK_COOKIE, `${bookmark}~${sign(c, bookmark)}`, BOOKMARK_SECONDS);
});

/** The signature keeps out values that D1 would refuse. */
const sign = (c: Context<AppEnv>, bookmark: string) => hmac(c.env.SECRET_KEY, `bookmark:${bookmark}`);

function readBookmark(c: Context<AppEnv>): string | undefined {
  const [bookmark = "", signature = ""] = (readCookie(c, BOOKMARK_COOKIE) ?? "").split("~");
  return signature && isEqual(signature, sign(c, bookmark)) ? bookmark : undefined;
}

/**
 * For signed-in users, who must see their own last write, and for a GET that writes. The new session begins at the
 * primary; its later queries never read an older replica.
 */
export function readFromPrimary(c: Context<AppEnv>): void {
  if (isRead(c)) c.set("db", connect(c.env.DB.withSession(PRIMARY)));
}
