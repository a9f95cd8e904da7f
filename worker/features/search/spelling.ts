import damerauLevenshtein from "damerau-levenshtein";
import { sql } from "drizzle-orm";
import { siteSearch, spellings } from "#schema/derived-tables.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { fold } from "../../names/keys.ts";
import { deletions, MAX_WORD_LENGTH, MIN_WORD_LENGTH } from "./known-words.ts";
import type { SearchTerms } from "./match.ts";
import { hasSpacelessLetters } from "./spaceless.ts";

/** Shorter words may differ in one letter only. With two different letters, "linux" becomes "link". */
const LONG_WORD = 8;
const MAX_NEIGHBOURS = 3;
/** Words with digits are neither corrected nor corrections: "mp3" and "mp4" are different things. */
const DIGIT = /\p{N}/u;
/** Words with more uses are equally common. */
const MAX_COUNTED_USES = 20;

/**
 * Returns up to 3 spellings for each typed word: the nearest known words of active sites, or the word itself if all are
 * too different. Returns undefined if no typed word shares a deletion with a word of an active site. One round trip.
 */
export async function nearestWords(db: Db, words: string[]): Promise<SearchTerms | undefined> {
  const typed = words.map(fold);
  const forms = typed.flatMap((word, index) => {
    if (word.length < MIN_WORD_LENGTH || word.length > MAX_WORD_LENGTH || DIGIT.test(word) || hasSpacelessLetters(word))
      return [];
    return [...(maxEdits(word) > 1 ? twiceDeleted(word) : deletions(word))].map((form) => [index, form]);
  });
  if (forms.length === 0) return undefined;
  const near = {
    position: sql`near.position`.mapWith(Number),
    word: sql`near.word`.mapWith(String),
    uses: sql`(
      SELECT count(*) FROM (
        SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || near.word || '"' LIMIT ${MAX_COUNTED_USES}
      )
    )`.mapWith(Number),
  };
  const neighbours = await queryRows(
    db,
    near,
    (columns) => sql`
    WITH near AS MATERIALIZED (
      SELECT DISTINCT form.value ->> 0 AS position, ${spellings.word} AS word FROM json_each(${JSON.stringify(forms)}) AS form
      JOIN ${spellings} ON ${spellings.deletion} = form.value ->> 1
    )
    SELECT ${columns} FROM near`,
  );
  // Pending sites also add known words, but the index holds active sites only.
  const used = neighbours.filter(({ uses }) => uses > 0);
  if (used.length === 0) return undefined;
  const found = Map.groupBy(used, (row) => row.position);
  return typed.map((word, index) => nearest(word, found.get(index) ?? []));
}

/** `uses` is the number of active sites with the word, at most MAX_COUNTED_USES. */
type Neighbour = { word: string; uses: number };

const twiceDeleted = (word: string) => new Set(deletions(word).flatMap(deletions));

/** How many letters may be missing, added, replaced or swapped with the next letter. */
const maxEdits = (word: string) => (word.length < LONG_WORD ? 1 : 2);

/**
 * Returns at most 3 neighbours, all with the least distance, or the word itself if all are too far. Words with the typed
 * first letter come before others, because typing errors rarely change it. Then common words come before rare ones.
 */
function nearest(typed: string, neighbours: Neighbour[]): string[] {
  const measured = neighbours
    .map(({ word, uses }) => ({
      word,
      uses,
      distance: damerauLevenshtein(typed, word).steps,
      isOtherStart: word[0] !== typed[0],
    }))
    .filter(({ word, distance }) => distance <= maxEdits(typed) && !DIGIT.test(word))
    .toSorted((a, b) => a.distance - b.distance || Number(a.isOtherStart) - Number(b.isOtherStart) || b.uses - a.uses);
  const best = measured.filter(({ distance }) => distance === measured[0]?.distance).slice(0, MAX_NEIGHBOURS);
  return best.length > 0 ? best.map(({ word }) => word) : [typed];
}
