import { targetPath } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

/** Makes the edge forget a product's page, which was renamed or merged. */
export async function purgeTarget({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  await purgeCache?.([encodeURI(targetPath(slug)), `/api/pages/target/${encodeURIComponent(slug)}`]);
}
