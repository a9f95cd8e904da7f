import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { featuredSearch } from "#schema/derived-tables.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { isActive, siteSelection } from "./rows.ts";

/** Paid places beside the first page of a list, and inside an article. */
export const LIST_PLACES = 3;
export const ARTICLE_PLACES = 2;

/** For how long the same sites stand in them: as long as a public answer is shown at most (http/caching.ts). */
export const ROTATION_MS = 60_000;

/** Above every id, and small enough that a product of two fits SQLite's integers. */
const PRIME = 2_147_483_647;

type Places = { now: number; most: number };

/**
 * The sites whose turn it is, of those that `fitting` selects (a query of `id`). In a round of as many turns as sites
 * fit, each stands in each place once; each round has an order of its own, so nobody always gets the same hour. The cost
 * is the number of sites that fit.
 */
export const placesStatement = (db: Db, fitting: SQL, { now, most }: Places) =>
  queryRows(
    db,
    siteSelection,
    (columns) => sql`
    WITH fitting AS MATERIALIZED (${fitting}),
    turns AS MATERIALIZED (SELECT count(*) AS fit, CAST(${now / ROTATION_MS} AS INTEGER) AS turn FROM fitting),
    ordered AS (
      SELECT id, fit, turn % fit AS first,
        row_number() OVER (ORDER BY id * (1 + (turn / fit * 1103515245 + 12345) % ${PRIME - 1}) % ${PRIME}, id) - 1 AS number
      FROM fitting, turns
    )
    SELECT ${columns} FROM (
      SELECT id, (number - first + fit) % fit AS place FROM ordered
    ) AS placed JOIN ${sites} ON ${sites.id} = placed.id WHERE place < ${most} ORDER BY place`,
  );

export const noPlacesStatement = (db: Db) =>
  queryRows(db, siteSelection, (columns) => sql`SELECT ${columns} FROM ${sites} WHERE false`);

/** What is featured now and meets the condition on `sites`. */
export const selectFeatured = (now: number, condition: SQL = isActive) =>
  sql`SELECT ${sites.id} AS id FROM ${featuredSites} WHERE ${isFeatured(now)} AND ${condition}`;

/** What is featured and a match in the search. */
export const selectFeaturedMatches = (match: string, now: number, condition: SQL) =>
  sql`SELECT found.id FROM (SELECT ${featuredSearch.id} AS id FROM ${featuredSearch} WHERE ${featuredSearch} MATCH ${match}) AS found
    CROSS JOIN ${sites} ON ${sites.id} = found.id WHERE ${isFeatured(now)} AND ${condition}`;

/** What is featured and replaces a product. */
export const selectFeaturedAlternatives = (targetId: SQL, now: number) =>
  sql`SELECT ${sites.id} AS id FROM ${featuredSites}
    CROSS JOIN ${alternatives} ON ${alternatives.targetId} = ${targetId} AND ${alternatives.siteId} = ${sites.id}
    WHERE ${isFeatured(now)} AND ${isActive}`;

/**
 * What fits the article of a site: the same category, or a product that both replace. On the page of a site that is
 * featured itself, nothing does.
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

/** Along the index of those that are or were featured, which are few. */
export const featuredSites = sql`${sites} INDEXED BY sites_featured`;

export const isFeatured = (now: number) => sql`${sites.featuredUntil} > ${now}`;

const reader = alias(sites, "reader");
const own = alias(alternatives, "own");
const other = alias(alternatives, "other");
