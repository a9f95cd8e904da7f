import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { FILTERS } from "#schema/facts/facts.ts";
import { deletions, forgetUnusedWords, spellableWords, WORDS_PER_RUN } from "#worker/features/search/known-words.ts";
import { searchText } from "#worker/features/sites/save/learn-words.ts";
import { connect } from "#worker/db/connection.ts";

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

/** Expects that each counter has the value that its rows give. */
export async function expectCountersToEqualTables() {
  const { results: counters } = await env.DB.prepare("SELECT name FROM counters WHERE name LIKE 'rows.%'").all<{
    name: string;
  }>();
  const rows = counters.map(
    ({ name }) =>
      `SELECT name, value FROM counters WHERE name = '${name}' AND value <> (SELECT count(*) FROM ${name.slice("rows.".length)})`,
  );
  const outcomes = await env.DB.batch([...QUERIES, ...rows].map((query) => env.DB.prepare(query)));
  expect(outcomes.flatMap(({ results }) => results)).toEqual([]);
}

const SEARCH_TABLES = ["site_search", "site_name_search", "site_stem_search", "featured_search"];

async function wordsOfIndex(): Promise<Map<string, string>> {
  const outcomes = await env.DB.batch<{ word: string; places: string }>(
    SEARCH_TABLES.flatMap((table) => [
      env.DB.prepare(`CREATE VIRTUAL TABLE IF NOT EXISTS ${table}_words USING fts5vocab(${table}, 'instance')`),
      env.DB.prepare(
        `SELECT '${table}: ' || term AS word, group_concat(doc || col || "offset" ORDER BY doc, col, "offset") AS places
         FROM ${table}_words GROUP BY term`,
      ),
    ]),
  );
  return new Map(outcomes.flatMap(({ results }) => results.map(({ word, places }) => [word, places])));
}

/** Expects the search index to stay the same when all sites are reindexed. */
export async function expectIndexToEqualTables() {
  const before = await wordsOfIndex();
  await env.DB.prepare("INSERT INTO reindex_site SELECT id FROM sites").run();
  const after = await wordsOfIndex();
  const changed = [...before.keys(), ...after.keys()].filter((word) => before.get(word) !== after.get(word));
  expect(changed).toEqual([]);
}

const CRON_MS = 600_000;

/** Runs the cron job until it has checked every known word. */
export async function forgetAllUnusedWords() {
  const { last } = (await env.DB.prepare("SELECT max(rowid) AS last FROM known_words").first<{ last: number }>())!;
  for (let run = 0; run * WORDS_PER_RUN <= last; run++) await forgetUnusedWords(connect(env.DB), run * CRON_MS);
}

/** Expects exactly the words of active sites, each with all its spellings, after cron has checked all words. */
export async function expectKnownWordsToEqualTables() {
  await forgetAllUnusedWords();
  const { results: sites } = await env.DB.prepare(
    `SELECT name, description, (SELECT json_group_array(json_object('name', name)) FROM alternatives WHERE site_id = sites.id) AS alternatives
     FROM sites WHERE review = 'active'`,
  ).all<{ name: string; description: string; alternatives: string }>();
  const words = spellableWords(
    sites.map((site) => searchText({ ...site, alternatives: JSON.parse(site.alternatives) as { name: string }[] })),
  );
  const { results: known } = await env.DB.prepare("SELECT word FROM known_words").all<{ word: string }>();
  expect(known.map(({ word }) => word).toSorted()).toEqual(words.toSorted());
  const spellings = await env.DB.prepare("SELECT word, deletion FROM spellings").raw<string[]>();
  expect(spellings.map(String).toSorted()).toEqual(
    words.flatMap((word) => deletions(word).map((deletion) => `${word},${deletion}`)).toSorted(),
  );
}
