import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { isFiltered } from "#schema/facts/filters.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { nullableSelection, type RowOf, queryRows } from "../../../db/raw.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { selectFeaturedPlaces, LIST_PLACES } from "../read/featured-places.ts";
import { meetsFilters } from "./filters.ts";
import { isActive, type SiteRow, siteSelection } from "../rows/rows.ts";
import { replacesProduct } from "./product-sites.ts";
import type { ListRequest } from "./list-request.ts";

// A query keeps ids as one text: "7,5,". D1 bills each row that a query scans, also in a temporary table
// (https://developers.cloudflare.com/d1/platform/pricing/).

export const textOf = (ids: SQL) => sql`(SELECT coalesce(group_concat(id || ',', ''), '') FROM (${ids}))`;

/** A JSON array. */
export const jsonOf = (text: SQL): SQL => sql`'[' || rtrim(${text}, ',') || ']'`;

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
          WHERE ${alternatives.productId} = ${productIdOfSlug(replaced)} AND ${alternatives.siteId} = ${sites.id})`;
  return {
    pair: of(alternatives.pair).mapWith((text: string) => JSON.parse(text) as Pair) as SQL<Pair | null>,
    pairStatedAt: sql<number | null>`${of(alternatives.pairChangedAt)}`,
  };
}

export type ListedRow = RowOf<ReturnType<typeof listedSelection>>;

export const isSite = (row: ListedRow): row is ListedRow & SiteRow => row.id !== null;

/**
 * Selects the sites of a page. `list` is a query of one row: the columns of `listedSelection`, and the ids of `places` and
 * `shown` in their order.
 */
export const pageStatement = (db: Db, { replaces }: Pick<ListRequest, "replaces">, list: SQL) =>
  queryRows(
    db,
    listedSelection(replaces),
    (columns) => sql`
    WITH list AS MATERIALIZED (${list})
    SELECT ${columns} FROM list LEFT JOIN json_each(${jsonOf(sql`list.places || list.shown`)}) AS entry
    LEFT JOIN ${sites} ON ${sites.id} = entry.value ORDER BY entry.key`,
  );

/** Only page 1 can have featured places. `candidates` is a query of site ids. */
export const placesText = ({ now, page, hasFeaturedPlaces }: ListRequest, candidates: SQL) =>
  hasFeaturedPlaces && page === 1
    ? textOf(selectFeaturedPlaces(candidates, { now, placeCount: LIST_PLACES }))
    : sql`''`;

/** The columns of `listedSelection` that only searches have. */
export const NO_SEARCH = sql`NULL AS corrected, NULL AS product_name, NULL AS product_slug, NULL AS product_count`;

export const emptyListStatement = (db: Db) =>
  pageStatement(
    db,
    {},
    sql`SELECT 0 AS total, 0 AS exact_count, '' AS places, '' AS shown, NULL AS facets, ${NO_SEARCH}`,
  );

/** SQL condition for the sites of a list. */
export const listed = ({
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
