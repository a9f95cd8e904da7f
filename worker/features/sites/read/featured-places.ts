import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows } from "../../../db/raw.ts";
import { isActive, siteSelection } from "../rows/rows.ts";

/** The number of featured places on page 1 of a list, and in an article. */
export const LIST_PLACES = 3;
export const ARTICLE_PLACES = 2;

/** The length of a turn, as long as a cached response is fresh (http/caching.ts). */
export const ROTATION_MS = 300_000;

/**
 * Each round shuffles the candidates: it multiplies their ids by another number, modulo this prime. It is larger than
 * every id, and the product of two smaller numbers fits into SQLite's 64 bits.
 */
const PRIME = 2_147_483_647;

type Places = { now: number; placeCount: number };

/**
 * Selects the `id` and `place` of the sites in the featured places now, in the order of places. `candidates` is a query of site
 * ids. The candidates rotate: a round has one turn for each candidate, and in a round each candidate is in each place
 * once. Each round has another order, so that no site always gets the same time of day. The query reads all candidates.
 * They are few, because owners pay for them.
 */
export const selectFeaturedPlaces = (candidates: SQL, { now, placeCount }: Places) =>
  sql`
    WITH candidates AS MATERIALIZED (${candidates}),
    turns AS MATERIALIZED (SELECT count(*) AS count, CAST(${now / ROTATION_MS} AS INTEGER) AS turn FROM candidates),
    ordered AS (
      SELECT id, count, turn % count AS first,
        row_number() OVER (ORDER BY id * (1 + (turn / count * 1103515245 + 12345) % ${PRIME - 1}) % ${PRIME}, id) - 1 AS number
      FROM candidates, turns
    )
    SELECT id, place FROM (
      SELECT id, (number - first + count) % count AS place FROM ordered
    ) AS placed WHERE place < ${placeCount} ORDER BY place`;

export const featuredPlacesStatement = (db: Db, candidates: SQL, places: Places) =>
  queryRows(
    db,
    siteSelection,
    (columns) => sql`
    SELECT ${columns} FROM (${selectFeaturedPlaces(candidates, places)}) AS placed
    JOIN ${sites} ON ${sites.id} = placed.id ORDER BY place`,
  );

// These queries select `candidates`. `condition` is about the table `sites`.

export const selectFeaturedIds = (now: number, condition: SQL = isActive) =>
  sql`SELECT ${sites.id} AS id FROM ${featuredSites} WHERE ${isFeatured(now)} AND ${isOpen} AND ${condition}`;

/**
 * Selects the featured sites that share a category or a product with a site, for the places in its article. If that
 * site is featured itself, there are none.
 */
export const selectFeaturedIdsRelatedToSite = (slug: string, now: number) =>
  sql`SELECT ${sites.id} AS id FROM ${sites} AS ${articleSite} CROSS JOIN ${featuredSites}
    WHERE ${articleSite.slug} = ${slug} AND coalesce(${articleSite.featuredUntil}, 0) <= ${now}
      AND ${isFeatured(now)} AND ${isOpen} AND ${isActive}
      AND (
        ${sites.category} = ${articleSite.category} OR EXISTS (
          SELECT 1 FROM ${alternatives} AS ${own} JOIN ${alternatives} AS ${other} ON ${own.productId} = ${other.productId}
          WHERE ${own.siteId} = ${articleSite.id} AND ${other.siteId} = ${sites.id}
        )
      )`;

/** The small index of sites that are or were featured. SQLite might choose a larger one. */
export const featuredSites = sql`${sites} INDEXED BY sites_featured`;

/** A site that may be closed is in no featured place. */
export const isOpen = sql`${sites.standing} = 'open'`;

export const isFeatured = (now: number) => sql`${sites.featuredUntil} > ${now}`;

const articleSite = alias(sites, "article_site");
const own = alias(alternatives, "own");
const other = alias(alternatives, "other");
