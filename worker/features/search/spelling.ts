import { sql } from "drizzle-orm";
import { siteSearch, spellings } from "#schema/search/derived-tables.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { deletions, isSpellable } from "./known-words.ts";
import { editsBetween } from "./edits.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Shorter words may differ in one letter only. With two different letters, "linux" becomes "link". */
const LONG_WORD = 8;
/** Words with more uses are equally common. */
const MAX_COUNTED_USES = 10;
/** A word that so few sites have may be an error. A near word is a better guess if at least so many sites have it. */
const RARE = 2;
const COMMON = 10;
/** Of each typed word. */
const MAX_NEAR_WORDS = 200;

const digitsOf = (word: string) => word.replace(/\P{N}/gu, "");
const maxEdits = (word: string) => (word.length < LONG_WORD ? 1 : 2);

/** A word that may be meant. `uses`: how many active sites have it. 0 for one of the thesaurus, which leads to sites. */
type NearWord = { word: string; uses: number };

/**
 * Returns a search text with near words in place of unknown ones, or null if no word changes. One round trip, or none if
 * all words are known. Words of the thesaurus stay, and so do digits: "h264" and "h265" are different things.
 */
export async function nearestWords(db: Db, words: readonly string[], vocabulary: Vocabulary): Promise<string | null> {
  const unknown = words.filter((word) => isSpellable(word) && !vocabulary.knows(word));
  if (unknown.length === 0) return null;
  const near = await findNearWords(db, unknown);
  const meant = words.map((word) => {
    if (!unknown.includes(word)) return word;
    const ofThesaurus = vocabulary.nearWords(word).map((known) => ({ word: known, uses: 0 }));
    return bestWord(word, [...near[unknown.indexOf(word)]!, ...ofThesaurus]);
  });
  return meant.join(" ") === words.join(" ") ? null : meant.join(" ");
}

/**
 * Returns known words near each word, with their uses. Those that share most deletions with it have the fewest edits.
 * Pending sites also add known words, which have no uses.
 */
async function findNearWords(db: Db, words: readonly string[]): Promise<NearWord[][]> {
  const [first, ...others] = words.map((word) =>
    queryRows(
      db,
      { word: sql<string>`near.word`, uses: USES.mapWith(Number) },
      (columns) => sql`SELECT ${columns} FROM (
        SELECT ${spellings.word} AS word FROM json_each(${JSON.stringify(formsOf(word))}) AS form
        CROSS JOIN ${spellings} ON ${spellings.deletion} = form.value
        WHERE abs(length(${spellings.word}) - ${word.length}) <= ${maxEdits(word)}
        GROUP BY ${spellings.word} ORDER BY count(*) DESC LIMIT ${MAX_NEAR_WORDS}
      ) AS near`,
    ),
  );
  const found = await db.batch([first!, ...others]);
  return found.map((near) => near.filter(({ uses }) => uses > 0));
}

const USES = sql`(
  SELECT count(*) FROM (
    SELECT 1 FROM ${siteSearch} WHERE ${siteSearch} MATCH '"' || near.word || '"' LIMIT ${MAX_COUNTED_USES}
  )
)`;

/** Returns what is left of a word without one letter, and of a long word also without two. */
function formsOf(word: string): string[] {
  const once = deletions(word);
  return maxEdits(word) === 1 ? once : [...new Set(once.flatMap(deletions))];
}

/**
 * Returns the word that is probably meant: the one with the fewest edits. Words with the typed first letter come before
 * others, because typing errors rarely change it. Then common words come before rare ones. If sites have the typed word,
 * only a common word or one of the thesaurus takes its place, and only if the typed one is rare.
 */
export function bestWord(typed: string, known: readonly NearWord[]): string {
  const own = known.find(({ word }) => word === typed)?.uses ?? 0;
  if (own > RARE) return typed;
  const most = own > 0 ? 1 : maxEdits(typed);
  const near = known
    .filter(({ word }) => digitsOf(word) === digitsOf(typed))
    .map(({ word, uses }) => ({ word, uses, edits: editsBetween(typed, word), isOtherStart: word[0] !== typed[0] }))
    .filter(({ edits, uses }) => edits > 0 && edits <= most && (own === 0 || uses >= COMMON || uses === 0))
    .toSorted(
      (a, b) =>
        a.edits - b.edits ||
        Number(a.isOtherStart) - Number(b.isOtherStart) ||
        b.uses - a.uses ||
        (a.word < b.word ? -1 : 1),
    );
  return near[0]?.word ?? typed;
}
