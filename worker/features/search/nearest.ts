import { eq, sql } from "drizzle-orm";
import { siteStemSearch } from "#schema/search/derived-tables.ts";
import { CATEGORIES, CATEGORY_LABELS, type SitePage } from "#schema/sites/sites.ts";
import { counters } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { expressionsOf } from "./match.ts";
import { type Question, readQuestion } from "./question.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

const MAX_NEEDS = 4;
/** So many needs are looked for, so that some remain of which the directory has sites. */
const MAX_TRIED = 12;

/** Returns what pages offer if a search finds nothing: needs of the thesaurus and a category that share its words. */
export function nearestOf({ units, needs, words }: Question, vocabulary: Vocabulary): NonNullable<SitePage["nearest"]> {
  const asked = units
    .flatMap((unit) => [unit.words, ...unit.terms])
    .concat(needs)
    .flat();
  const stems = vocabulary.stemsOf(asked.length > 0 ? asked : words);
  const shares = (text: string) => vocabulary.stemsOf(wordsOf(text)).some((stem) => stems.includes(stem));
  const category = CATEGORIES.find((name) => shares(CATEGORY_LABELS[name]));
  return {
    needs: vocabulary.nearestNeeds(stems).slice(0, MAX_TRIED),
    category: category ? { name: CATEGORY_LABELS[category], slug: category } : null,
  };
}

type Nearest = NonNullable<SitePage["nearest"]>;

/** Returns the needs and the category that lead to sites. One round trip, or none if there are none. */
export async function thoseWithSites(db: Db, nearest: Nearest, vocabulary: Vocabulary): Promise<Nearest> {
  const { needs, category } = nearest;
  if (needs.length === 0 && !category) return nearest;
  const expressions = needs.map((need) => expressionsOf(readQuestion(need, vocabulary)).words);
  const [found, counted] = await db.batch([
    queryRows(
      db,
      { at: sql`asked.key`.mapWith(Number) },
      (columns) => sql`SELECT ${columns} FROM json_each(${JSON.stringify(expressions)}) AS asked
        WHERE EXISTS (SELECT 1 FROM ${siteStemSearch} WHERE ${siteStemSearch} MATCH asked.value LIMIT 1)`,
    ),
    db
      .select({ count: counters.value })
      .from(counters)
      .where(eq(counters.name, `sites.${category?.slug}`)),
  ]);
  return {
    needs: found.map(({ at }) => needs[at]!).slice(0, MAX_NEEDS),
    category: (counted[0]?.count ?? 0) > 0 ? category : null,
  };
}
