import { sql, type SQL } from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import { alternatives, pastIn, products, sites } from "#schema/tables/sites.ts";

/** SQL: 1 or 0. In every list, such sites stand last. */
export const isPast = pastIn(sites);

const SAMPLE = 12;

/**
 * SQL: 1 if at most a third of the newest 12 sites that replace the product have the site's category, as a database among
 * web statistics. Such a site seldom replaces the whole product.
 */
export const isUnusual = (productId: SQL) => sql<number>`${sites.category} NOT IN (
  SELECT near.category FROM (
    SELECT ${alternatives.siteId} AS id FROM ${alternatives} WHERE ${alternatives.productId} = ${productId}
    ORDER BY ${alternatives.siteId} DESC LIMIT ${SAMPLE}
  ) AS listed CROSS JOIN ${sites} AS near ON near.id = listed.id
  GROUP BY near.category
  HAVING 3 * count(*) > (SELECT min(${SAMPLE}, counted.site_count) FROM ${products} AS counted WHERE counted.id = ${productId})
)`;

const UNIX_EPOCH = 2_440_587.5;
const stars = sql`coalesce(${sites.facts} ->> 'stars', 0)`;

/**
 * SQL for what breaks ties between sites that fit equally well. Stars count up to 10, and half of it at 3,000: D1 has no
 * logarithm. Six known facts count 1. Each year without a commit takes 2 away, up to 10, and an unknown last commit 1.
 * Payment counts nothing.
 */
export const meritAt = (now: number) => sql<number>`(
  10 * ${stars} / (${stars} + 3000.0) + ${sites.factCount} / 6.0
  - coalesce(2 * max(0, min((${now / DAY_MS + UNIX_EPOCH} - julianday(${sites.facts} ->> 'last_commit')) / 365, 5)), 1)
)`;
