import damerauLevenshtein from "damerau-levenshtein";
import { sql } from "drizzle-orm";
import { all, type Db, run } from "../../http/database.ts";
import { fold } from "../sites/keys.ts";
import type { Terms } from "./match.ts";

// Symmetric delete: a known word is stored under itself and under each of its forms with one letter dropped; a typed
// word is looked up with up to two dropped. Both meet for every slip of one letter and most of two, by look-ups whose
// number depends on the typed word alone.

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
const MAX_NEIGHBOURS = 3;

/** Words worth knowing, in the form that spellings compare. */
export function spellableWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length >= MIN_LENGTH && word.length <= MAX_LENGTH,
  );
}

/** The word and its forms with one letter dropped. */
export function deletions(word: string): string[] {
  const forms = new Set([word]);
  for (let at = 0; at < word.length; at++) forms.add(word.slice(0, at) + word.slice(at + 1));
  return [...forms];
}

/** A statement for a batch that makes words known. */
export function learnWords(db: Db, words: Iterable<string>) {
  const rows = [...words].flatMap((word) => deletions(word).map((deletion) => [deletion, word]));
  return run(
    db,
    sql`INSERT OR IGNORE INTO spellings (deletion, word)
    SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(rows)})`,
  );
}

/** For each word the known words nearest to it, or undefined where none of them has one. */
export async function nearestWords(db: Db, words: string[]): Promise<Terms | undefined> {
  const typed = words.map(fold);
  const forms = typed.flatMap((word, index) =>
    word.length < MIN_LENGTH || word.length > MAX_LENGTH ? [] : [...twiceDeleted(word)].map((form) => [index, form]),
  );
  if (forms.length === 0) return undefined;
  const rows = await all<{ position: number; word: string }>(
    db,
    sql`
    SELECT DISTINCT form.value ->> 0 AS position, word FROM json_each(${JSON.stringify(forms)}) AS form
    JOIN spellings ON spellings.deletion = form.value ->> 1`,
  );
  if (rows.length === 0) return undefined;
  const found = Map.groupBy(rows, (row) => row.position);
  return typed.map((word, index) =>
    nearest(
      word,
      (found.get(index) ?? []).map((row) => row.word),
    ),
  );
}

const twiceDeleted = (word: string) => new Set(deletions(word).flatMap(deletions));

/** The few candidates with the least distance, at most 1 for the shortest words and 2 for others; else the word itself. */
function nearest(word: string, candidates: string[]): string[] {
  const limit = word.length === MIN_LENGTH ? 1 : 2;
  const measured = candidates
    .map((candidate) => ({
      candidate,
      distance: damerauLevenshtein(word, candidate).steps,
      // Slips rarely change the first letter, and swapped letters keep the length.
      unlike: Number(candidate[0] !== word[0]) + Math.abs(candidate.length - word.length),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance || a.unlike - b.unlike || (a.candidate < b.candidate ? -1 : 1));
  const least = measured[0]?.distance;
  const best = measured.filter(({ distance }) => distance === least).slice(0, MAX_NEIGHBOURS);
  return best.length > 0 ? best.map(({ candidate }) => candidate) : [word];
}
