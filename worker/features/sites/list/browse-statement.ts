import { eq, sql, type SQL } from "drizzle-orm";
import { MAX_FILTERED_SITES, type Sort } from "#schema/sites/sites.ts";
import { siteStemSearch } from "#schema/search/derived-tables.ts";
import { alternatives, counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { pageOffset } from "../../../db/paging.ts";
import { ID_WIDTH, idText } from "../../search/rank.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { selectFeaturedIds } from "../read/featured-places.ts";
import { facetsOfScope, filtersExpression, replacesWord, type Scope } from "./filters.ts";
import type { ListRequest } from "./list-request.ts";
import { listed, NO_SEARCH, pageStatement, placesText, textOf } from "./page-statement.ts";

/**
 * Selects a page of all sites, or of a category. It reads one index up to the end of the page, and the total comes from
 * counters, so the cost does not depend on the size of the directory.
 */
export function browseStatement(db: Db, request: ListRequest) {
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

/** Ids grow with time, so the newest site has the highest id. */
function orderBy(sort: Sort | null, { id, likeCount }: typeof sites): SQL {
  if (sort === "oldest") return sql`${id}`;
  return sort === "popular" ? sql`${likeCount} DESC, ${id} DESC` : sql`${id} DESC`;
}

/** "" or the category as an expression of the search index, and its name in `facet_counts`. */
function scopeOf({ category, replaces }: ListRequest): Scope {
  if (replaces !== undefined)
    return { name: sql`'r' || ${productIdOfSlug(replaces)}`, expression: replacesWord(productIdOfSlug(replaces)) };
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
export function narrowedStatement(db: Db, request: ListRequest) {
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
          ? sql`CROSS JOIN ${alternatives} ON ${alternatives.productId} = ${productIdOfSlug(request.replaces!)} AND ${alternatives.siteId} = hits.id`
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
