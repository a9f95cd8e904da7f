import damerauLevenshtein from "damerau-levenshtein";
import { sql } from "drizzle-orm";
import { siteSearch, spellings } from "#schema/derived-tables.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { fold } from "../../names/keys.ts";
import { deletions, MAX_WORD_LENGTH, MIN_WORD_LENGTH } from "./known-words.ts";
import type { SearchTerms } from "./match.ts";
import { hasSpacelessLetters } from "./spaceless.ts";

/** From here on two letters may differ: of a shorter word so many make another one ("linux", "link"). */
const LONG_WORD = 8;
const MAX_NEIGHBOURS = 3;
/** Another digit is another thing ("mp3", "mp4"), not a slip. */
const DIGIT = /\p{N}/u;
/** Of two words that this many listings have both are common. */
const COUNTED_USES = 100;

/** For each word the known words of active sites nearest to it, or undefined where none of them has one. */
export async function nearestWords(db: Db, words: string[]): Promise<SearchTerms | undefined> {
  const typed = words.map(fold);
  const forms = typed.flatMap((word, index) => {
    if (word.length < MIN_WORD_LENGTH || word.length > MAX_WORD_LENGTH || DIGIT.test(word) || hasSpacelessLetters(word))
      return [];
    return [...(slipsIn(word) > 1 ? twiceDeleted(word) : deletions(word))].map((form) => [index, form]);
  });
  if (forms.length === 0) return undefined;
  const near = {
    position: sql`near.position`.mapWith(Number),
    word: sql`near.word`.mapWith(String),
    uses: sql`(
      SELECT count(*) FROM (
        SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || near.word || '"' LIMIT ${COUNTED_USES}
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
  // Words of sites that wait for review may be known, too; the index holds active ones only.
  const used = neighbours.filter(({ uses }) => uses > 0);
  if (used.length === 0) return undefined;
  const found = Map.groupBy(used, (row) => row.position);
  return typed.map((word, index) => nearest(word, found.get(index) ?? []));
}

/** `uses`: listings that have it, counted to a hundred. */
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
