import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { deletions, forgetUnusedWords, spellableWords, WORDS_PER_RUN } from "#worker/features/search/known-words.ts";
import { searchText } from "#worker/features/sites/save/learn-words.ts";
import { connect } from "#worker/db/connection.ts";
import { findWrongTotals } from "../../support/derived-totals.ts";

/** Expects that each total and each mark has the value that its rows give. */
export async function expectCountersToEqualTables() {
  const read = async (query: string) => (await env.DB.prepare(query).all<Record<string, unknown>>()).results;
  expect(await findWrongTotals(read)).toEqual([]);
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
