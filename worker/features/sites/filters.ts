import { sql, type SQL } from "drizzle-orm";
import { siteStemSearch } from "#schema/derived-tables.ts";
import { FILTERS } from "#schema/facts.ts";
import { FILTER_NAMES, type Filters } from "#schema/filters.ts";
import { MAX_FACET_COUNT } from "#schema/sites.ts";
import { facetCounts } from "#schema/tables/facts.ts";
import { sites, targets } from "#schema/tables/sites.ts";

// The search index has a word for each value of a site's filters (`site_filter_words` in migrations/0011_facts.sql). So a
// filtered list is one expression of that index, and its cost does not grow with the directory.

/** The word of a value. It is hexadecimal, so FTS5 neither cuts it nor makes a stem of it. */
const filterWord = (filter: string, value: string) =>
  `f${Buffer.from(`${filter}=${value}`).toString("hex").toLowerCase()}0`;

/** SQL for the word of a value that SQL knows. */
const filterWordSql = (filter: SQL, value: SQL) => sql`'f' || lower(hex(${filter} || '=' || ${value})) || '0'`;

/** SQL for the expression that finds the sites that replace a product. */
export const replacesWord = (targetId: SQL) =>
  sql`'filters : ' || ${filterWordSql(sql`'replaces'`, sql`coalesce(${targetId}, 0)`)}`;

/** An FTS5 expression for the sites that have one of the chosen values of each filter, or "". */
export const filtersExpression = (filters: Filters): string =>
  Object.entries(filters)
    .map(([filter, values]) => `(filters : (${values.map((value) => filterWord(filter, value)).join(" OR ")}))`)
    .join(" AND ");

/** SQL condition for `sites`: the site has one of the chosen values of each filter. */
export const meetsFilters = (filters: Filters): SQL =>
  sql.join([sql`true`, ...Object.entries(filters).map(([filter, values]) => meetsFilter(filter, values))], sql` AND `);

const meetsFilter = (filter: string, values: string[]): SQL => sql`EXISTS (
  SELECT 1 FROM json_each(${sites.facts}, ${`$.${FILTERS.get(filter)}`}) AS stated
  WHERE CAST(stated.value AS TEXT) IN (SELECT value FROM json_each(${JSON.stringify(values)}))
)`;

/** SQL for the name of the product that the value is, or NULL. */
const productName = (filter: SQL, value: SQL) =>
  sql`iif(${filter} = 'imports_from', (SELECT ${targets.name} FROM ${targets} WHERE ${targets.slug} = ${value}), NULL)`;

/** A list that filters narrow: its name in `facet_counts`, and the expression that finds its sites ("" for all sites). */
export type Scope = { name: SQL; expression: SQL };

/** Values of a filter that get a number. */
const MAX_VALUES = 60;
/** Rows that the numbers of one list may read together. */
const MAX_ROWS = 7500;

/**
 * SQL for the numbers beside the filters of a list, as a JSON array of filter, value, number, and the name if it is a product. A number is what the list
 * would have if the value were chosen, and the other filters stayed as they are: exact below MAX_FACET_COUNT. The numbers
 * of a list without other filters are counters. The others count hits in the search index up to that maximum. If all of
 * them together could read more than MAX_ROWS, the rarest values of each filter have no number.
 */
export function facetsOfScope({ name, expression }: Scope, filters: Filters): SQL {
  const others = Object.fromEntries(
    FILTER_NAMES.map((filter) => {
      const { [filter]: _, ...rest } = filters;
      return [filter, filtersExpression(rest)];
    }),
  );
  const match = (
    filter: SQL,
    value: SQL,
  ) => sql`(SELECT expression FROM scope) || CASE WHEN (SELECT expression FROM scope) = '' THEN '' ELSE ' AND ' END
    || ${filter} || ' AND filters : ' || ${value}`;
  return sql`(
    WITH scope AS MATERIALIZED (SELECT ${name} AS name, ${expression} AS expression),
    offered AS MATERIALIZED (
      SELECT others.key AS filter, others.value AS expression, part.value ->> 0 AS value, part.value ->> 1 AS site_count, part.key AS place
      FROM json_each(${JSON.stringify(others)}) AS others CROSS JOIN json_each((
        SELECT json_group_array(json_array(${facetCounts.value}, ${facetCounts.siteCount})) FROM (
          SELECT * FROM ${facetCounts}
          WHERE ${facetCounts.scope} = (SELECT name FROM scope) AND ${facetCounts.filter} = others.key AND ${facetCounts.siteCount} > 0
          ORDER BY ${facetCounts.siteCount} DESC LIMIT ${MAX_VALUES}
        ) AS facet_counts
      )) AS part
    ),
    paid AS (
      SELECT *, sum(iif(expression = '', 0, min(site_count, ${MAX_FACET_COUNT}))) OVER (ORDER BY place, filter) AS rows FROM offered
    )
    SELECT json_group_array(json_array(filter, value, CASE
      WHEN expression = '' THEN min(site_count, ${MAX_FACET_COUNT})
      ELSE (SELECT count(*) FROM (
        SELECT 1 FROM ${siteStemSearch} WHERE ${siteStemSearch} MATCH (${match(sql`paid.expression`, filterWordSql(sql`paid.filter`, sql`paid.value`))})
        LIMIT ${MAX_FACET_COUNT}
      )) END, ${productName(sql`paid.filter`, sql`paid.value`)}))
    FROM paid WHERE rows <= ${MAX_ROWS}
  )`;
}

/**
 * SQL for the numbers beside the filters of a search, in the same form. They count the hits that the search would have
 * without filters. `hits` is a query of site ids.
 */
export function facetsOfHits(hits: SQL, filters: Filters): SQL {
  const chosen = Object.entries(filters);
  const misses = chosen.map(([filter, values]) => sql`iif(${meetsFilter(filter, values)}, '', ${`${filter} `})`);
  const missed = misses.length > 0 ? sql.join(misses, sql` || `) : sql`''`;
  return sql`(
    SELECT json_group_array(json_array(filter, value, number, ${productName(sql`filter`, sql`value`)})) FROM (
      SELECT site_filters.filter, site_filters.value, min(count(*), ${MAX_FACET_COUNT}) AS number FROM (
        SELECT ${sites.id} AS id, ${missed} AS missed FROM (${hits}) AS hits CROSS JOIN ${sites} ON ${sites.id} = hits.id
      ) AS listed CROSS JOIN site_filters ON site_filters.site_id = listed.id
      WHERE missed IN ('', site_filters.filter || ' ') GROUP BY 1, 2
    )
  )`;
}
