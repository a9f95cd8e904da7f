import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { MAX_SEARCH_HITS } from "#schema/sites.ts";
import type { Category, SitePage, Sort } from "#schema/sites.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { columnsOf, nullableSelection, type RowOf, queryRows } from "../../db/raw.ts";
import {
  ALL_TEXTS,
  matchAll,
  matchTiers,
  type SearchColumns,
  type SearchTerms,
  type MatchTier,
  wordsOf,
} from "../search/match.ts";
import { nearestWords } from "../search/spelling.ts";
import { nameKey } from "../../names/keys.ts";
import {
  selectFeaturedIds,
  selectFeaturedIdsInSearch,
  LIST_PLACES,
  noFeaturedPlacesStatement,
  featuredPlacesStatement,
} from "./featured-places.ts";
import { isActive, type SiteRow, siteSelection, toSite } from "./rows.ts";

/** A list of active sites. Payment does not change its order. */
export type ListRequest = {
  now: number;
  /** The words to search for. "" lists all sites. */
  q: string;
  /** Null: the best match first if there are words, else the newest first. */
  sort: Sort | null;
  /** Counts from 1. */
  page: number;
  perPage: number;
  category?: Category | null | undefined;
  /** Slug of a site to leave out. */
  except?: string | undefined;
  /** By default, all texts are searched. */
  columns?: SearchColumns;
  /** Only page 1 can have featured places. */
  hasFeaturedPlaces?: boolean;
};

/** Each row has the total of the list. An empty page is one row without a site. */
const listedSelection = { total: sql`totals.total`.mapWith(Number), ...nullableSelection(siteSelection) };

type ListedRow = RowOf<typeof listedSelection>;

const isSite = (row: ListedRow): row is { total: number } & SiteRow => row.id !== null;

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  const [listed, places] = await db.batch(listStatements(db, request));
  return toSitePage(db, request, listed, places);
}

type Words = { terms: SearchTerms; typed: string };

const wordsIn = (q: string): Words => ({ terms: wordsOf(q).map((word) => [word]), typed: q });

/** Returns the statements of a list and of its featured places, for a batch. `toSitePage` converts their rows. */
export const listStatements = (db: Db, request: ListRequest, words: Words = wordsIn(request.q)) =>
  [sitesStatement(db, request, words), featuredPlacesOf(db, request, words)] as const;

function sitesStatement(db: Db, request: ListRequest, { terms, typed }: Words) {
  if (request.q === "") return browseStatement(db, request);
  if (terms.length === 0) return queryRows(db, listedSelection, () => sql`SELECT 0 AS total, NULL AS id`);
  return searchStatement(db, request, terms, typed);
}

function featuredPlacesOf(db: Db, request: ListRequest, { terms }: Words) {
  const { now, q, page, hasFeaturedPlaces } = request;
  if (!hasFeaturedPlaces || page > 1 || (q !== "" && terms.length === 0)) return noFeaturedPlacesStatement(db);
  const candidates =
    q === ""
      ? selectFeaturedIds(now, listed(request))
      : selectFeaturedIdsInSearch(matchAll(terms), now, listed(request));
  return featuredPlacesStatement(db, candidates, { now, placeCount: LIST_PLACES });
}

/**
 * Converts the rows of `listStatements`. If a search has no hits, it searches once more, for the nearest known words. If
 * that has hits, they are the result, and `corrected_query` has these words.
 */
export async function toSitePage(
  db: Db,
  request: ListRequest,
  found: ListedRow[],
  places: SiteRow[],
): Promise<SitePage> {
  if (request.q !== "" && found[0]?.total === 0) {
    const words = wordsOf(request.q);
    const terms = words.length > 0 && (await nearestWords(db, words));
    if (terms) {
      const corrected = terms.map((spellings) => spellings[0]).join(" ");
      const page = pageOf(request, ...(await db.batch(listStatements(db, request, { terms, typed: corrected }))));
      if (page.count > 0) return { ...page, corrected_query: corrected };
    }
  }
  return pageOf(request, found, places);
}

function pageOf({ q, page, perPage, now }: ListRequest, found: ListedRow[], places: SiteRow[]): SitePage {
  const total = found[0]?.total ?? 0;
  const count = q === "" ? total : Math.min(total, MAX_SEARCH_HITS);
  return {
    featured: places.map((row) => toSite(row, now)),
    results: found.filter(isSite).map((row) => toSite(row, now)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
  };
}

/**
 * Selects a page of all sites, or of a category. It reads one index up to the end of the page, and the total comes from
 * counters, so the cost does not depend on the size of the directory.
 */
function browseStatement(db: Db, { sort, page, perPage, category, except }: ListRequest) {
  const skipped = pageOffset(page, perPage);
  const isCounted = category
    ? eq(counters.name, `sites.${category}`)
    : sql`${counters.name} >= 'sites.' AND ${counters.name} < 'sites/'`;
  return queryRows(
    db,
    listedSelection,
    () => sql`
    WITH totals AS MATERIALIZED (
      SELECT coalesce(sum(${counters.value}), 0) - ${except ? 1 : 0} AS total FROM ${counters} WHERE ${isCounted}
    )
    SELECT totals.total, page.* FROM totals LEFT JOIN (
      SELECT ${columnsOf(siteSelection)} FROM (
        SELECT ${sites.id} AS id FROM ${sites} WHERE ${listed({ category, except })} ORDER BY ${orderBy(sort, sites)}
        -- Without this limit, a page after the last one would read the whole index and find nothing.
        LIMIT CASE WHEN ${skipped} < (SELECT total FROM totals) THEN ${perPage} ELSE 0 END OFFSET ${skipped}
      ) AS listed JOIN ${sites} ON ${sites.id} = listed.id
    ) AS page ORDER BY ${orderBy(sort, inPage)}`,
  );
}

/**
 * Selects a page of the sites that match all words. Sites named exactly as the typed text come first, then the tiers of
 * `matchTiers`, each with the newest site first. If `sort` is set, it orders the hits instead. To limit the cost of
 * common words, each tier reads at most MAX_SEARCH_HITS + 1 hits: the newest ones, or the oldest for `sort` "oldest".
 */
function searchStatement(db: Db, request: ListRequest, terms: SearchTerms, typed: string) {
  const { sort, page, perPage, category, except, columns = ALL_TEXTS } = request;
  const tierLimit = MAX_SEARCH_HITS + 1;
  const skipped = pageOffset(page, perPage);
  const shown = Math.max(0, Math.min(perPage, MAX_SEARCH_HITS - skipped));
  const tiers = matchTiers(terms, { category, columns });
  const hitsOf = ({ table, match }: MatchTier, rank: number) => sql`
    SELECT * FROM (
      SELECT ${table.id} AS id, ${rank} AS tier FROM ${table} WHERE ${table} MATCH ${match}
      ORDER BY ${sort === "oldest" ? table.id : sql`${table.id} DESC`} LIMIT ${tierLimit}
    )`;
  const order = (by: Ordered & { tier: SQL }) => (sort ? orderBy(sort, by) : sql`${by.tier}, ${by.id} DESC`);
  return queryRows(
    db,
    listedSelection,
    () => sql`
    WITH hits AS (
      SELECT * FROM (SELECT ${sites.id} AS id, 1 AS tier FROM ${sites} WHERE ${sites.nameKey} = ${nameKey(typed)} LIMIT ${tierLimit})
      UNION ALL ${sql.join(
        tiers.map((tier, index) => hitsOf(tier, index + 2)),
        sql` UNION ALL `,
      )}
    ), ranked AS MATERIALIZED (
      SELECT ${sites.id} AS id, min(hits.tier) AS tier, ${sites.likeCount} AS "likeCount"
      FROM hits JOIN ${sites} ON ${sites.id} = hits.id
      WHERE ${listed({ category, except })} GROUP BY ${sites.id}
    )
    SELECT totals.total, page.* FROM (SELECT count(*) AS total FROM ranked) AS totals LEFT JOIN (
      SELECT listed.tier, ${columnsOf(siteSelection)} FROM (
        SELECT * FROM ranked ORDER BY ${order(inRanked)} LIMIT ${shown} OFFSET ${skipped}
      ) AS listed JOIN ${sites} ON ${sites.id} = listed.id
    ) AS page ORDER BY ${order(inPage)}`,
  );
}

const listed = ({ category, except }: Pick<ListRequest, "category" | "except">): SQL =>
  and(isActive, category ? eq(sites.category, category) : undefined, except ? ne(sites.slug, except) : undefined)!;

type Ordered = Record<"id" | "likeCount", SQL | SQLiteColumn>;

/** Ids grow with time, so the newest site has the highest id. */
function orderBy(sort: Sort | null, { id, likeCount }: Ordered): SQL {
  if (sort === "oldest") return sql`${id}`;
  return sort === "popular" ? sql`${likeCount} DESC, ${id} DESC` : sql`${id} DESC`;
}

const orderIn = (name: string) => ({
  id: sql.raw(`${name}.id`),
  likeCount: sql.raw(`${name}."likeCount"`),
  tier: sql.raw(`${name}.tier`),
});
const inRanked = orderIn("ranked");
const inPage = orderIn("page");
