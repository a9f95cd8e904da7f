import { rowsBefore } from "../../db/paging.ts";
import { sql, type SQL } from "drizzle-orm";
import { SEARCH_CAP } from "#schema/sites.ts";
import type { Category, SitePage, Sort } from "#schema/sites.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { matchAnywhere, matchTiers, type SearchColumns, type Terms, type Tier, wordsOf } from "../search/match.ts";
import { nearestWords } from "../search/spelling.ts";
import { nameKey } from "../../names/keys.ts";
import { featuredAt, featuredMatches, LIST_PLACES, noPlaces, placesStatement } from "./places.ts";
import { siteColumns, type SiteRow, toSite } from "./rows.ts";

/** A page of active sites in their own order, whoever pays. Without words: by `sort`. With words: best match first. */
export type ListRequest = {
  now: number;
  q: string;
  /** Empty: newest first, or the best match. */
  sort: Sort | null;
  page: number;
  perPage: number;
  category?: Category | null | undefined;
  /** Slug of a site that the list leaves out. */
  except?: string | undefined;
  /** Where the words are looked for. */
  columns?: SearchColumns;
  /** Whether the first page shows paid places. */
  hasPlaces?: boolean;
};

/** A row of the page with the total of the list; the total alone where the page is empty. */
type ListedRow = { total: number } & (SiteRow | { id: null });

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  const [rows, places] = await db.batch(listStatements(db, request));
  return toSitePage(db, request, rows, places);
}

type Words = { terms: Terms; typed: string };

const wordsIn = (q: string): Words => ({ terms: wordsOf(q).map((word) => [word]), typed: q });

/** The list and its paid places, for a batch with others; `toSitePage` reads their rows. */
export const listStatements = (db: Db, request: ListRequest, words: Words = wordsIn(request.q)) =>
  [sitesStatement(db, request, words), placesOf(db, request, words)] as const;

function sitesStatement(db: Db, request: ListRequest, { terms, typed }: Words) {
  if (request.q === "") return browseStatement(db, request);
  if (terms.length === 0) return all<ListedRow>(db, sql`SELECT 0 AS total, NULL AS id`);
  return searchStatement(db, request, terms, typed);
}

function placesOf(db: Db, request: ListRequest, { terms }: Words) {
  const { now, q, page, hasPlaces } = request;
  if (!hasPlaces || page > 1 || (q !== "" && terms.length === 0)) return noPlaces(db);
  const fitting =
    q === "" ? featuredAt(now, listed(request)) : featuredMatches(matchAnywhere(terms), now, listed(request));
  return placesStatement(db, fitting, { now, most: LIST_PLACES });
}

/** The answer of a list call. A search that found nothing is tried once more with the nearest known words. */
export async function toSitePage(
  db: Db,
  request: ListRequest,
  rows: ListedRow[],
  places: SiteRow[],
): Promise<SitePage> {
  if (request.q !== "" && rows[0]?.total === 0) {
    const words = wordsOf(request.q);
    const terms = words.length > 0 && (await nearestWords(db, words));
    if (terms) {
      const corrected = terms.map((spellings) => spellings[0]).join(" ");
      const found = await db.batch(listStatements(db, request, { terms, typed: corrected }));
      const page = pageOf(request, ...found);
      if (page.count > 0) return { ...page, corrected_query: corrected };
    }
  }
  return pageOf(request, rows, places);
}

function pageOf({ q, page, perPage, now }: ListRequest, rows: ListedRow[], places: SiteRow[]): SitePage {
  const total = rows[0]?.total ?? 0;
  const count = q === "" ? total : Math.min(total, SEARCH_CAP);
  return {
    featured: places.map((row) => toSite(row, now)),
    results: rows.filter((row) => row.id !== null).map((row) => toSite(row, now)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
  };
}

/** Walks one index, so the cost is the depth of the page. */
function browseStatement(db: Db, { sort, page, perPage, category, except }: ListRequest) {
  const skipped = rowsBefore(page, perPage);
  const counters = category ? sql`name = ${`sites.${category}`}` : sql`name >= 'sites.' AND name < 'sites/'`;
  return all<ListedRow>(
    db,
    sql`
    WITH totals AS MATERIALIZED (
      SELECT coalesce(sum(value), 0) - ${except ? 1 : 0} AS total FROM counters WHERE ${counters}
    )
    SELECT totals.total, page.* FROM totals LEFT JOIN (
      SELECT ${siteColumns} FROM (
        SELECT id FROM sites WHERE ${listed({ category, except })} ORDER BY ${orderBy(sort, "sites")}
        -- A page behind the last one would walk the whole index to find nothing.
        LIMIT CASE WHEN ${skipped} < (SELECT total FROM totals) THEN ${perPage} ELSE 0 END OFFSET ${skipped}
      ) AS listed JOIN sites USING (id)
    ) AS page ORDER BY ${orderBy(sort, "page")}`,
  );
}

/**
 * Best kind of match first (see matchTiers), among equals the newest. Each tier stops at the cap, so a word that half the
 * directory holds costs no more than a rare one: then it holds the newest of each tier. Another order sorts these.
 */
function searchStatement(db: Db, request: ListRequest, terms: Terms, typed: string) {
  const { sort, page, perPage, category, except, columns = "name alternatives category description" } = request;
  const most = SEARCH_CAP + 1;
  const skipped = rowsBefore(page, perPage);
  const shown = Math.max(0, Math.min(perPage, SEARCH_CAP - skipped));
  const newestFirst = sort === "oldest" ? sql`rowid` : sql`rowid DESC`;
  const tiers = matchTiers(terms, { category, columns });
  const hitsOf = ({ table, match }: Tier, rank: number) => {
    const search = sql.identifier(table);
    return sql`
    SELECT * FROM (
      SELECT rowid AS id, ${rank} AS tier FROM ${search} WHERE ${search} MATCH ${match} ORDER BY ${newestFirst} LIMIT ${most}
    )`;
  };
  const order = (table: string) => (sort ? orderBy(sort, table) : sql.raw(`${table}.tier, ${table}.id DESC`));
  return all<ListedRow>(
    db,
    sql`
    WITH hits AS (
      SELECT * FROM (SELECT id, 1 AS tier FROM sites WHERE name_key = ${nameKey(typed)} LIMIT ${most})
      UNION ALL ${sql.join(
        tiers.map((tier, index) => hitsOf(tier, index + 2)),
        sql` UNION ALL `,
      )}
    ), ranked AS MATERIALIZED (
      SELECT id, min(tier) AS tier, like_count FROM hits JOIN sites USING (id)
      WHERE ${listed({ category, except })} GROUP BY id
    )
    SELECT totals.total, page.* FROM (SELECT count(*) AS total FROM ranked) AS totals LEFT JOIN (
      SELECT listed.tier, ${siteColumns} FROM (
        SELECT * FROM ranked ORDER BY ${order("ranked")} LIMIT ${shown} OFFSET ${skipped}
      ) AS listed JOIN sites USING (id)
    ) AS page ORDER BY ${order("page")}`,
  );
}

function listed({ category, except }: Pick<ListRequest, "category" | "except">): SQL {
  const conditions = [sql`review = 'active'`];
  if (category) conditions.push(sql`category = ${category}`);
  if (except) conditions.push(sql`slug <> ${except}`);
  return sql.join(conditions, sql` AND `);
}

/** Ids grow with time, so they are the order by age. */
function orderBy(sort: Sort | null, table?: string): SQL {
  const prefix = table ? `${table}.` : "";
  if (sort === "oldest") return sql.raw(`${prefix}id`);
  return sql.raw(sort === "popular" ? `${prefix}like_count DESC, ${prefix}id DESC` : `${prefix}id DESC`);
}
