import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { countWords } from "#worker/features/search/spelling.ts";
import { textOf } from "#worker/features/sites/words.ts";
import { listWrongCounters, listWrongWords } from "../../support/derived-data.ts";

/** Counters must equal what counting the tables says, whatever happened before. */
export const expectCountersToEqualTables = async () => expect(await listWrongCounters(env.DB)).toEqual([]);

/** The search index must be what it would be if it were made anew. */
export const expectIndexToEqualTables = async () => expect(await listWrongWords(env.DB)).toEqual([]);

/** Known words must be those of the sites that there are. */
export async function expectKnownWordsToEqualTables() {
  const { results: sites } = await env.DB.prepare(
    `SELECT name, description, (SELECT json_group_array(json_object('name', name)) FROM alternatives WHERE site_id = sites.id) AS alternatives
     FROM sites`,
  ).all<{ name: string; description: string; alternatives: string }>();
  const counted = countWords(sites.map((site) => textOf({ ...site, alternatives: JSON.parse(site.alternatives) })));
  const { results: kept } = await env.DB.prepare("SELECT word, uses FROM known_words").all<{
    word: string;
    uses: number;
  }>();
  expect(new Map(kept.map(({ word, uses }) => [word, uses]))).toEqual(counted);
  const { results: strays } = await env.DB.prepare(
    "SELECT word FROM spellings WHERE word NOT IN (SELECT word FROM known_words)",
  ).all();
  expect(strays).toEqual([]);
}
