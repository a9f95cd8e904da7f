import { and, eq, ne, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { MAX_SEARCH_HITS } from "#schema/sites.ts";
import type { Category, SitePage, Sort } from "#schema/sites.ts";
import { counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { nullableSelection, type RowOf, queryRows } from "../../db/raw.ts";
import {
  ALL_TEXTS,
  betterTiers,
  type Expressions,
  expressionsOf,
  lastTier,
  type MatchTier,
  type SearchColumns,
  wordsOf,
} from "../search/match.ts";
import { selectNearestWords } from "../search/spelling.ts";
import { nameKey } from "../../names/keys.ts";
import { selectFeaturedIds, selectFeaturedIdsInSearch, selectFeaturedPlaces, LIST_PLACES } from "./featured-places.ts";
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

/** Each row has the total of the list, and the words that were searched instead. An empty page is one row without a site. */
const listedSelection = {
  total: sql`list.total`.mapWith(Number),
  corrected: sql<string | null>`list.corrected`,
  isPlace: sql`entry.key < json_array_length(${jsonOf(sql`list.places`)})`.mapWith(Boolean),
  ...nullableSelection(siteSelection),
};

type ListedRow = RowOf<typeof listedSelection>;

const isSite = (row: ListedRow): row is ListedRow & SiteRow => row.id !== null;

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  return toSitePage(request, await listStatement(db, request));
}

/** Returns the query of a list and its featured places. `toSitePage` converts its rows. */
export function listStatement(db: Db, request: ListRequest) {
  const words = wordsOf(request.q);
  if (request.q === "") return browseStatement(db, request);
  if (words.length === 0) return queryRows(db, listedSelection, () => sql`SELECT 0 AS total`);
  return searchStatement(db, request, words);
}

export function toSitePage({ q, page, perPage, now }: ListRequest, rows: ListedRow[]): SitePage {
  const { total, corrected } = rows[0]!;
  const count = q === "" ? total : Math.min(total, MAX_SEARCH_HITS);
  const found = rows.filter(isSite);
  return {
    featured: found.filter(({ isPlace }) => isPlace).map((row) => toSite(row, now)),
    results: found.filter(({ isPlace }) => !isPlace).map((row) => toSite(row, now)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
    ...(total > 0 && corrected !== null && { corrected_query: corrected }),
  };
}

// A query keeps ids as one text: "7,5,". D1 bills each row that a query scans, also in a temporary table
// (https://developers.cloudflare.com/d1/platform/pricing/).

const textOf = (ids: SQL) => sql`(SELECT coalesce(group_concat(id || ',', ''), '') FROM (${ids}))`;

/** A JSON array. A function declaration, because `listedSelection` needs it. */
function jsonOf(text: SQL): SQL {
  return sql`'[' || rtrim(${text}, ',') || ']'`;
}

/**
 * Selects the sites of a page. `list` is a query of one row: `total`, `corrected`, and the ids of `places` and `shown` in
 * their order.
 */
const pageStatement = (db: Db, list: SQL) =>
  queryRows(
    db,
    listedSelection,
    (columns) => sql`
    WITH list AS MATERIALIZED (${list})
    SELECT ${columns} FROM list LEFT JOIN json_each(${jsonOf(sql`list.places || list.shown`)}) AS entry
    LEFT JOIN ${sites} ON ${sites.id} = entry.value ORDER BY entry.key`,
  );

/** Only page 1 can have featured places. `candidates` is a query of site ids. */
const placesText = ({ now, page, hasFeaturedPlaces }: ListRequest, candidates: SQL) =>
  hasFeaturedPlaces && page === 1
    ? textOf(selectFeaturedPlaces(candidates, { now, placeCount: LIST_PLACES }))
    : sql`''`;

/**
 * Selects a page of all sites, or of a category. It reads one index up to the end of the page, and the total comes from
 * counters, so the cost does not depend on the size of the directory.
 */
function browseStatement(db: Db, request: ListRequest) {
  const { sort, page, perPage, category, except } = request;
  const skipped = pageOffset(page, perPage);
  const isCounted = category
    ? eq(counters.name, `sites.${category}`)
    : sql`${counters.name} >= 'sites.' AND ${counters.name} < 'sites/'`;
  return pageStatement(
    db,
    sql`
    WITH totals AS MATERIALIZED (
      SELECT coalesce(sum(${counters.value}), 0) - ${except ? 1 : 0} AS total FROM ${counters} WHERE ${isCounted}
    )
    SELECT total, NULL AS corrected, ${placesText(request, selectFeaturedIds(request.now, listed(request)))} AS places,
      ${textOf(sql`
        SELECT ${sites.id} AS id FROM ${sites} WHERE ${listed(request)} ORDER BY ${orderBy(sort, sites)}
        -- Without this limit, a page after the last one would read the whole index and find nothing.
        LIMIT CASE WHEN ${skipped} < (SELECT total FROM totals) THEN ${perPage} ELSE 0 END OFFSET ${skipped}`)} AS shown
    FROM totals`,
  );
}

/** A better tier lists at most its 30 newest hits, on five pages. Its other hits are among those of the last tier. */
const BETTER_HITS = 30;

/**
 * If more than MAX_SEARCH_HITS of so many newest sites have all of MANY_WORDS words or more, only the first of the better
 * tiers is read. For the others, FTS5 would compare whole lists of common words: for "a b c d", it compared names for 8
 * of 12 ms among 300,000 sites, and found none. A range of ids does not help, because FTS5 checks it for hits only.
 */
const MANY_HITS_SITES = 20_000;
const MANY_WORDS = 3;

/**
 * Selects a page of the sites that match all words. Sites named exactly as the typed text come first (`named`), then
 * those of `betterTiers` and `lastTier`, each with the newest site first. If `sort` is set, it orders the hits instead.
 *
 * If the typed words have no hits (`exact`), the query searches the nearest known words (`words`). A second query would
 * wait for another round trip. Each step is one row, and few steps name an earlier one: SQLite compiles a step again
 * for each name.
 *
 * The query reads the last tier, which has the hits of the others too, only once. It reads the newest
 * MAX_SEARCH_HITS + 1 of them, or the oldest for `sort` "oldest" (`ids`). It reads the other tiers and this text up to
 * the end of the page. Some named sites are in no tier: for "notes", the site "Ｎｏｔｅｓ".
 */
function searchStatement(db: Db, request: ListRequest, words: string[]) {
  const { now, q, sort, page, perPage, category, except, columns = ALL_TEXTS } = request;
  const skipped = pageOffset(page, perPage);
  const end = Math.min(skipped + perPage, MAX_SEARCH_HITS);
  const shown = Math.max(0, end - skipped);
  const first = (id: SQL | SQLiteColumn) => (sort === "oldest" ? sql`${id}` : sql`${id} DESC`);
  const hitsOf = ({ table, match }: MatchTier, limit: number) => sql`
    SELECT ${table.id} AS id FROM ${table} WHERE ${table} MATCH ${match} ${
      except ? sql`AND ${table.id} IS NOT (SELECT ${sites.id} FROM ${sites} WHERE ${sites.slug} = ${except})` : sql``
    } ORDER BY ${first(table.id)} LIMIT ${limit}`;
  const lastHits = (expressions: Expressions) =>
    hitsOf(lastTier(expressions, { category, columns }), MAX_SEARCH_HITS + 1);
  const named = (key: SQL) => sql`
    SELECT ${sites.id} AS id FROM (
      SELECT ${sites.id} AS named_id FROM ${sites} WHERE ${sites.nameKey} = ${key}
      ORDER BY ${first(sites.id)} LIMIT ${BETTER_HITS}
    ) JOIN ${sites} ON ${sites.id} = named_id WHERE ${listed({ category, except })}`;
  const typed = expressionsOf(words);
  const key = sql`${nameKey(q)}`;
  const chosen: Expressions = { every: sql`every`, beginning: sql`beginning` };
  const betterHits = Math.min(end, BETTER_HITS);
  const better = betterTiers(chosen, { category, columns }).map((tier) => textOf(hitsOf(tier, betterHits)));
  const hit = (at: number) => sql`${jsonOf(sql`ids`)} ->> ${sql.raw(String(at))}`;
  const hasManyHits =
    words.length < MANY_WORDS
      ? sql`false`
      : sql`coalesce(${hit(0)} - (${hit(MAX_SEARCH_HITS)}) < ${MANY_HITS_SITES}, false)`;
  const tierCount = better.length + 1;
  const namedOnly = sql`SELECT value AS id FROM json_each(${jsonOf(sql`named`)}) WHERE instr(',' || ids, ',' || value || ',') = 0`;
  const hits = sort
    ? sql`
      SELECT id FROM (
        ${namedOnly}
        UNION ALL SELECT * FROM (
          SELECT value FROM json_each(${jsonOf(sql`ids`)}) LIMIT ${sort === "popular" ? MAX_SEARCH_HITS : end}
        )
      ) AS hits ORDER BY ${orderBy(sort, inHits)} LIMIT ${shown} OFFSET ${skipped}`
    : sql`
      SELECT value AS id FROM (
        SELECT key, value FROM json_each(${jsonOf(sql`named || better || ids`)}) LIMIT ${tierCount * betterHits + end}
      ) GROUP BY value ORDER BY min(key) LIMIT ${shown} OFFSET ${skipped}`;
  return pageStatement(
    db,
    sql`
    WITH exact AS MATERIALIZED (
      SELECT ${textOf(lastHits(typed))} AS ids
    ), words AS MATERIALIZED (
      SELECT exact.ids AS exact_ids, near.query, coalesce(near.query, ${key}) AS name_key,
        coalesce(near.every, ${typed.every}) AS every, coalesce(near.beginning, ${typed.beginning}) AS beginning
      FROM exact LEFT JOIN (
        ${selectNearestWords(words, sql`(SELECT ids FROM exact) = '' AND NOT EXISTS (${named(key)})`)}
      ) AS near
    ), hits AS MATERIALIZED (
      SELECT query, name_key, every, beginning, iif(query IS NULL, exact_ids, ${textOf(lastHits(chosen))}) AS ids FROM words
    ), found AS MATERIALIZED (
      SELECT query, ids, ${textOf(named(sql`hits.name_key`))} AS named,
        CASE WHEN ids = '' THEN '' WHEN ${hasManyHits} THEN ${better[0]} ELSE ${sql.join(better, sql` || `)} END AS better,
        ${placesText(request, selectFeaturedIdsInSearch(chosen.every, now, listed(request)))} AS places
      FROM hits
    )
    SELECT json_array_length(${jsonOf(sql`ids`)}) + (SELECT count(*) FROM (${namedOnly})) AS total,
      query AS corrected, places, ${textOf(hits)} AS shown
    FROM found`,
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
};
