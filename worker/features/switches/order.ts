import { and, eq, type SQL, sql } from "drizzle-orm";
import { MIN_FIGURES } from "#schema/sites/switches.ts";
import { sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { counts, isShown } from "./queries.ts";

/** Of an estimated share, 95 % of all cases are above the lower bound: E. B. Wilson, 1927. */
const Z = 1.96;
const lowerBound = (some: SQL, all: SQL) => sql`(
  (${some} + ${(Z * Z) / 2} - ${Z} * sqrt(${some} * (${all} - ${some}) * 1.0 / ${all} + ${(Z * Z) / 4})) / (${all} + ${Z * Z})
)`;
const all = counts.count.sql;

/**
 * SQL between -1 and 1: the share that stayed of those who moved from the product to the site, minus the share that went
 * back, both as lower bounds, so few answers count little. 0 below `MIN_FIGURES` answers. The query must use the table `sites`.
 */
export const stayedOf = (productId: SQL) => sql<number>`coalesce((
  SELECT ${lowerBound(counts.yes.sql, all)} - ${lowerBound(counts.no.sql, all)} FROM ${switches}
  WHERE ${and(eq(switches.productId, productId), eq(switches.siteId, sites.id), isShown)} HAVING ${all} >= ${MIN_FIGURES}
), 0)`;
