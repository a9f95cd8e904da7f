import { createMiddleware } from "hono/factory";
import { type AppEnv, isLocal } from "../env.ts";

/**
 * Local runs only: reads what a refusal left unread of a request's body. The local server would lose the next request on
 * that connection ("Network connection lost").
 */
export const readUnreadBody = createMiddleware<AppEnv>(async function readUnreadBody(c, next) {
  await next();
  const { body, bodyUsed } = c.req.raw;
  if (isLocal(c.env) && body && !bodyUsed && !body.locked) await body.pipeTo(new WritableStream()).catch(() => {});
});
