import { and, eq, ne, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Filters, isFiltered } from "#schema/filters.ts";
import { MAX_FILTERED_SITES, MAX_SEARCH_HITS } from "#schema/sites.ts";
import type { Category, Facets, Pair, SitePage, Sort } from "#schema/sites.ts";
import { featuredSearch, siteStemSearch } from "#schema/derived-tables.ts";
import { alternatives, counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { pageOffset } from "../../db/paging.ts";
import { nullableSelection, type RowOf, queryRows } from "../../db/raw.ts";
import { ALL_TEXTS, expressionsOf, type SearchColumns, within } from "../search/match.ts";
import { nearestOf, thoseWithSites } from "../search/nearest.ts";
import type { Question } from "../search/question.ts";
import { ID_WIDTH, idText, selectHits } from "../search/rank.ts";
import { selectNearestWords } from "../search/spelling.ts";
import { understoodOf } from "../search/understood.ts";
import type { Vocabulary } from "../search/vocabulary.ts";
import { shows } from "../../http/edge-scope.ts";
import { nameKey } from "../../names/keys.ts";
import { targetIdOfSlug } from "../targets/queries.ts";
import { namesProduct, replacesProduct } from "./target-sites.ts";
import { selectFeaturedIds, selectFeaturedPlaces, LIST_PLACES } from "./featured-places.ts";
import {
  countHits,
  facetsOfScope,
  filterValuesOfHits,
  filtersExpression,
  meetsFilters,
  replacesWord,
  type Scope,
} from "./filters.ts";
import { isActive, type SiteRow, siteSelection, toSite, toStatedPair } from "./rows.ts";

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
  filters?: Filters;
  /** Asks for the numbers beside filters. */
  hasFacets?: boolean;
  /** Slug of a product that all sites of the list replace. */
  replaces?: string | undefined;
  /** Slug of a site to leave out. */
  except?: string | undefined;
  /** So many hits of a search are counted. A search with fewer costs less. */
  maxHits?: number;
  /** By default, all texts are searched, and the products that sites replace. */
  columns?: SearchColumns;
  /** What the search knows. A list without a search needs none. */
  vocabulary?: Vocabulary | undefined;
  /** Only page 1 can have featured places. */
  hasFeaturedPlaces?: boolean;
  /** `q` is a better spelling of what was typed, so no other is looked for. */
  isCorrection?: boolean;
};

/** With fewer exact hits, another spelling is suggested if it is much more common. */
const FEW_HITS = 3;

/** Each row has what is known of the list. An empty page is one row without a site. `replaced`: slug of a product. */
const listedSelection = (replaced: string | undefined) => ({
  total: sql`list.total`.mapWith(Number),
  exactCount: sql`list.exact_count`.mapWith(Number),
  corrected: sql<string | null>`list.corrected`,
  productName: sql<string | null>`list.product_name`,
  productSlug: sql<string | null>`list.product_slug`,
  productCount: sql<number | null>`list.product_count`,
  facets: sql<string | null>`list.facets`,
  ...pairSelection(replaced),
  isPlace: sql`entry.key < json_array_length(${jsonOf(sql`list.places`)})`.mapWith(Boolean),
  ...nullableSelection(siteSelection),
});

/** How a site replaces the product of its list. */
function pairSelection(replaced: string | undefined) {
  const of = (column: typeof alternatives.pair | typeof alternatives.pairChangedAt) =>
    replaced === undefined
      ? sql`NULL`
      : sql`(SELECT ${column} FROM ${alternatives}
          WHERE ${alternatives.targetId} = ${targetIdOfSlug(replaced)} AND ${alternatives.siteId} = ${sites.id})`;
  return {
    pair: of(alternatives.pair).mapWith((text: string) => JSON.parse(text) as Pair) as SQL<Pair | null>,
    pairStatedAt: sql<number | null>`${of(alternatives.pairChangedAt)}`,
  };
}

type ListedRow = RowOf<ReturnType<typeof listedSelection>>;

const isSite = (row: ListedRow): row is ListedRow & SiteRow => row.id !== null;

export async function listSites(db: Db, request: ListRequest): Promise<SitePage> {
  return finishList(db, request, await listStatement(db, request));
}

/** Returns the query of a list and its featured places. `finishList` converts its rows. */
export function listStatement(db: Db, request: ListRequest) {
  if (request.q === "") return isNarrowed(request) ? narrowedStatement(db, request) : browseStatement(db, request);
  const question = questionOf(request);
  if (question.words.length > 0) return searchStatement(db, request, question);
  return emptyListStatement(db);
}

const isNarrowed = ({ filters = {}, replaces }: ListRequest) => isFiltered(filters) || replaces !== undefined;

export const emptyListStatement = (db: Db) =>
  pageStatement(
    db,
    {},
    sql`SELECT 0 AS total, 0 AS exact_count, '' AS places, '' AS shown, NULL AS facets, ${NO_SEARCH}`,
  );

const NO_SEARCH = sql`NULL AS corrected, NULL AS product_name, NULL AS product_slug, NULL AS product_count`;

/** Asks again if a search found nothing exact, but another spelling does: one more round trip. */
export async function finishList(db: Db, request: ListRequest, rows: ListedRow[]): Promise<SitePage> {
  const page = toSitePage(request, rows);
  const { exactCount, corrected, productName } = rows[0]!;
  if (request.q === "" || productName !== null) return page;
  const [question, vocabulary] = [questionOf(request), vocabularyOf(request)];
  const spelling = corrected ?? (page.count === 0 ? vocabulary.splitWords(question.words) : null);
  if (spelling !== null) {
    if (exactCount > 0) return { ...page, did_you_mean: spelling };
    const again = { ...request, q: spelling, isCorrection: true };
    const better = toSitePage(again, await listStatement(db, again));
    // A product that nobody knows is no misspelt word: "alternative to uber" is not about users.
    const isFound = better.count > 0 && (!question.product?.isAsked || better.understood?.product != null);
    if (isFound) return { ...better, corrected_query: spelling };
  }
  if (page.count > 0) return page;
  return { ...page, nearest: await thoseWithSites(db, nearestOf(question, vocabulary), vocabulary) };
}

function vocabularyOf({ vocabulary }: ListRequest): Vocabulary {
  if (!vocabulary) throw new Error("A search needs a vocabulary.");
  return vocabulary;
}

/** A list of some columns finds no site by the products that it replaces. */
function questionOf(request: ListRequest): Question {
  const { q, columns, replaces } = request;
  const question = vocabularyOf(request).read(q, replaces !== undefined);
  if (columns === undefined) return question;
  const { product, units } = question;
  return {
    ...question,
    product: product && { ...product, keys: [] },
    units: units.map((unit) => ({ ...unit, products: [] })),
    needs: [],
    rivals: [],
  };
}

function toSitePage(request: ListRequest, rows: ListedRow[]): SitePage {
  const { q, page, perPage, maxHits = MAX_SEARCH_HITS } = request;
  const { total, exactCount, productName, productSlug, productCount, facets } = rows[0]!;
  const most = q === "" ? (isNarrowed(request) ? MAX_FILTERED_SITES : total) : maxHits;
  const count = Math.min(total, most);
  const found = rows.filter(isSite);
  if (productSlug !== null) shows(`product:${productSlug}`);
  const product =
    productName === null || productSlug === null
      ? null
      : { name: productName, slug: productSlug, count: productCount ?? 0 };
  return {
    featured: found.filter(({ isPlace }) => isPlace).map((row) => toListed(row, request)),
    results: found.filter(({ isPlace }) => !isPlace).map((row) => toListed(row, request)),
    count,
    page,
    pages: Math.ceil(count / perPage),
    ...(total > count && { count_capped: true }),
    ...(facets !== null && toFacets(facets, request)),
    ...(q !== "" && { understood: understoodOf(questionOf(request), product) }),
    ...(q !== "" && exactCount < count && { exact_count: exactCount }),
  };
}

function toListed(row: ListedRow & SiteRow, { now, replaces }: ListRequest) {
  const pair = replaces !== undefined && toStatedPair({ pair: row.pair, statedAt: row.pairStatedAt });
  return { ...toSite(row, now), ...(pair && Object.keys(pair).length > 0 && { pair }) };
}

/** A chosen value without sites has the number 0. `products` names the products that are values. */
function toFacets(text: string, { q, filters = {} }: ListRequest): Required<Pick<SitePage, "facets" | "products">> {
  const facets: Facets = q === "" ? {} : countHits(text, filters);
  const products: Record<string, string> = {};
  for (const [filter, value, number, name] of (q === "" ? JSON.parse(text) : []) as FacetRow[]) {
    (facets[filter] ??= {})[value] = number;
    if (name !== null) products[value] = name;
  }
  for (const [filter, values] of Object.entries(filters))
    for (const value of values) (facets[filter] ??= {})[value] ??= 0;
  return { facets, products };
}

type FacetRow = [filter: string, value: string, number: number, product: string | null];

// A query keeps ids as one text: "7,5,". D1 bills each row that a query scans, also in a temporary table
// (https://developers.cloudflare.com/d1/platform/pricing/).

const textOf = (ids: SQL) => sql`(SELECT coalesce(group_concat(id || ',', ''), '') FROM (${ids}))`;

/** A JSON array. A function declaration, because `listedSelection` needs it. */
function jsonOf(text: SQL): SQL {
  return sql`'[' || rtrim(${text}, ',') || ']'`;
}

/**
 * Selects the sites of a page. `list` is a query of one row: the columns of `listedSelection`, and the ids of `places` and
 * `shown` in their order.
 */
const pageStatement = (db: Db, { replaces }: Pick<ListRequest, "replaces">, list: SQL) =>
  queryRows(
    db,
    listedSelection(replaces),
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
    request,
    sql`
    WITH totals AS MATERIALIZED (
      SELECT coalesce(sum(${counters.value}), 0) - ${except ? 1 : 0} AS total FROM ${counters} WHERE ${isCounted}
    )
    SELECT total, total AS exact_count, ${NO_SEARCH}, ${browsedFacets(request)} AS facets,
      ${placesText(request, selectFeaturedIds(request.now, listed(request)))} AS places,
      ${textOf(sql`
        SELECT ${sites.id} AS id FROM ${sites} WHERE ${listed(request)} ORDER BY ${orderBy(sort, sites)}
        -- Without this limit, a page after the last one would read the whole index and find nothing.
        LIMIT CASE WHEN ${skipped} < (SELECT total FROM totals) THEN ${perPage} ELSE 0 END OFFSET ${skipped}`)} AS shown
    FROM totals`,
  );
}

/** "" or the category as an expression of the search index, and its name in `facet_counts`. */
function scopeOf({ category, replaces }: ListRequest): Scope {
  if (replaces !== undefined)
    return { name: sql`'r' || ${targetIdOfSlug(replaces)}`, expression: replacesWord(targetIdOfSlug(replaces)) };
  return {
    name: sql`${category ?? ""}`,
    expression: sql`${category ? `category : "${category.replaceAll("_", " ")}"` : ""}`,
  };
}

/** Rows that a list and the numbers beside its filters may read together. */
const MAX_ROWS = 9500;

/** A list reads a row of each index and table for each site, and one more to sort them. */
function browsedFacets(request: ListRequest): SQL {
  if (!request.hasFacets) return sql`NULL`;
  const rowsOfSite = isByFit(request) ? 4 : needsSites(request) ? 3 : 1;
  return facetsOfScope(scopeOf(request), request.filters ?? {}, MAX_ROWS - rowsOfSite * MAX_FILTERED_SITES);
}

/**
 * Selects a page of a filtered list, or of the sites that replace a product. The search index gives its newest
 * MAX_FILTERED_SITES sites and one more, so the cost does not depend on the size of the directory.
 */
function narrowedStatement(db: Db, request: ListRequest) {
  const { sort, page, perPage, filters = {}, now } = request;
  const skipped = pageOffset(page, perPage);
  const shown = Math.max(0, Math.min(skipped + perPage, MAX_FILTERED_SITES) - skipped);
  const { expression } = scopeOf(request);
  const filtered = filtersExpression(filters);
  const match = filtered
    ? sql`${expression} || CASE WHEN ${expression} = '' THEN '' ELSE ' AND ' END || ${filtered}`
    : expression;
  const hits = sql`SELECT ${siteStemSearch.id} AS id FROM ${siteStemSearch} WHERE ${siteStemSearch} MATCH (${match})
    ORDER BY ${siteStemSearch.id} ${sort === "oldest" ? sql`` : sql`DESC`} LIMIT ${MAX_FILTERED_SITES + 1}`;
  return pageStatement(
    db,
    request,
    sql`
    WITH hits AS MATERIALIZED (
      SELECT count(*) AS total, coalesce(group_concat(${idText(sql`id`)}, ''), '') AS ids
      FROM (SELECT hits.id AS id FROM (${hits}) AS hits ${narrowedTables(request)} ${narrowedOrder(request)} LIMIT -1)
    )
    SELECT total, total AS exact_count, ${NO_SEARCH}, ${browsedFacets(request)} AS facets,
      ${placesText(request, selectFeaturedIds(now, listed(request)))} AS places,
      substr(ids, ${ID_WIDTH * skipped + 1}, ${ID_WIDTH * shown}) AS shown
    FROM hits`,
  );
}

/** Orders by age need the ids alone. */
const needsSites = ({ sort, replaces }: ListRequest) =>
  sort === "popular" || sort === "complete" || isByFit({ sort, replaces });

const isByFit = ({ sort, replaces }: Pick<ListRequest, "sort" | "replaces">) =>
  replaces !== undefined && (sort === null || sort === "fit");

const narrowedTables = (request: ListRequest): SQL =>
  needsSites(request)
    ? sql`CROSS JOIN ${sites} ON ${sites.id} = hits.id ${
        isByFit(request)
          ? sql`CROSS JOIN ${alternatives} ON ${alternatives.targetId} = ${targetIdOfSlug(request.replaces!)} AND ${alternatives.siteId} = hits.id`
          : sql``
      }`
    : sql``;

/** Hits come by age. */
function narrowedOrder(request: ListRequest): SQL {
  if (!needsSites(request)) return sql``;
  if (isByFit(request)) return sql` ORDER BY ${fitOrder(request.replaces!)}`;
  return sql` ORDER BY ${request.sort === "popular" ? sites.likeCount : sites.factCount} DESC, hits.id DESC`;
}

/**
 * The best replacement first: as much of the product as its owner states (a site that states nothing stands before one
 * that does a part of the job), whether it imports from the product, then likes and the number of facts. A site whose
 * source code is archived comes last.
 */
const fitOrder = (product: string) => sql`
  coalesce(${sites.facts} ->> 'archived', 0),
  CASE ${alternatives.pair} ->> 'replaces' WHEN 'drop_in' THEN 0 WHEN 'same_job' THEN 1 WHEN 'part' THEN 3 ELSE 2 END,
  NOT EXISTS (SELECT 1 FROM json_each(${sites.facts}, '$.imports_from') AS source WHERE source.value = ${product}),
  ${sites.likeCount} DESC, ${sites.factCount} DESC, hits.id DESC`;

/**
 * Selects a page of the sites that answer a question (`selectHits`). If no site has all that was asked, `corrected` is a
 * better spelling, which a second query asks for (`finishList`).
 */
function searchStatement(db: Db, request: ListRequest, question: Question) {
  const { now, q, sort, page, perPage, category, replaces, columns = ALL_TEXTS, isCorrection = false } = request;
  const { filters = {}, hasFacets } = request;
  const { maxHits = MAX_SEARCH_HITS } = request;
  const skipped = pageOffset(page, perPage);
  const shown = Math.max(0, Math.min(skipped + perPage, maxHits) - skipped);
  const expressions = expressionsOf(question);
  const wanted = {
    question,
    expressions,
    key: nameKey(q),
    sort: sort === "fit" ? null : sort,
    category,
    listed: listed(request),
    scope: replaces === undefined ? undefined : namesProduct(replaces),
    filtered: filtersExpression(filters),
    subject:
      replaces !== undefined && question.units.length === 0 && !question.product?.isAsked
        ? targetIdOfSlug(replaces)
        : undefined,
    columns,
    maxHits,
  };
  const unfiltered = { ...wanted, listed: listed({ ...request, filters: {} }), filtered: "" };
  const hasAllHits = hasFacets && isFiltered(filters);
  const unfilteredHits = hasAllHits ? sql`all_hits` : sql`hits`;
  const corrected = selectNearestWords(
    question.words,
    vocabularyOf(request),
    sql`(SELECT exact_count < ${FEW_HITS} AND product_name IS NULL FROM ${unfilteredHits})`,
  );
  const isHit = sql`instr(substr(hits.ids, 1, ${ID_WIDTH} * exact_count), ${idText(sites.id)})`;
  const isMatch =
    expressions.every &&
    sql`${sites.id} IN (SELECT ${featuredSearch.id} FROM ${featuredSearch} WHERE ${featuredSearch} MATCH ${within(expressions.every, columns, category)})`;
  const facets = hasFacets
    ? filterValuesOfHits(sql`SELECT value AS id FROM json_each(${jsonOf(sql`(SELECT ids FROM ${unfilteredHits})`)})`)
    : sql`NULL`;
  return pageStatement(
    db,
    request,
    sql`
    WITH hits AS MATERIALIZED (${selectHits(wanted)})
    ${hasAllHits ? sql`, all_hits AS MATERIALIZED (${selectHits(unfiltered)})` : sql``}
    SELECT total, exact_count, ${facets} AS facets, product_name, product_slug, product_count,
      ${isCorrection ? sql`NULL` : sql`(${corrected})`} AS corrected,
      ${placesText(request, selectFeaturedIds(now, and(listed(request), isMatch ? or(isHit, isMatch) : isHit)))} AS places,
      substr(ids, ${ID_WIDTH * skipped + 1}, ${ID_WIDTH * shown}) AS shown
    FROM hits`,
  );
}

const listed = ({
  category,
  except,
  replaces,
  filters = {},
}: Pick<ListRequest, "category" | "except" | "replaces" | "filters">): SQL =>
  and(
    isActive,
    isFiltered(filters) ? meetsFilters(filters) : undefined,
    category ? eq(sites.category, category) : undefined,
    except ? ne(sites.slug, except) : undefined,
    replaces === undefined ? undefined : replacesProduct(replaces),
  )!;

type Ordered = Record<"id" | "likeCount", SQL | SQLiteColumn>;

/** Ids grow with time, so the newest site has the highest id. */
function orderBy(sort: Sort | null, { id, likeCount }: Ordered): SQL {
  if (sort === "oldest") return sql`${id}`;
  return sort === "popular" ? sql`${likeCount} DESC, ${id} DESC` : sql`${id} DESC`;
}
