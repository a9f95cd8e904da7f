import { sql, type SQL } from "drizzle-orm";
import { siteStemSearch } from "#schema/search/derived-tables.ts";
import { factOf, FILTERS } from "#schema/facts/facts.ts";
import { ALL_PLATFORMS, FILTER_NAMES, type Filters, LICENCE_TYPE, YES } from "#schema/facts/filters.ts";
import { emptyRecord } from "#schema/values/records.ts";
import { type Facets, MAX_FACET_COUNT } from "#schema/sites/sites.ts";
import { facetCounts } from "#schema/tables/facts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { LICENCE_FAMILIES, type LicenceType, licenceTypesOf } from "#schema/facts/licence-families.ts";

// The search index has a word for each value of a site's filters (`site_filter_words` in migrations/0011_facts.sql). So a
// filtered list is one expression of that index, and its cost does not grow with the directory.

/** The word of a value. It is hexadecimal, so FTS5 neither cuts it nor makes a stem of it. */
const filterWord = (filter: string, value: string) =>
  `f${Buffer.from(`${filter}=${value}`).toString("hex").toLowerCase()}0`;

/** SQL for the word of a value that SQL knows. */
const filterWordSql = (filter: SQL, value: SQL) => sql`'f' || lower(hex(${filter} || '=' || ${value})) || '0'`;

/** SQL for the expression that finds the sites that replace a product. */
export const replacesWord = (productId: SQL) =>
  sql`'filters : ' || ${filterWordSql(sql`'replaces'`, sql`coalesce(${productId}, 0)`)}`;

/** How the chosen values of a filter are joined, in SQL and in expressions of the index. */
const joiner = (filter: string) => (filter === ALL_PLATFORMS ? " AND " : " OR ");

/** An FTS5 expression for the sites that have the chosen values of each filter, or "". */
export const filtersExpression = (filters: Filters): string =>
  Object.entries(filters)
    .map(([filter, values]) => `(filters : (${values.map((value) => filterWord(filter, value)).join(joiner(filter))}))`)
    .join(" AND ");

/** The site states these values. It uses no `json_each`, because D1 bills each row of it. */
function meetsFilter(filter: string, values: readonly string[]): SQL {
  const { kind } = factOf(FILTERS.get(filter)!);
  const stated = sql`${sites.facts} ->> ${sql.raw(`'${FILTERS.get(filter)}'`)}`;
  if (kind === "yes_no") return sql`coalesce(${stated}, 0)`;
  const isOne = kind === "choice" || kind === "country";
  const parts =
    filter === LICENCE_TYPE
      ? values.flatMap((type) => LICENCE_FAMILIES[type as LicenceType].map((family) => `"${family}`))
      : values.map((one) => (isOne ? one : JSON.stringify(one)));
  const conditions = parts.map((part) =>
    isOne ? sql`${stated} = ${literal(part)}` : sql`instr(${stated}, ${literal(part)})`,
  );
  return sql`coalesce(${sql.join(conditions, sql.raw(joiner(filter)))}, false)`;
}

/** A text as a part of the query: as parameters, the values of all filters would be too many for D1. */
const literal = (text: string) => sql.raw(`CAST(x'${Buffer.from(text).toString("hex")}' AS TEXT)`);

/** SQL condition for `sites`: the site has the chosen values of each filter. */
export const meetsFilters = (filters: Filters): SQL =>
  sql.join([sql`true`, ...Object.entries(filters).map(([filter, values]) => meetsFilter(filter, values))], sql` AND `);

/** SQL for the name of the product that the value is, or NULL. */
const productName = (filter: SQL, value: SQL) =>
  sql`iif(${filter} = 'imports_from', (SELECT ${products.name} FROM ${products} WHERE ${products.slug} = ${value}), NULL)`;

/** A list that filters narrow: its name in `facet_counts`, and the expression that finds its sites ("" for all sites). */
export type Scope = { name: SQL; expression: SQL };

/** Values of a filter that get a number. */
const MAX_VALUES = 60;
/**
 * SQL for the numbers beside the filters of a list, as a JSON array. An entry has the filter, the value, the number, and
 * the name if the value is a product. A number is what the list would have if the value were chosen, and the other filters
 * stayed as they are. It is exact below MAX_FACET_COUNT. If no other filter is chosen, it is a counter. Else it counts hits
 * in the search index up to that maximum. If all of them together could read more than `maxRows`, the rarest values of each
 * filter have no number.
 */
export function facetsOfScope({ name, expression }: Scope, filters: Filters, maxRows: number): SQL<string | null> {
  // Without a choice among platforms, the numbers of both filters are equal (`readNumbers`).
  const counted = FILTER_NAMES.filter((filter) => filter !== ALL_PLATFORMS || filters["platform"]);
  const others = Object.fromEntries(
    counted.map((filter) => {
      const { [filter]: _, ...rest } = filters;
      return [filter, filtersExpression(filter === ALL_PLATFORMS ? filters : rest)];
    }),
  );
  const match = (
    filter: SQL,
    value: SQL,
  ) => sql`(SELECT expression FROM scope) || CASE WHEN (SELECT expression FROM scope) = '' THEN '' ELSE ' AND ' END
    || ${filter} || ' AND filters : ' || ${value}`;
  return sql<string>`(
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
    FROM paid WHERE rows <= ${maxRows}
  )`;
}

/** The numbers beside filters, and the names of the products that are values. */
export type Numbers = { facets: Facets; products: Record<string, string> };

/** Reads what `facetsOfScope` selected. */
export function readNumbers(text: string): Numbers {
  const facets: Facets = {};
  const names = emptyRecord<string>();
  for (const [filter, value, number, name] of JSON.parse(text) as FacetRow[]) {
    (facets[filter] ??= emptyRecord())[value] = number;
    if (name !== null) names[value] = name;
  }
  if (facets["platform"]) facets[ALL_PLATFORMS] ??= { ...facets["platform"] };
  return { facets, products: names };
}

type FacetRow = [filter: string, value: string, number: number, product: string | null];

/**
 * SQL for `countHits`, as a JSON object: the values of the filters of each hit, and the names of the products from which most
 * sites import.
 */
export function filterValuesOfHits(ids: readonly number[]): SQL<string> {
  const paths = FILTER_NAMES.map((filter) => sql.raw(`'$.${FILTERS.get(filter)}'`));
  return sql<string>`json_object('hits', json((
    SELECT json_group_array(json_extract(${sites.facts}, ${sql.join(paths, sql`, `)}) -> '$')
    FROM json_each(${JSON.stringify(ids)}) AS hit CROSS JOIN ${sites} ON ${sites.id} = hit.value
  )), 'products', json((
    SELECT json_group_object(slug, name) FROM (
      SELECT ${products.slug} AS slug, ${products.name} AS name FROM ${facetCounts}
      CROSS JOIN ${products} ON ${products.slug} = ${facetCounts.value}
      WHERE ${facetCounts.scope} = '' AND ${facetCounts.filter} = 'imports_from' AND ${facetCounts.siteCount} > 0
      ORDER BY ${facetCounts.siteCount} DESC LIMIT ${MAX_VALUES}
    )
  )))`;
}

/** The values that a site has of a filter. `stated`: its value of the fact, as the database has it. */
function valuesOfFilter(filter: string, stated: unknown): string[] {
  const parts = [stated].flat().filter((part) => part !== null && part !== 0 && part !== false);
  const values = parts.map((part) => (part === true ? YES : String(part)));
  return filter === LICENCE_TYPE ? licenceTypesOf(values) : values;
}

const meetsChosen = (filter: string, chosen: readonly string[], values: readonly string[]): boolean =>
  chosen[filter === ALL_PLATFORMS ? "every" : "some"]((value) => values.includes(value));

/**
 * Counts the numbers beside the filters of a search: of the hits that it would have without filters. `found` is a result of
 * `filterValuesOfHits`.
 */
export function countHits(found: string, filters: Filters): Numbers {
  const facets: Facets = {};
  const { hits, products: names } = JSON.parse(found) as { hits: unknown[][]; products: Record<string, string> };
  for (const hit of hits) {
    const stated = FILTER_NAMES.map((filter, index) => valuesOfFilter(filter, hit[index]));
    const missed = FILTER_NAMES.filter(
      (filter, index) => filters[filter] && !meetsChosen(filter, filters[filter], stated[index]!),
    );
    if (missed.length > 1 || missed[0] === ALL_PLATFORMS) continue;
    for (const [index, filter] of FILTER_NAMES.entries()) {
      if (missed.length === 1 && missed[0] !== filter) continue;
      const numbers = (facets[filter] ??= emptyRecord());
      for (const value of stated[index]!) numbers[value] = Math.min((numbers[value] ?? 0) + 1, MAX_FACET_COUNT);
    }
  }
  return { facets, products: names };
}
