import type { Ports } from "../ports.ts";
import { cacheTag } from "../http/cache-tag.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../http/deadline.ts";

/**
 * Returns a function that purges subjects from Cloudflare's cache in front of the Worker, with one call. It rejects if
 * Cloudflare refuses, for example at the rate limit. Cron runs and consumers of queues may purge, too.
 * https://developers.cloudflare.com/workers/cache/purge/
 */
export const edgeCachePurge =
  (cache: Pick<CacheContext, "purge">): NonNullable<Ports["purgeCache"]> =>
  async (subjects) => {
    const purging = cache.purge({ tags: subjects.map(cacheTag) });
    const { success, errors } = await withDeadline(purging, AbortSignal.timeout(SERVICE_TIMEOUT_MS));
    if (!success) throw new Error(errors.map(({ message }) => message).join("; "));
  };
