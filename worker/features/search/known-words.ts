import { and, inArray, sql } from "drizzle-orm";
import { knownWords, siteSearch, spellings } from "#schema/derived-tables.ts";
import type { Db } from "../../db/connection.ts";
import { jsonList } from "../../db/json-list.ts";
import { columnName, columnNames, queryRows, runQuery } from "../../db/raw.ts";
import { fold } from "../../names/keys.ts";
import { hasSpacelessLetters } from "./spaceless.ts";

// Symmetric delete: a known word is stored under itself and under each of its forms with one letter dropped; a typed
// word is looked up with as many dropped as may differ. Both meet for every slip of one letter and most of two, by
// look-ups whose number depends on the typed word alone.

export const MIN_WORD_LENGTH = 4;
export const MAX_WORD_LENGTH = 24;
/** Together below half of the 2 MB that D1 takes as one value, also in scripts of three bytes a letter. */
const FORMS_A_VALUE = 5000;

/** The word and its forms with one letter dropped. */
export function deletions(word: string): string[] {
  const forms = new Set([word]);
  for (let at = 0; at < word.length; at++) forms.add(word.slice(0, at) + word.slice(at + 1));
  return [...forms];
}

/** Words worth knowing, in the form that spellings compare. */
export const spellableWords = (texts: string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && !hasSpacelessLetters(word)),
  ),
];

/** Statements for the batch that lists, saves or shows again what has these texts. Cron forgets words, nothing else does. */
export function learnWords(db: Db, texts: string[]) {
  const words = spellableWords(texts);
  return [
    runQuery(
      db,
      sql`INSERT INTO ${knownWords} (${columnName(knownWords.word)}) SELECT value FROM json_each(${JSON.stringify(words)}) WHERE true ON CONFLICT DO NOTHING`,
    ),
    ...formsOf(words).map((forms) =>
      runQuery(
        db,
        sql`INSERT INTO ${spellings} (${columnNames(spellings.deletion, spellings.word)})
          SELECT value ->> 0, value ->> 1 FROM json_each(${forms}) WHERE true ON CONFLICT DO NOTHING`,
      ),
    ),
  ];
}

/** Rows of `spellings` for these words, as JSON lists that D1 takes. */
function formsOf(words: string[]): string[] {
  const forms = words.flatMap((word) => deletions(word).map((deletion) => [deletion, word]));
  return Array.from({ length: Math.ceil(forms.length / FORMS_A_VALUE) }, (_, index) =>
    JSON.stringify(forms.slice(index * FORMS_A_VALUE, (index + 1) * FORMS_A_VALUE)),
  );
}

/** Words that one run of cron looks at. */
export const WORDS_PER_RUN = 1000;
const CRON_MS = 600_000;

const isUnused = sql`NOT EXISTS (SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || ${knownWords.word} || '"')`;

/** For the cron: forgets words that no public listing has. Each run looks at the next part of the words. */
export async function forgetUnusedWords(db: Db, now: number): Promise<void> {
  const turn = Math.floor(now / CRON_MS);
  const unused = await queryRows(
    db,
    { word: knownWords.word },
    (columns) => sql`WITH part AS (
        SELECT ${turn} % (coalesce(max(rowid) - 1, 0) / ${WORDS_PER_RUN} + 1) * ${WORDS_PER_RUN} AS start FROM ${knownWords}
      )
      SELECT ${columns} FROM part
      JOIN ${knownWords} ON known_words.rowid > part.start AND known_words.rowid <= part.start + ${WORDS_PER_RUN}
      WHERE ${isUnused}`,
  );
  if (unused.length === 0) return;
  const words = unused.map(({ word }) => word);
  // Asked again, because somebody may have listed one of them since.
  await db.batch([
    db.delete(knownWords).where(and(inArray(knownWords.word, jsonList(words)), isUnused)),
    ...formsOf(words).map((forms) =>
      runQuery(
        db,
        sql`DELETE FROM ${spellings}
          WHERE (${spellings.deletion}, ${spellings.word}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${forms}))
          AND NOT EXISTS (SELECT 1 FROM ${knownWords} WHERE ${knownWords.word} = ${spellings.word})`,
      ),
    ),
  ]);
}
