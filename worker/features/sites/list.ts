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

/** A better tier lists at most its 30 newest hits, on five pages. Its other hits are among those of the last tier. */
const BETTER_HITS = 30;

/**
 * Selects a page of the sites that match all words. Sites named exactly as the typed text come first, then the tiers of
 * `matchTiers`, each with the newest site first. If `sort` is set, it orders the hits instead.
 *
 * D1 bills each row that a query scans (https://developers.cloudflare.com/d1/platform/pricing/), also in a temporary
 * table. So the query reads the last tier, which has the hits of the others too, only once. It reads the newest
 * MAX_SEARCH_HITS + 1 of them, or the oldest for `sort` "oldest", and keeps their ids as one text, `ids`. It reads the
 * other tiers and this text up to the end of the page. `named_only` has sites that no tier finds: for "notes", the
 * site "Ｎｏｔｅｓ".
 */
function searchStatement(db: Db, request: ListRequest, terms: SearchTerms, typed: string) {
  const { sort, page, perPage, category, except, columns = ALL_TEXTS } = request;
  const skipped = pageOffset(page, perPage);
  const end = Math.min(skipped + perPage, MAX_SEARCH_HITS);
  const shown = Math.max(0, end - skipped);
  const better = matchTiers(terms, { category, columns });
  const last = better.pop()!;
  const first = (id: SQL | SQLiteColumn) => (sort === "oldest" ? sql`${id}` : sql`${id} DESC`);
  const hitsOf = ({ table, match }: MatchTier, limit: number) => sql`
    SELECT ${table.id} AS id FROM ${table} WHERE ${table} MATCH ${match} ${
      except ? sql`AND ${table.id} IS NOT (SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${except})` : sql``
    } ORDER BY ${first(table.id)} LIMIT ${limit}`;
  const upTo = (limit: number) =>
    sql`SELECT value AS id FROM found, json_each('[' || trim(ids, ',') || ']') LIMIT ${limit}`;
  const tiers = [
    sql`SELECT id FROM named`,
    ...better.map((tier) => hitsOf(tier, Math.min(end, BETTER_HITS))),
    upTo(end),
  ];
  const hits = sort
    ? sql`SELECT id, 0 AS tier FROM named_only UNION ALL SELECT id, 0 FROM (${upTo(sort === "popular" ? MAX_SEARCH_HITS : end)})`
    : sql`SELECT id, min(tier) AS tier FROM (${sql.join(
        tiers.map((tier, index) => sql`SELECT id, ${index} AS tier FROM (${tier})`),
        sql` UNION ALL `,
      )}) GROUP BY id`;
  const order = (by: Ordered & { tier: SQL }) => (sort ? orderBy(sort, by) : sql`${by.tier}, ${by.id} DESC`);
  return queryRows(
    db,
    listedSelection,
    () => sql`
    WITH found AS MATERIALIZED (
      SELECT count(*) AS count, ',' || coalesce(group_concat(id), '') || ',' AS ids
      FROM (${hitsOf(last, MAX_SEARCH_HITS + 1)})
    ), named AS MATERIALIZED (
      SELECT ${sites.id} AS id FROM (
        SELECT ${sites.id} AS named_id FROM ${sites} WHERE ${sites.nameKey} = ${nameKey(typed)}
        ORDER BY ${first(sites.id)} LIMIT ${BETTER_HITS}
      ) JOIN ${sites} ON ${sites.id} = named_id WHERE ${listed({ category, except })}
    ), named_only AS (
      SELECT id FROM named, found WHERE instr(ids, ',' || id || ',') = 0
    )
    SELECT totals.total, page.* FROM (
      SELECT count + (SELECT count(*) FROM named_only) AS total FROM found
    ) AS totals LEFT JOIN (
      SELECT listed.tier, ${columnsOf(siteSelection)} FROM (
        SELECT * FROM (${hits}) AS hits ORDER BY ${order(inHits)} LIMIT ${shown} OFFSET ${skipped}
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

const inHits = {
  id: sql`hits.id`,
  likeCount: sql`(SELECT ${sites.likeCount} FROM ${sites} WHERE ${sites.id} = hits.id)`,
  tier: sql`hits.tier`,
};
const inPage = { id: sql`page.id`, likeCount: sql`page."likeCount"`, tier: sql`page.tier` };
