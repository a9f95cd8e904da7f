import { and, eq, gt } from "drizzle-orm";
import { sites, targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { isActive } from "../sites/rows.ts";

/** Returns the link of an active site, or of a product with alternatives. `host` has the form of `hostOf`. */
export async function findListedLink(db: Db, host: string): Promise<string | undefined> {
  const ofSite = db
    .select({ link: sites.link })
    .from(sites)
    .where(and(eq(sites.host, host), isActive))
    .limit(1)
    .as("of_site");
  const ofTarget = db
    .select({ link: targets.link })
    .from(targets)
    .where(and(eq(targets.domain, host), gt(targets.siteCount, 0)))
    .limit(1)
    .as("of_target");
  const [row] = await db
    .select({ link: ofSite.link })
    .from(ofSite)
    .unionAll(db.select({ link: ofTarget.link }).from(ofTarget))
    .limit(1);
  return row?.link;
}
