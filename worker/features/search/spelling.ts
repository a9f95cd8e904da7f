import { sql, type SQL } from "drizzle-orm";
import { siteSearch, spellings } from "#schema/search/derived-tables.ts";
import { fold } from "../../names/keys.ts";
import { MAX_WORD_LENGTH, MIN_WORD_LENGTH } from "./known-words.ts";
import { hasSpacelessLetters } from "./spaceless.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Shorter words may differ in one letter only. With two different letters, "linux" becomes "link". */
const LONG_WORD = 8;
/** Words with digits are neither corrected nor corrections: "mp3" and "mp4" are different things. */
const DIGIT = /\p{N}/u;
/** Words with more uses are equally common. */
const MAX_COUNTED_USES = 20;
/** A word that so few sites have may be an error. A near word is a better guess if at least so many sites have it. */
const RARE = 2;
const COMMON = 10;
/** The edits of a typed word that has no near word. All near words have fewer. */
const NO_NEIGHBOUR = 9;

/** How many letters may be missing, added, replaced or swapped with the next letter. */
const maxEdits = (word: string) => (word.length < LONG_WORD ? 1 : 2);

const isSpellable = (word: string) =>
  word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH && !DIGIT.test(word) && !hasSpacelessLetters(word);

const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);
const swapped = (word: string, at: number) =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);

/**
 * A typed word after deletions. A known word with one letter more than `form` has no further edit if that letter is in
 * the place of a deleted one (a gap: the letter was replaced), or if the word is `swap`. Otherwise it has one more.
 */
type Form = [form: string, deleted: number, gap?: number, swap?: string, otherGap?: number, otherSwap?: string];

/** Returns the word itself and the word without each letter, and if two edits are allowed, without each two letters. */
function formsOf(word: string): Form[] {
  const places = Array.from(word, (_, at) => at);
  const once = places.map((at): Form => [without(word, at), 1, at, swapped(word, at)]);
  const twice = places.flatMap((second) =>
    places.slice(0, second).map((first): Form => {
      const [noFirst, noSecond] = [without(word, first), without(word, second)];
      return [without(noSecond, first), 2, first, swapped(noSecond, first), second - 1, swapped(noFirst, second - 1)];
    }),
  );
  return [[word, 0], ...once, ...(maxEdits(word) > 1 ? twice : [])];
}

const part = (index: number) => sql.raw(`form.value ->> ${index}`);
const withoutGap = (gap: SQL) => sql`substr(${spellings.word}, 1, ${gap}) || substr(${spellings.word}, ${gap} + 2)`;

/**
 * Selects a search text with near words in place of unknown ones: one row with `query`, or none if no word changes or if
 * `isWanted` is false. A near word is the known word of active sites with the fewest edits. Words with the typed first
 * letter come before others, because typing errors rarely change it. Then common words come before rare ones.
 *
 * Words of the thesaurus stay. Listings may lack them, but they lead to listings, so they are near words as well. A word
 * that up to RARE sites have is only replaced by a common word or one of the thesaurus.
 */
export function selectNearestWords(words: string[], vocabulary: Vocabulary, isWanted: SQL): SQL {
  const folded = words.map(fold);
  const typed = folded.map((word) => {
    const isUnknown = isSpellable(word) && !vocabulary.knows(word);
    return {
      word,
      edits: maxEdits(word),
      forms: isUnknown ? formsOf(word) : [],
      terms: isUnknown ? vocabulary.nearWords(word) : [],
    };
  });
  const uses = sql`(
    SELECT count(*) FROM (
      SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || near.word || '"' LIMIT ${MAX_COUNTED_USES}
    )
  )`;
  return sql`
    WITH typed AS MATERIALIZED (
      SELECT key AS position, value ->> 'word' AS word, value ->> 'edits' AS most_edits, value -> 'forms' AS forms,
        value -> 'terms' AS terms
      FROM json_each(CASE WHEN ${isWanted} THEN ${JSON.stringify(typed)} ELSE '[]' END)
    ), near AS MATERIALIZED (
      SELECT position, word, min(edits) AS edits, is_other_start FROM (
        SELECT typed.position, ${spellings.word} AS word, typed.most_edits,
          substr(${spellings.word}, 1, 1) <> substr(typed.word, 1, 1) AS is_other_start,
          iif(
            ${spellings.word} IN (${part(0)}, ${part(3)}, ${part(5)})
              OR ${part(0)} IN (${withoutGap(part(2))}, ${withoutGap(part(4))}),
            ${part(1)}, ${part(1)} + 1
          ) AS edits
        FROM typed CROSS JOIN json_each(typed.forms) AS form
        CROSS JOIN ${spellings} ON ${spellings.deletion} = ${part(0)}
      ) WHERE edits <= most_edits AND word NOT GLOB '*[0-9]*' GROUP BY position, word
    ), candidates AS (
      -- Pending sites also add known words, but the index holds active sites only.
      SELECT * FROM (SELECT position, word, edits, is_other_start, ${uses} AS uses FROM near) WHERE uses > 0
      -- Without uses, so those that listings have come first.
      UNION ALL SELECT position, term.value, 1, substr(term.value, 1, 1) <> substr(typed.word, 1, 1), 0
        FROM typed CROSS JOIN json_each(typed.terms) AS term
      UNION ALL SELECT position, word, ${NO_NEIGHBOUR}, 0, 0 FROM typed
    ), weighed AS (
      SELECT *, max(uses) FILTER (WHERE edits = 0) OVER (PARTITION BY position) AS own_uses FROM candidates
    ), ranked AS (
      SELECT *, row_number() OVER (
        PARTITION BY position ORDER BY iif(edits = 0 AND uses <= ${RARE}, 1.5, edits), is_other_start, uses DESC, word
      ) AS place
      FROM weighed WHERE own_uses IS NULL OR edits IN (0, ${NO_NEIGHBOUR}) OR (edits = 1 AND (uses >= ${COMMON} OR uses = 0))
    )
    SELECT group_concat(word, ' ' ORDER BY position) AS query FROM ranked WHERE place = 1
    HAVING query <> ${words.map(fold).join(" ")}`;
}
