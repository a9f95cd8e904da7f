import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { isOpen } from "./featured-places.ts";
import { isPast } from "../../search/merit.ts";
import { isActive, siteSelection } from "../rows/rows.ts";

/** So many sites of each product are considered, the newest ones. So the cost does not grow with the directory. */
const NEWEST_OF_PRODUCT = 40;
const SIMILAR_MAX = 6;

const own = alias(alternatives, "own");
const other = alias(alternatives, "other");
const order = (slug: string) => sql`${isPast}, products DESC,
  ${sites.category} <> (SELECT near.category FROM ${sites} AS near WHERE near.slug = ${slug}),
  coalesce(${sites.facts} ->> 'stars', 0) DESC, ${sites.factCount} DESC, ${sites.id} DESC`;
const ownName = sql.identifier("own");
const otherName = sql.identifier("other");

/**
 * Selects other sites that replace the same products: those that live, then those with most products in common, then
 * those of the same category, then those with most stars and most facts.
 */
export const similarSitesStatement = (db: Db, slug: string) =>
  queryRows(
    db,
    siteSelection,
    (columns) => sql`
    WITH sharing AS (
      SELECT candidate.value AS id, count(*) AS products
      FROM ${alternatives} AS ${ownName} CROSS JOIN json_each((
        SELECT json_group_array(site_id) FROM (
          SELECT ${other.siteId} AS site_id FROM ${alternatives} AS ${otherName} WHERE ${other.productId} = ${own.productId}
          ORDER BY ${other.siteId} DESC LIMIT ${NEWEST_OF_PRODUCT}
        )
      )) AS candidate
      WHERE ${own.siteId} = (SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${slug})
        AND ${own.position} < ${MAX_ALTERNATIVES} AND candidate.value <> ${own.siteId}
      GROUP BY candidate.value
    ), nearest AS MATERIALIZED (
      SELECT sharing.id, products FROM sharing CROSS JOIN ${sites} ON ${sites.id} = sharing.id WHERE ${isActive} AND ${isOpen}
      ORDER BY ${order(slug)} LIMIT ${SIMILAR_MAX}
    )
    SELECT ${columns} FROM nearest JOIN ${sites} ON ${sites.id} = nearest.id
    ORDER BY ${order(slug)}`,
  );
