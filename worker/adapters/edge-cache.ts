import type { Ports } from "../ports.ts";
import { cacheTag } from "../http/cache-tag.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../deadline.ts";
import { logInfo } from "../log.ts";

/**
 * Cloudflare's cache in front of the Worker, by its purge alone. By tags, because a prefix is one of the text: that of
 * `/a` would purge `/alternatives` and `/assets`, too. A refusal, such as for too many purges, is no failure.
 */
export const edgeCachePurge =
  (cache: Pick<CacheContext, "purge">): NonNullable<Ports["purgeCache"]> =>
  async (paths) => {
    const tags = paths.flatMap((path) => cacheTag(path) ?? []);
    const { success, errors } = await withDeadline(cache.purge({ tags }), AbortSignal.timeout(SERVICE_TIMEOUT_MS));
    if (!success) logInfo({ notPurged: tags, reason: errors.map(({ message }) => message).join("; ") });
  };
