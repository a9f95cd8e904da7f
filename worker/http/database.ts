import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { connect, PRIMARY } from "../db/connection.ts";
import type { AppEnv } from "../env.ts";

const isRead = ({ req }: Context<AppEnv>) => req.method === "GET" || req.method === "HEAD";

/**
 * Reads of a GET may come from a nearby replica that is behind the primary; this suits data that is the same for every
 * visitor.
 */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  c.set("db", connect(c.env.DB.withSession(isRead(c) ? "first-unconstrained" : PRIMARY)));
  await next();
});

/**
 * For signed-in users, who must see their own last write, and for a GET that writes. The new session begins at the
 * primary; its later queries never read an older replica.
 */
export function readFromPrimary(c: Context<AppEnv>): void {
  if (isRead(c)) c.set("db", connect(c.env.DB.withSession(PRIMARY)));
}
