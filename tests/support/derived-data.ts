import type { D1Database } from "@cloudflare/workers-types";
import { FILTERS } from "#schema/facts/facts.ts";

/** The values of active sites in each list that counts them, from the rows alone. */
const FACETS = `
  SELECT scope, filters.key AS filter, CAST(part.value AS TEXT) AS value
  FROM sites JOIN (
    SELECT id AS site_id, '' AS scope FROM sites UNION ALL SELECT id, category FROM sites
    UNION ALL SELECT site_id, 'r' || product_id FROM alternatives
  ) ON site_id = sites.id, json_each('${JSON.stringify(Object.fromEntries(FILTERS))}') AS filters,
    json_each(sites.facts, '$.' || filters.value) AS part
  WHERE sites.review = 'active' AND part.type <> 'false'`;

const QUERIES = [
  `SELECT name, value, counted FROM (
     SELECT name, value, coalesce((SELECT count(*) FROM sites WHERE review = 'active' AND 'sites.' || category = counters.name), 0) AS counted
     FROM counters WHERE name LIKE 'sites.%'
   ) WHERE value <> counted`,
  `SELECT category FROM sites WHERE review = 'active' AND 'sites.' || category NOT IN (SELECT name FROM counters)`,
  `SELECT * FROM (SELECT
     coalesce((SELECT value FROM counters WHERE name = 'products'), 0) AS products,
     (SELECT count(DISTINCT product_id) FROM alternatives JOIN sites ON sites.id = site_id WHERE review = 'active') AS counted
   ) WHERE products <> counted`,
  `SELECT name, site_count FROM products WHERE site_count <> (
     SELECT count(*) FROM alternatives JOIN sites ON sites.id = site_id WHERE product_id = products.id AND review = 'active'
   )`,
  `SELECT scope, filter, value, sum(kept) AS site_count, sum(rows) AS counted FROM (
     SELECT scope, filter, value, site_count AS kept, 0 AS rows FROM facet_counts
     UNION ALL SELECT scope, filter, value, 0, 1 FROM (${FACETS})
   ) GROUP BY scope, filter, value HAVING sum(kept) <> sum(rows)`,
  "SELECT id, like_count FROM sites WHERE like_count <> (SELECT count(*) FROM likes WHERE site_id = sites.id)",
];

/** Returns the counters whose value differs from the count of the rows. */
export async function listWrongCounters(d1: D1Database): Promise<unknown[]> {
  const { results: counters } = await d1
    .prepare("SELECT name FROM counters WHERE name LIKE 'rows.%'")
    .all<{ name: string }>();
  const rows = counters.map(
    ({ name }) =>
      `SELECT name, value FROM counters WHERE name = '${name}' AND value <> (SELECT count(*) FROM ${name.slice("rows.".length)})`,
  );
  const outcomes = await d1.batch([...QUERIES, ...rows].map((query) => d1.prepare(query)));
  return outcomes.flatMap(({ results }) => results);
}

const SEARCH_TABLES = ["site_search", "site_name_search", "site_stem_search", "featured_search"];

/** Reindexes all sites. Returns the words whose positions in the search index have changed. */
export async function listWrongSearchWords(d1: D1Database): Promise<string[]> {
  const before = await wordsOfIndex(d1);
  await d1.prepare("INSERT INTO reindex_site SELECT id FROM sites").run();
  const after = await wordsOfIndex(d1);
  return [...before.keys(), ...after.keys()].filter((word) => before.get(word) !== after.get(word));
}

async function wordsOfIndex(d1: D1Database): Promise<Map<string, string>> {
  const outcomes = await d1.batch<{ word: string; places: string }>(
    SEARCH_TABLES.flatMap((table) => [
      d1.prepare(`CREATE VIRTUAL TABLE IF NOT EXISTS ${table}_words USING fts5vocab(${table}, 'instance')`),
      d1.prepare(
        `SELECT '${table}: ' || term AS word, group_concat(doc || col || "offset" ORDER BY doc, col, "offset") AS places
         FROM ${table}_words GROUP BY term`,
      ),
    ]),
  );
  return new Map(outcomes.flatMap(({ results }) => results.map(({ word, places }) => [word, places])));
}
