import { desc, eq } from "drizzle-orm";
import { sitePath } from "#schema/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";

/**
 * Purges a site's page from the edge cache, so that its owner sees the new version at once. Cached lists expire within
 * a minute.
 */
export async function purgeSite({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  const path = encodeURI(sitePath(slug));
  await purgeCache?.([path, `/api${path}`, `/api/pages/site${path}`]);
}

/** At most this many pages are purged for one owner. The others expire within a minute. */
const PURGED_PAGES_MAX = 20;

/**
 * Purges the pages of an owner's newest sites from the edge cache, after the owner was suspended or the suspension
 * ended. Triggers have hidden or shown the sites already (migrations/0001_derived.sql).
 */
export async function purgeSitesOfOwner(db: Db, ports: Pick<Ports, "purgeCache">, ownerId: number): Promise<void> {
  const found = await db
    .select({ slug: sites.slug })
    .from(sites)
    .where(eq(sites.ownerId, ownerId))
    .orderBy(desc(sites.id))
    .limit(PURGED_PAGES_MAX);
  await Promise.all(found.map(({ slug }) => purgeSite(ports, slug)));
}
