import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { connect, PRIMARY } from "../db/connection.ts";
import type { AppEnv } from "../env.ts";

const isRead = ({ req }: Context<AppEnv>) => req.method === "GET" || req.method === "HEAD";

/** Opens a D1 session: reads of a GET may come from a near replica, however old. What all share is read like that. */
export const database = createMiddleware<AppEnv>(async function database(c, next) {
  c.set("db", connect(c.env.DB.withSession(isRead(c) ? "first-unconstrained" : PRIMARY)));
  await next();
});

/**
 * From here on the first query goes to the primary, and no later one of this request to a replica that is older than what
 * the primary said: for who is signed in, who so finds their own last write, and for a GET that writes.
 */
export function readFromPrimary(c: Context<AppEnv>): void {
  if (isRead(c)) c.set("db", connect(c.env.DB.withSession(PRIMARY)));
}
