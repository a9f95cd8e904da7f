import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { isFiltered } from "#schema/facts/filters.ts";
import type { Pair } from "#schema/sites/sites.ts";
import { alternatives, sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { queryRows, type RowOf } from "../../../db/raw.ts";
import { productIdOfSlug } from "../../products/queries.ts";
import { featuredPlacesStatement, LIST_PLACES, selectFeaturedIds } from "../read/featured-places.ts";
import { isActive, siteSelection } from "../rows/rows.ts";
import { meetsFilters } from "./filters.ts";
import type { ListRequest } from "./list-request.ts";
import { replacesProduct } from "./product-sites.ts";

/** `replaced`: slug of the product of the list. */
const listedSelection = (replaced: string | undefined) => ({ ...pairSelection(replaced), ...siteSelection });

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

/** Selects the sites of a page in their order. `ids` is a query of their ids. */
export const pageStatement = (db: Db, { replaces }: ListRequest, ids: SQL) =>
  queryRows(
    db,
    listedSelection(replaces),
    (columns) => sql`SELECT ${columns} FROM (SELECT id, row_number() OVER () AS place FROM (${ids})) AS page
      CROSS JOIN ${sites} ON ${sites.id} = page.id WHERE ${isActive} ORDER BY page.place`,
  );

/** Selects the sites in the featured places of a list. `condition` limits them to its sites. Only page 1 has such places. */
export const placesStatement = (db: Db, request: ListRequest, condition?: SQL) =>
  featuredPlacesStatement(
    db,
    selectFeaturedIds(
      request.now,
      request.hasFeaturedPlaces && request.page === 1 ? and(listed(request), condition) : sql`false`,
    ),
    { now: request.now, placeCount: LIST_PLACES },
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
