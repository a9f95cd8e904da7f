import { desc, eq } from "drizzle-orm";
import { shareImagePrefix, sitePath } from "#schema/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";

/** Purges the page of a site, so that its owner sees the new version at once. Lists expire within a minute. */
export async function purgeSite({ purgeCache }: Pick<Ports, "purgeCache">, slug: string): Promise<void> {
  const path = encodeURI(sitePath(slug));
  await purgeCache?.([path, `/api${path}`, `/api/pages/site${path}`, encodeURI(shareImagePrefix("site", slug))]);
}

/** Other pages expire within a minute. */
const MAX_PURGED_PAGES = 20;

/** Purges the pages of an owner's newest sites, after a suspension of the owner began or ended. */
export async function purgeSitesOfOwner(db: Db, ports: Pick<Ports, "purgeCache">, ownerId: number): Promise<void> {
  const found = await db
    .select({ slug: sites.slug })
    .from(sites)
    .where(eq(sites.ownerId, ownerId))
    .orderBy(desc(sites.id))
    .limit(MAX_PURGED_PAGES);
  await Promise.all(found.map(({ slug }) => purgeSite(ports, slug)));
}
