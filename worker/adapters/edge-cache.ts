import type { Ports } from "../ports.ts";
import { cacheTag } from "../http/cache-tag.ts";
import { withDeadline, SERVICE_TIMEOUT_MS } from "../deadline.ts";

/** Cloudflare, "Purge cache": the tags in one call. */
const MAX_TAGS = 100;
/** Of at most 25 in a burst. Further paths are left to expire: only the deletion of a large account has so many. */
const MAX_CALLS = 10;

/**
 * Returns a function that purges paths from Cloudflare's cache in front of the Worker. It purges tags, because the
 * prefix `/a` would also purge `/alternatives`. It rejects if Cloudflare refuses, for example at the rate limit.
 * https://developers.cloudflare.com/workers/cache/purge/
 */
export const edgeCachePurge =
  (cache: Pick<CacheContext, "purge">): NonNullable<Ports["purgeCache"]> =>
  async (paths) => {
    const tags = paths.flatMap((path) => cacheTag(path) ?? []).slice(0, MAX_TAGS * MAX_CALLS);
    for (let start = 0; start < tags.length; start += MAX_TAGS) {
      const purging = cache.purge({ tags: tags.slice(start, start + MAX_TAGS) });
      // oxlint-disable-next-line no-await-in-loop -- A refused call makes the others useless.
      const { success, errors } = await withDeadline(purging, AbortSignal.timeout(SERVICE_TIMEOUT_MS));
      if (!success) throw new Error(errors.map(({ message }) => message).join("; "));
    }
  };
