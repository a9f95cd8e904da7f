import { blogPath } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

/**
 * Makes the edge forget a post's page, so that whoever saved it sees the new one at once; lists follow within their
 * minute.
 */
export async function purgePost({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  const path = encodeURI(blogPath(slug));
  await purgeCache?.([path, `/api${path}`, `/api/pages/blog/${encodeURIComponent(slug)}`]);
}
