import { eq, sql, type SQL } from "drizzle-orm";
import { isFiltered } from "#schema/facts/filters.ts";
import { MAX_FILTERED_SITES, type SitePage, type Sort } from "#schema/sites/sites.ts";
import { siteStemSearch } from "#schema/search/derived-tables.ts";
import { alternatives, counters, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { pageOffset } from "../../../db/paging.ts";
import { queryRows } from "../../../db/raw.ts";
import { isPast, isUnusual, meritAt } from "../../search/merit.ts";
import { stayedOf } from "../../switches/order.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { facetsOfScope, filtersExpression, readNumbers, replacesWord, type Scope } from "./filters.ts";
import type { ListRequest } from "./list-request.ts";
import { listed, pageStatement, placesStatement } from "./page-rows.ts";
import { toSitePage } from "./site-page.ts";

/** Reads a page of a list without a search. One round trip. */
export async function browse(db: Db, request: ListRequest): Promise<SitePage> {
  const list = isNarrowed(request) ? narrowed(request) : plain(request);
  const [[counted], rows, places] = await db.batch([
    queryRows(
      db,
      { total: list.total.mapWith(Number), facets: browsedFacets(request) },
      (columns) => sql`SELECT ${columns}`,
    ),
    pageStatement(db, request, list.ids),
    placesStatement(db, request),
  ]);
  const { total, facets } = counted!;
  return toSitePage(request, {
    rows,
    places,
    total,
    most: isNarrowed(request) ? MAX_FILTERED_SITES : total,
    numbers: facets === null ? null : readNumbers(facets),
  });
}

const isNarrowed = ({ filters = {}, replaces }: ListRequest) => isFiltered(filters) || replaces !== undefined;

/** SQL for the number of sites of a list, and for a query of the ids of a page. */
type List = { total: SQL; ids: SQL };

/**
 * All sites, or those of a category, the living before the past. It reads one index up to the end of the page, and the
 * total comes from counters, so the cost does not depend on the size of the directory.
 */
function plain(request: ListRequest): List {
  const { sort, page, perPage, category, except } = request;
  const skipped = pageOffset(page, perPage);
  const isCounted = category
    ? eq(counters.name, `sites.${category}`)
    : sql`${counters.name} >= 'sites.' AND ${counters.name} < 'sites/'`;
  const total = sql`(SELECT coalesce(sum(${counters.value}), 0) - ${except ? 1 : 0} FROM ${counters} WHERE ${isCounted})`;
  const part = (condition: SQL) => sql`SELECT * FROM (
    SELECT ${sites.id} AS id FROM ${sites} WHERE ${listed(request)} AND ${condition}
    ORDER BY ${orderBy(sort)} LIMIT ${skipped + perPage}
  )`;
  const parts = [sql`${isPast} = 0`, sql`${isPast} = 1`].flatMap((condition) =>
    except ? nearFirst(except).map((near) => sql`${condition} AND ${near}`) : [condition],
  );
  return {
    total,
    ids: sql`${sql.join(parts.map(part), sql` UNION ALL `)}
      -- Without this limit, a page after the last one would read the whole index and find nothing.
      LIMIT CASE WHEN ${skipped} < ${total} THEN ${perPage} ELSE 0 END OFFSET ${skipped}`,
  };
}

/** The sites of the category of a site, then the others. */
function nearFirst(slug: string): SQL[] {
  const category = sql`(SELECT near.category FROM ${sites} AS near WHERE near.slug = ${slug})`;
  return [sql`${sites.category} = ${category}`, sql`${sites.category} <> ${category}`];
}

/** Ids grow with time, so the newest site has the highest id. */
function orderBy(sort: Sort | null): SQL {
  if (sort === "oldest") return sql`${sites.id}`;
  if (sort === "popular") return sql`${sites.likeCount} DESC, ${sites.id} DESC`;
  return sort === "complete" ? sql`${sites.factCount} DESC, ${sites.id} DESC` : sql`${sites.id} DESC`;
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

/** The list reads a row of each index and table for each site, one more to sort them, and one to count them. */
function browsedFacets(request: ListRequest): SQL<string | null> {
  if (!request.hasFacets) return sql<null>`NULL`;
  const rowsOfSite = isByFit(request) ? 5 : 4;
  return facetsOfScope(scopeOf(request), request.filters ?? {}, MAX_ROWS - rowsOfSite * MAX_FILTERED_SITES);
}

/**
 * A filtered list, or the sites that replace a product. The search index gives its newest MAX_FILTERED_SITES sites and one
 * more, so the cost does not depend on the size of the directory.
 */
function narrowed(request: ListRequest): List {
  const { sort, page, perPage, filters = {} } = request;
  const skipped = pageOffset(page, perPage);
  const shown = Math.max(0, Math.min(skipped + perPage, MAX_FILTERED_SITES) - skipped);
  const { expression } = scopeOf(request);
  const filtered = filtersExpression(filters);
  const match = filtered
    ? sql`${expression} || CASE WHEN ${expression} = '' THEN '' ELSE ' AND ' END || ${filtered}`
    : expression;
  const hits = sql`SELECT ${siteStemSearch.id} AS id FROM ${siteStemSearch} WHERE ${siteStemSearch} MATCH (${match})
    ORDER BY ${siteStemSearch.id} ${sort === "oldest" ? sql`` : sql`DESC`} LIMIT ${MAX_FILTERED_SITES + 1}`;
  return {
    total: sql`(SELECT count(*) FROM (${hits}))`,
    ids: sql`SELECT hits.id AS id FROM (${hits}) AS hits CROSS JOIN ${sites} ON ${sites.id} = hits.id ${
      isByFit(request)
        ? sql`CROSS JOIN ${alternatives} ON ${alternatives.productId} = ${productIdOfSlug(request.replaces!)} AND ${alternatives.siteId} = hits.id`
        : sql``
    } ORDER BY ${isPast}, ${isByFit(request) ? fitOrder(request) : orderBy(sort)} LIMIT ${shown} OFFSET ${skipped}`,
  };
}

const isByFit = ({ sort, replaces }: ListRequest) => replaces !== undefined && (sort === null || sort === "fit");

/**
 * The best replacement first: as much of the product as its owner states (a site that states nothing stands before one
 * that does a part of the job), whether it imports from the product, whether it is in a category of more than a third of
 * the sites, how moves to it went, then what `meritAt` counts.
 */
const fitOrder = ({ replaces: product, now }: ListRequest) => sql`
  CASE ${alternatives.pair} ->> 'replaces' WHEN 'drop_in' THEN 0 WHEN 'same_job' THEN 1 WHEN 'part' THEN 3 ELSE 2 END,
  NOT EXISTS (SELECT 1 FROM json_each(${sites.facts}, '$.imports_from') AS source WHERE source.value = ${product}),
  ${isUnusual(productIdOfSlug(product!))},
  ${stayedOf(productIdOfSlug(product!))} DESC, ${meritAt(now)} DESC, ${orderBy("popular")}`;
