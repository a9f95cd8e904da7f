import { blogPath, shareImagePrefix } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

/** Purges the cached page of a post, so that its author sees the change at once. Cached lists expire within a minute. */
export async function purgePost({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  const path = encodeURI(blogPath(slug));
  await purgeCache?.([
    path,
    `/api${path}`,
    `/api/pages/blog/${encodeURIComponent(slug)}`,
    encodeURI(shareImagePrefix("post", slug)),
  ]);
}
