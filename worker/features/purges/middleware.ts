import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../env.ts";
import { isStaff } from "../../signed-in.ts";
import { changedSubjects } from "../../http/edge-scope.ts";
import { deleteImagesOf } from "../share-images/images.ts";
import { purgeAfter } from "./purge.ts";

/**
 * Purges what a request changed, before its response. What staff change disappears at once: it may be a take-down. If the
 * visitor leaves, Cloudflare would cancel the request between its write and its purge, so a change goes on to its end:
 * https://developers.cloudflare.com/workers/platform/limits/#duration
 */
export const purgeChanges = createMiddleware<AppEnv>(async function purgeChanges(c, next) {
  const parts = { env: c.env, ports: c.var.ports };
  const change = async () => {
    await next();
    // Before the edge's copies, which would come back otherwise.
    await deleteImagesOf(changedSubjects(), parts);
  };
  const work = purgeAfter(parts, change, () => {
    const user = c.get("user") as AppEnv["Variables"]["user"] | undefined;
    return user !== undefined && isStaff(user);
  });
  if (c.req.method !== "GET") c.executionCtx.waitUntil(work);
  await work;
});
