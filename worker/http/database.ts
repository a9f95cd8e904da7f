import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { connect, PRIMARY } from "../db/connection.ts";
import type { AppEnv } from "../env.ts";

const isRead = ({ req }: Context<AppEnv>) => req.method === "GET" || req.method === "HEAD";

/**
 * Opens a D1 session. Reads of a GET may come from a nearby replica that is behind the primary; this suits data that is
 * the same for every visitor.
 */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  c.set("db", connect(c.env.DB.withSession(isRead(c) ? "first-unconstrained" : PRIMARY)));
  await next();
});

/**
 * Restarts the D1 session of a GET at the primary. Later queries never read a replica that is older than that first
 * result. For signed-in users, who must see their own last write, and for a GET that writes.
 */
export function readFromPrimary(c: Context<AppEnv>): void {
  if (isRead(c)) c.set("db", connect(c.env.DB.withSession(PRIMARY)));
}
