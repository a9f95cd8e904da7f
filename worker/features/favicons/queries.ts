import { and, eq, gt } from "drizzle-orm";
import { products, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { isActive } from "../sites/rows/rows.ts";

/** Returns the link of an active site, or of a product with alternatives. `host` has the form of `hostOf`. */
export async function findListedLink(db: Db, host: string): Promise<string | undefined> {
  const ofSite = db
    .select({ link: sites.link })
    .from(sites)
    .where(and(eq(sites.host, host), isActive))
    .limit(1)
    .as("of_site");
  const ofProduct = db
    .select({ link: products.link })
    .from(products)
    .where(and(eq(products.domain, host), gt(products.siteCount, 0)))
    .limit(1)
    .as("of_product");
  const [row] = await db
    .select({ link: ofSite.link })
    .from(ofSite)
    .unionAll(db.select({ link: ofProduct.link }).from(ofProduct))
    .limit(1);
  return row?.link;
}
