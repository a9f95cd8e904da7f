import type { Ports } from "../ports.ts";
import { cacheTag } from "../http/cache-tag.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../deadline.ts";
import { logInfo } from "../log.ts";

/**
 * Returns a function that purges paths from Cloudflare's cache in front of the Worker. It purges tags, because the
 * prefix `/a` would also purge `/alternatives`. A refused purge, for example at the rate limit, is only logged.
 * https://developers.cloudflare.com/workers/cache/purge/
 */
export const edgeCachePurge =
  (cache: Pick<CacheContext, "purge">): NonNullable<Ports["purgeCache"]> =>
  async (paths) => {
    const tags = paths.flatMap((path) => cacheTag(path) ?? []);
    const { success, errors } = await withDeadline(cache.purge({ tags }), AbortSignal.timeout(SERVICE_TIMEOUT_MS));
    if (!success) logInfo({ notPurged: tags, reason: errors.map(({ message }) => message).join("; ") });
  };
