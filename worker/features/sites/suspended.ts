import { desc, eq } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import type { Ports } from "../../ports.ts";
import { purgeSite } from "./purge.ts";

// Listings of suspended people are hidden by triggers, which make `active` ones `suspended` (schema/tables/sites.ts).

/** Pages of one person that are forgotten at once; the others follow within their minute. */
const PURGED_MAX = 20;

/** After an owner was suspended, or the suspension ended. */
export async function purgeSitesOf(db: Db, ports: Pick<Ports, "purgeCache">, ownerId: number): Promise<void> {
  const found = await db
    .select({ slug: sites.slug })
    .from(sites)
    .where(eq(sites.ownerId, ownerId))
    .orderBy(desc(sites.id))
    .limit(PURGED_MAX);
  await Promise.all(found.map(({ slug }) => purgeSite(ports, slug)));
}
