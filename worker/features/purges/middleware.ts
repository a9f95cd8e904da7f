import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../env.ts";
import { isStaff } from "../sessions/signed-in.ts";
import { purgeAfter } from "./purge.ts";

/** Purges what a request changed, before its response. What staff change disappears at once: it may be a take-down. */
export const purgeChanges = createMiddleware<AppEnv>(async function purgeChanges(c, next) {
  await purgeAfter({ env: c.env, ports: c.var.ports }, next, () => {
    const user = c.get("user") as AppEnv["Variables"]["user"] | undefined;
    return user !== undefined && isStaff(user);
  });
});
