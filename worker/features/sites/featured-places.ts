import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { featuredSearch } from "#schema/derived-tables.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { isActive, siteSelection } from "./rows.ts";

/** The number of featured places on page 1 of a list, and in an article. */
export const LIST_PLACES = 3;
export const ARTICLE_PLACES = 2;

/**
 * A turn in milliseconds: how long the same sites are shown. A cached response is at most this old (http/caching.ts).
 */
export const ROTATION_MS = 60_000;

/** Larger than every id. The product of two smaller numbers fits into 64 bits, the size of SQLite's integers. */
const PRIME = 2_147_483_647;

type Places = {
  now: number;
  /** The number of places. */
  most: number;
};

/**
 * Selects the sites that are in the featured places now. `candidates` is a query of the ids of all sites that may be
 * there. The candidates rotate: a round has one turn for each candidate, and in a round each candidate is in each place
 * once. Each round has another shuffled order, so that no site always gets the same time of day. The query reads all
 * candidates. They are few, because featured places are paid for.
 */
export const placesStatement = (db: Db, candidates: SQL, { now, most }: Places) =>
  queryRows(
    db,
    siteSelection,
    (columns) => sql`
    WITH candidates AS MATERIALIZED (${candidates}),
    turns AS MATERIALIZED (SELECT count(*) AS count, CAST(${now / ROTATION_MS} AS INTEGER) AS turn FROM candidates),
    ordered AS (
      SELECT id, count, turn % count AS first,
        row_number() OVER (ORDER BY id * (1 + (turn / count * 1103515245 + 12345) % ${PRIME - 1}) % ${PRIME}, id) - 1 AS number
      FROM candidates, turns
    )
    SELECT ${columns} FROM (
      SELECT id, (number - first + count) % count AS place FROM ordered
    ) AS placed JOIN ${sites} ON ${sites.id} = placed.id WHERE place < ${most} ORDER BY place`,
  );

/** Selects no rows, in the shape of `placesStatement`. */
export const noPlacesStatement = (db: Db) =>
  queryRows(db, siteSelection, (columns) => sql`SELECT ${columns} FROM ${sites} WHERE false`);

/** Returns a query of the ids of featured sites that meet a condition on `sites`. By default, all active ones. */
export const selectFeatured = (now: number, condition: SQL = isActive) =>
  sql`SELECT ${sites.id} AS id FROM ${featuredSites} WHERE ${isFeatured(now)} AND ${condition}`;

/** Returns a query of the ids of featured sites that match a full-text expression and meet a condition on `sites`. */
export const selectFeaturedMatches = (match: string, now: number, condition: SQL) =>
  sql`SELECT found.id FROM (SELECT ${featuredSearch.id} AS id FROM ${featuredSearch} WHERE ${featuredSearch} MATCH ${match}) AS found
    CROSS JOIN ${sites} ON ${sites.id} = found.id WHERE ${isFeatured(now)} AND ${condition}`;

/** Returns a query of the ids of featured sites that are alternatives to a target. */
export const selectFeaturedAlternatives = (targetId: SQL, now: number) =>
  sql`SELECT ${sites.id} AS id FROM ${featuredSites}
    CROSS JOIN ${alternatives} ON ${alternatives.targetId} = ${targetId} AND ${alternatives.siteId} = ${sites.id}
    WHERE ${isFeatured(now)} AND ${isActive}`;

/**
 * Returns a query of the ids of featured sites that fit the article of a site: they have its category, or name a target
 * that it names too. The article of a featured site has no such places.
 */
export const selectFeaturedForArticle = (slug: string, now: number) =>
  sql`SELECT ${sites.id} AS id FROM ${sites} AS ${reader} CROSS JOIN ${featuredSites}
    WHERE ${reader.slug} = ${slug} AND coalesce(${reader.featuredUntil}, 0) <= ${now}
      AND ${isFeatured(now)} AND ${isActive}
      AND (
        ${sites.category} = ${reader.category} OR EXISTS (
          SELECT 1 FROM ${alternatives} AS ${own} JOIN ${alternatives} AS ${other} ON ${own.targetId} = ${other.targetId}
          WHERE ${own.siteId} = ${reader.id} AND ${other.siteId} = ${sites.id}
        )
      )`;

/** Makes a query read the small index of sites that are or were featured. SQLite might choose a larger one. */
export const featuredSites = sql`${sites} INDEXED BY sites_featured`;

export const isFeatured = (now: number) => sql`${sites.featuredUntil} > ${now}`;

const reader = alias(sites, "reader");
const own = alias(alternatives, "own");
const other = alias(alternatives, "other");
