import { sql, type SQL } from "drizzle-orm";
import { SEARCH_CAP } from "#schema/sites.ts";
import type { Category, SitePage, Sort } from "#schema/sites.ts";
import { all, type Db } from "../../http/database.ts";
import { matchTiers, type SearchColumns, type Terms, type Tier, wordsOf } from "../search/match.ts";
import { nearestWords } from "../search/spelling.ts";
import { nameKey } from "./keys.ts";
import { siteColumns, type SiteRow, toSite } from "./rows.ts";

/** A page of active sites. Without words: featured first, then by `sort`. With words: best match first. */
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
};

/** A row of the page with the total of the list; the total alone where the page is empty. */
type ListedRow = { total: number } & (SiteRow | { id: null });

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  return toSitePage(db, request, await sitesStatement(db, request));
}

/** The list as one statement, for a batch with others; `toSitePage` reads its rows. */
export function sitesStatement(db: Db, request: ListRequest, terms: Terms = wordsOf(request.q).map((word) => [word])) {
  if (request.q === "") return browseStatement(db, request);
  if (terms.length === 0) return all<ListedRow>(db, sql`SELECT 0 AS total, NULL AS id`);
  return searchStatement(db, request, terms);
}

/** The answer of a list call. A search that found nothing is tried once more with the nearest known words. */
export async function toSitePage(db: Db, request: ListRequest, rows: ListedRow[]): Promise<SitePage> {
  if (request.q !== "" && rows[0]?.total === 0) {
    const words = wordsOf(request.q);
    const terms = words.length > 0 && (await nearestWords(db, words));
    if (terms) {
      const corrected = terms.map((spellings) => spellings[0]).join(" ");
      const page = pageOf(request, await sitesStatement(db, { ...request, q: corrected }, terms));
      if (page.count > 0) return { ...page, corrected_query: corrected };
    }
  }
  return pageOf(request, rows);
}

function pageOf({ q, page, perPage, now }: ListRequest, rows: ListedRow[]): SitePage {
  const total = rows[0]?.total ?? 0;
  const count = q === "" ? total : Math.min(total, SEARCH_CAP);
  return {
    results: rows.filter((row) => row.id !== null).map((row) => toSite(row, now)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
  };
}

/** Each half walks one index, so the cost is the depth of the page and the number of featured sites. */
function browseStatement(db: Db, { now, sort, page, perPage, category, except }: ListRequest) {
  const matches = listed({ category, except });
  const skipped = rowsBefore(page, perPage);
  // A page behind the last one would walk the whole index to find nothing.
  const upTo = sql`CASE WHEN ${skipped} < (SELECT total FROM totals) THEN ${skipped + perPage} ELSE 0 END`;
  const half = (isFeatured: 0 | 1, from: SQL) => sql`
    SELECT * FROM (
      SELECT ${isFeatured} AS featured, id, like_count FROM ${from} AND ${matches}
      ORDER BY ${orderBy(sort, "sites")} LIMIT ${upTo}
    )`;
  const counters = category ? sql`name = ${`sites.${category}`}` : sql`name >= 'sites.' AND name < 'sites/'`;
  return all<ListedRow>(
    db,
    sql`
    WITH totals AS MATERIALIZED (
      SELECT coalesce(sum(value), 0) - ${except ? 1 : 0} AS total FROM counters WHERE ${counters}
    )
    SELECT totals.total, page.* FROM totals LEFT JOIN (
      SELECT listed.featured, ${siteColumns} FROM (
        ${half(1, sql`sites INDEXED BY sites_featured WHERE featured_until > ${now}`)}
        UNION ALL
        ${half(0, sql`sites WHERE (featured_until IS NULL OR featured_until <= ${now})`)}
        ORDER BY featured DESC, ${orderBy(sort)} LIMIT ${perPage} OFFSET ${skipped}
      ) AS listed JOIN sites USING (id)
    ) AS page ORDER BY page.featured DESC, ${orderBy(sort, "page")}`,
  );
}

/**
 * Best kind of match first (see matchTiers), featured first among equals, then newest. Each tier stops at the cap, so a
 * word that half the directory holds costs no more than a rare one: then it holds the newest of each tier, and all that
 * are featured. Another order sorts these.
 */
function searchStatement(db: Db, request: ListRequest, terms: Terms) {
  const { now, q, sort, page, perPage, category, except, columns = "name alternatives category description" } = request;
  const most = SEARCH_CAP + 1;
  const skipped = rowsBefore(page, perPage);
  const shown = Math.max(0, Math.min(perPage, SEARCH_CAP - skipped));
  const newestFirst = sort === "oldest" ? sql`rowid` : sql`rowid DESC`;
  const tiers = matchTiers(terms, { category, columns });
  const hitsOf = ({ table, match }: Tier, rank: number) => {
    const search = sql.identifier(table);
    return sql`
    SELECT * FROM (
      SELECT * FROM (
        SELECT rowid AS id, ${rank} AS tier FROM ${search} WHERE ${search} MATCH ${match} ORDER BY ${newestFirst} LIMIT ${most}
      )
      UNION SELECT rowid, ${rank} FROM featured_search WHERE featured_search MATCH ${match}
    )`;
  };
  const order = (table: string) =>
    sort ? orderBy(sort, table) : sql.raw(`${table}.tier, ${table}.featured DESC, ${table}.id DESC`);
  return all<ListedRow>(
    db,
    sql`
    WITH hits AS (
      SELECT * FROM (SELECT id, 1 AS tier FROM sites WHERE name_key = ${nameKey(q)} LIMIT ${most})
      UNION ALL ${sql.join(
        tiers.map((tier, index) => hitsOf(tier, index + 2)),
        sql` UNION ALL `,
      )}
    ), ranked AS MATERIALIZED (
      SELECT id, min(tier) AS tier, like_count, coalesce(featured_until > ${now}, 0) AS featured
      FROM hits JOIN sites USING (id) WHERE ${listed({ category, except })} GROUP BY id
    )
    SELECT totals.total, page.* FROM (SELECT count(*) AS total FROM ranked) AS totals LEFT JOIN (
      SELECT listed.tier, listed.featured, ${siteColumns} FROM (
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

/** Bounded, because OFFSET must fit SQLite's integers; a page that far is empty anyway. */
export const rowsBefore = (page: number, perPage: number) => Math.min((page - 1) * perPage, 1e12);
