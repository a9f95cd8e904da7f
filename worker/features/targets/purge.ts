import { targetPath } from "#schema/paths.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";

/** Makes the edge forget a product's page, which was renamed or merged. Where that fails, the page goes within its minute. */
export async function purgeTarget({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  await purgeCache?.([encodeURI(targetPath(slug)), `/api/pages/target/${encodeURIComponent(slug)}`]).catch(logError);
}
