import { and, inArray, sql } from "drizzle-orm";
import { knownWords, siteSearch, spellings } from "#schema/search/derived-tables.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnName, columnNames, queryRows, runQuery } from "../../db/raw.ts";
import { fold } from "../../names/keys.ts";
import { hasSpacelessLetters } from "./spaceless.ts";

// Spelling correction by symmetric deletes (https://github.com/wolfgarbe/SymSpell). Each known word is stored with its
// deletions. A search looks for known words that share a deletion with the typed word. It finds all known words that
// differ in one letter, and some that differ in two. The number of lookups depends only on the typed word.

export const MIN_WORD_LENGTH = 4;
const MAX_WORD_LENGTH = 24;
/** Less than 1 MB, even with three bytes a letter. D1 takes at most 2 MB as one value. */
const DELETIONS_PER_VALUE = 5000;

/** Returns the word itself, and the word without each of its letters. */
export function deletions(word: string): string[] {
  const found = new Set([word]);
  for (let at = 0; at < word.length; at++) found.add(word.slice(0, at) + word.slice(at + 1));
  return [...found];
}

export const isSpellable = (word: string) =>
  word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && !hasSpacelessLetters(word);

/** Returns the folded words of the texts, without short and long words and words of scripts without spaces. */
export const spellableWords = (texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(isSpellable)),
];

/**
 * Returns the statements of a batch that add the words of these texts to the known words. They run if a site is listed,
 * saved or shown again. Only the cron job deletes words.
 */
export function learnWords(db: Db, texts: string[]) {
  const words = spellableWords(texts);
  return [
    runQuery(
      db,
      sql`INSERT INTO ${knownWords} (${columnName(knownWords.word)}) SELECT value FROM json_each(${JSON.stringify(words)}) WHERE true ON CONFLICT DO NOTHING`,
    ),
    ...spellingRows(words).map((values) =>
      runQuery(
        db,
        sql`INSERT INTO ${spellings} (${columnNames(spellings.deletion, spellings.word)})
          SELECT value ->> 0, value ->> 1 FROM json_each(${values}) WHERE true ON CONFLICT DO NOTHING`,
      ),
    ),
  ];
}

/** Returns JSON arrays of `[deletion, word]`, each small enough for D1. */
function spellingRows(words: string[]): string[] {
  const pairs = words.flatMap((word) => deletions(word).map((deletion) => [deletion, word]));
  return Array.from({ length: Math.ceil(pairs.length / DELETIONS_PER_VALUE) }, (_, index) =>
    JSON.stringify(pairs.slice(index * DELETIONS_PER_VALUE, (index + 1) * DELETIONS_PER_VALUE)),
  );
}

export const WORDS_PER_RUN = 1000;
const CRON_MS = 600_000;

const isUnused = sql`NOT EXISTS (SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || ${knownWords.word} || '"')`;

/** For the cron job: deletes known words that no active site has. Each run checks the next 1,000 words. */
export async function forgetUnusedWords(db: Db, now: number): Promise<void> {
  const runNumber = Math.floor(now / CRON_MS);
  const unused = await queryRows(
    db,
    { word: knownWords.word },
    (columns) => sql`WITH part AS (
        SELECT ${runNumber} % (coalesce(max(rowid) - 1, 0) / ${WORDS_PER_RUN} + 1) * ${WORDS_PER_RUN} AS start FROM ${knownWords}
      )
      SELECT ${columns} FROM part
      JOIN ${knownWords} ON known_words.rowid > part.start AND known_words.rowid <= part.start + ${WORDS_PER_RUN}
      WHERE ${isUnused}`,
  );
  if (unused.length === 0) return;
  const words = unused.map(({ word }) => word);
  // The condition is repeated, because a site with one of the words may have been listed since the query above.
  await db.batch([
    db.delete(knownWords).where(and(inArray(knownWords.word, jsonList(words)), isUnused)),
    ...spellingRows(words).map((values) =>
      runQuery(
        db,
        sql`DELETE FROM ${spellings}
          WHERE (${spellings.deletion}, ${spellings.word}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${values}))
          AND NOT EXISTS (SELECT 1 FROM ${knownWords} WHERE ${knownWords.word} = ${spellings.word})`,
      ),
    ),
  ]);
}
