import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import type { Ports } from "../../ports.ts";
import { purgeSite } from "./purge.ts";

// Listings of suspended people are hidden by triggers, which make `active` ones `suspended` (schema/tables/sites.ts).

/** Whether a listing's owner is suspended. */
export async function isOfSuspended(db: Db, siteId: number): Promise<boolean> {
  const rows = await all(
    db,
    sql`SELECT 1 FROM sites WHERE id = ${siteId} AND owner_id IN (SELECT id FROM users WHERE suspended_at IS NOT NULL)`,
  );
  return rows.length > 0;
}

/** Pages of one person that are forgotten at once; the others follow within their minute. */
const PURGED_MAX = 20;

/** After an owner was suspended, or the suspension ended. */
export async function purgeSitesOf(db: Db, ports: Pick<Ports, "purgeCache">, ownerId: number): Promise<void> {
  const rows = await all<{ slug: string }>(
    db,
    sql`SELECT slug FROM sites WHERE owner_id = ${ownerId} ORDER BY id DESC LIMIT ${PURGED_MAX}`,
  );
  await Promise.all(rows.map(({ slug }) => purgeSite(ports, slug)));
}
