import { shareImagePrefix, targetPath } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

export async function purgeTarget({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  await purgeCache?.([
    encodeURI(targetPath(slug)),
    `/api/pages/target/${encodeURIComponent(slug)}`,
    encodeURI(shareImagePrefix("product", slug)),
  ]);
}
