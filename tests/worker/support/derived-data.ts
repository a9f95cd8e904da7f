import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { deletions, forgetUnusedWords, spellableWords, WORDS_PER_RUN } from "#worker/features/search/known-words.ts";
import { searchText } from "#worker/features/sites/save/learn-words.ts";
import { connect } from "#worker/db/connection.ts";
import { listWrongCounters, listWrongSearchWords } from "../../support/derived-data.ts";

export const expectCountersToEqualTables = async () => expect(await listWrongCounters(env.DB)).toEqual([]);

/** Expects the search index to stay the same when all sites are reindexed. */
export const expectIndexToEqualTables = async () => expect(await listWrongSearchWords(env.DB)).toEqual([]);

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
