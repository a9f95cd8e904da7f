import damerauLevenshtein from "damerau-levenshtein";
import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { all, run } from "../../db/raw.ts";
import { fold } from "../sites/keys.ts";
import type { Terms } from "./match.ts";
import { isSpaceless } from "./spaceless.ts";

// Symmetric delete: a known word is stored under itself and under each of its forms with one letter dropped; a typed
// word is looked up with as many dropped as may differ. Both meet for every slip of one letter and most of two, by
// look-ups whose number depends on the typed word alone.

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
/** From here on two letters may differ: of a shorter word so many make another one ("linux", "link"). */
const LONG_WORD = 8;
const MAX_NEIGHBOURS = 3;
/** Another digit is another thing ("mp3", "mp4"), not a slip. */
const DIGIT = /\p{N}/u;
/** Together below half of the 2 MB that D1 takes as one value, also in scripts of three bytes a letter. */
const FORMS_A_VALUE = 5000;

/** Words worth knowing, in the form that spellings compare. */
function spellableWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && !isSpaceless(word),
  );
}

/** The word and its forms with one letter dropped. */
function deletions(word: string): string[] {
  const forms = new Set([word]);
  for (let at = 0; at < word.length; at++) forms.add(word.slice(0, at) + word.slice(at + 1));
  return [...forms];
}

/** How many of the texts hold each word. */
export function countWords(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(spellableWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Statements for a batch that make words known, with how many more texts hold them. */
export function learnWords(db: Db, counts: Map<string, number>, { onlyIf = sql`true` }: { onlyIf?: SQL } = {}) {
  return [
    run(
      db,
      sql`INSERT INTO known_words (word, uses) SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify([...counts])})
        WHERE ${onlyIf} ON CONFLICT (word) DO UPDATE SET uses = uses + excluded.uses`,
    ),
    ...formsOf(counts).map((chunk) =>
      run(
        db,
        sql`INSERT OR IGNORE INTO spellings (deletion, word)
          SELECT value ->> 0, value ->> 1 FROM json_each(${chunk}) WHERE ${onlyIf}`,
      ),
    ),
  ];
}

/** Rows of `spellings` for these words, as JSON lists that D1 takes. */
function formsOf(counts: Map<string, number>): string[] {
  const forms = [...counts.keys()].flatMap((word) => deletions(word).map((deletion) => [deletion, word]));
  return Array.from({ length: Math.ceil(forms.length / FORMS_A_VALUE) }, (_, index) =>
    JSON.stringify(forms.slice(index * FORMS_A_VALUE, (index + 1) * FORMS_A_VALUE)),
  );
}

/** Statements for a batch that take back what `learnWords` counted, for texts that are gone. */
export function forgetWords(db: Db, counts: Map<string, number>, { onlyIf = sql`true` }: { onlyIf?: SQL } = {}) {
  const words = [...counts.keys()];
  return [
    run(
      db,
      sql`UPDATE known_words SET uses = uses - gone.value ->> 1 FROM json_each(${JSON.stringify([...counts])}) AS gone
        WHERE known_words.word = gone.value ->> 0 AND ${onlyIf}`,
    ),
    run(
      db,
      sql`DELETE FROM known_words
        WHERE uses <= 0 AND word IN (SELECT value FROM json_each(${JSON.stringify(words)})) AND ${onlyIf}`,
    ),
    ...formsOf(counts).map((chunk) =>
      run(
        db,
        sql`DELETE FROM spellings
          WHERE (deletion, word) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${chunk}))
          AND word NOT IN (SELECT word FROM known_words WHERE word = spellings.word) AND ${onlyIf}`,
      ),
    ),
  ];
}

/** For each word the known words of active sites nearest to it, or undefined where none of them has one. */
export async function nearestWords(db: Db, words: string[]): Promise<Terms | undefined> {
  const typed = words.map(fold);
  const forms = typed.flatMap((word, index) => {
    if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || DIGIT.test(word) || isSpaceless(word)) return [];
    return [...(slipsIn(word) > 1 ? twiceDeleted(word) : deletions(word))].map((form) => [index, form]);
  });
  if (forms.length === 0) return undefined;
  const rows = await all<Neighbour & { position: number }>(
    db,
    sql`
    SELECT DISTINCT form.value ->> 0 AS position, word, uses FROM json_each(${JSON.stringify(forms)}) AS form
    JOIN spellings ON spellings.deletion = form.value ->> 1 JOIN known_words USING (word)
    -- Sites that wait for review are known, too, but the index holds active ones only.
    WHERE EXISTS (SELECT 1 FROM site_search WHERE site_search MATCH '"' || word || '"')`,
  );
  if (rows.length === 0) return undefined;
  const found = Map.groupBy(rows, (row) => row.position);
  return typed.map((word, index) => nearest(word, found.get(index) ?? []));
}

type Neighbour = { word: string; uses: number };

const twiceDeleted = (word: string) => new Set(deletions(word).flatMap(deletions));

/** Letters that may be dropped, added, replaced or swapped with the next. */
const slipsIn = (word: string) => (word.length < LONG_WORD ? 1 : 2);

/**
 * The few neighbours with the least distance that is allowed; else the word itself. Of equals first those with the same first letter, which slips rarely change, then the commonest.
 */
function nearest(typed: string, neighbours: Neighbour[]): string[] {
  const measured = neighbours
    .map(({ word, uses }) => ({
      word,
      uses,
      distance: damerauLevenshtein(typed, word).steps,
      isOtherStart: word[0] !== typed[0],
    }))
    .filter(({ word, distance }) => distance <= slipsIn(typed) && !DIGIT.test(word))
    .toSorted((a, b) => a.distance - b.distance || Number(a.isOtherStart) - Number(b.isOtherStart) || b.uses - a.uses);
  const best = measured.filter(({ distance }) => distance === measured[0]?.distance).slice(0, MAX_NEIGHBOURS);
  return best.length > 0 ? best.map(({ word }) => word) : [typed];
}
