import { sitePath } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

/**
 * Makes the edge forget a site's page, so that its owner sees the new one at once; lists follow within their minute.
 */
export async function purgeSite({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  const path = encodeURI(sitePath(slug));
  await purgeCache?.([path, `/api${path}`, `/api/pages/site${path}`]);
}
