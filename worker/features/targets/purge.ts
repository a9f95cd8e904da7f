import { targetPath } from "#schema/paths.ts";
import type { Ports } from "../../ports.ts";

/** Purges the page of a target from the edge cache, after the target was renamed or merged. */
export async function purgeTarget({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  await purgeCache?.([encodeURI(targetPath(slug)), `/api/pages/target/${encodeURIComponent(slug)}`]);
}
