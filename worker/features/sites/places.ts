import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { siteColumns, type SiteRow } from "./rows.ts";

/** Paid places beside the first page of a list, and inside an article. */
export const LIST_PLACES = 3;
export const ARTICLE_PLACES = 2;

/** For how long the same sites stand in them: as long as a public answer is shown at most (http/caching.ts). */
export const TURN_MS = 60_000;

/** Above every id, and small enough that a product of two fits SQLite's integers. */
const PRIME = 2_147_483_647;

type Places = { now: number; most: number };

/**
 * The sites whose turn it is, of those that `fitting` selects (a query of `id`). In a round of as many turns as sites
 * fit, each stands in each place once; each round has an order of its own, so nobody always gets the same hour. The cost
 * is the number of sites that fit.
 */
export const placesStatement = (db: Db, fitting: SQL, { now, most }: Places) =>
  all<SiteRow>(
    db,
    sql`
    WITH fitting AS MATERIALIZED (${fitting}),
    turns AS MATERIALIZED (SELECT count(*) AS fit, CAST(${now / TURN_MS} AS INTEGER) AS turn FROM fitting),
    ordered AS (
      SELECT id, fit, turn % fit AS first,
        row_number() OVER (ORDER BY id * (1 + (turn / fit * 1103515245 + 12345) % ${PRIME - 1}) % ${PRIME}, id) - 1 AS number
      FROM fitting, turns
    )
    SELECT ${siteColumns} FROM (
      SELECT id, (number - first + fit) % fit AS place FROM ordered
    ) AS placed JOIN sites USING (id) WHERE place < ${most} ORDER BY place`,
  );

export const noPlaces = (db: Db) => all<SiteRow>(db, sql`SELECT NULL AS id WHERE false`);

/** What is featured now and meets the condition on `sites`. */
export const featuredAt = (now: number, condition: SQL = sql`review = 'active'`) =>
  sql`SELECT id FROM sites INDEXED BY sites_featured WHERE featured_until > ${now} AND ${condition}`;

/** What is featured and a match in the search. */
export const featuredMatches = (match: string, now: number, condition: SQL) =>
  sql`SELECT id FROM (SELECT rowid AS id FROM featured_search WHERE featured_search MATCH ${match})
    CROSS JOIN sites USING (id) WHERE featured_until > ${now} AND ${condition}`;

/** What is featured and replaces a product. */
export const featuredInstead = (targetId: SQL, now: number) =>
  sql`SELECT sites.id FROM sites INDEXED BY sites_featured
    CROSS JOIN alternatives ON alternatives.target_id = ${targetId} AND alternatives.site_id = sites.id
    WHERE featured_until > ${now} AND review = 'active'`;

/**
 * What fits the article of a site: the same category, or a product that both replace. On the page of a site that is
 * featured itself, nothing does.
 */
export const featuredBeside = (slug: string, now: number) =>
  sql`SELECT sites.id FROM sites AS reader CROSS JOIN sites INDEXED BY sites_featured
    WHERE reader.slug = ${slug} AND coalesce(reader.featured_until, 0) <= ${now}
      AND sites.featured_until > ${now} AND sites.review = 'active'
      AND (
        sites.category = reader.category OR EXISTS (
          SELECT 1 FROM alternatives AS own JOIN alternatives AS other USING (target_id)
          WHERE own.site_id = reader.id AND other.site_id = sites.id
        )
      )`;
