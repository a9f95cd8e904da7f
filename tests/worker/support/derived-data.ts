import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { countWords } from "#worker/features/search/spelling.ts";
import { textOf } from "#worker/features/sites/insert.ts";

/** Counters must equal what counting the tables says, whatever happened before. */
export async function expectCountersToEqualTables() {
  const { results: kept } = await env.DB.prepare(
    "SELECT name, value FROM counters WHERE value <> 0 AND name NOT LIKE 'rows.%' ORDER BY name",
  ).all();
  const { results: counted } = await env.DB.prepare(
    `SELECT 'sites.' || category AS name, count(*) AS value FROM sites WHERE review = 'active' GROUP BY category
     UNION ALL
     SELECT 'targets', count(DISTINCT target_id) FROM alternatives JOIN sites ON sites.id = site_id WHERE review = 'active'
     HAVING count(*) > 0
     ORDER BY 1`,
  ).all();
  expect(kept).toEqual(counted);
  const { results: counters } = await env.DB.prepare("SELECT name, value FROM counters WHERE name LIKE 'rows.%'").all<{
    name: string;
    value: number;
  }>();
  for (const { name, value } of counters) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await env.DB.prepare(`SELECT count(*) AS n FROM ${name.slice("rows.".length)}`).first("n");
    expect(value, name).toBe(rows);
  }
  const { results: wrong } = await env.DB.prepare(
    `SELECT name, site_count FROM targets WHERE site_count <> (
       SELECT count(*) FROM alternatives JOIN sites ON sites.id = site_id WHERE target_id = targets.id AND review = 'active'
     )`,
  ).all();
  expect(wrong).toEqual([]);
  const { results: likes } = await env.DB.prepare(
    "SELECT id FROM sites WHERE like_count <> (SELECT count(*) FROM likes WHERE site_id = sites.id)",
  ).all();
  expect(likes).toEqual([]);
}

const SEARCH_TABLES = ["site_search", "site_name_search", "site_alternative_search", "featured_search"];

/** Every word of the search index with its place, as SQLite lists them. */
async function wordsOfIndex() {
  const lists = SEARCH_TABLES.map((table) => [
    env.DB.prepare(`CREATE VIRTUAL TABLE IF NOT EXISTS ${table}_words USING fts5vocab(${table}, 'instance')`),
    env.DB.prepare(`SELECT term, doc, col, "offset" FROM ${table}_words ORDER BY term, doc, col, "offset"`),
  ]);
  const answers = await env.DB.batch(lists.flat());
  return answers.map(({ results }) => results);
}

/** The search index must be what it would be if it were made anew. */
export async function expectIndexToEqualTables() {
  const before = await wordsOfIndex();
  await env.DB.prepare("INSERT INTO reindex_site SELECT id FROM sites").run();
  expect(before).toEqual(await wordsOfIndex());
}

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
